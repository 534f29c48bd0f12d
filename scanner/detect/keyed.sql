-- Claims whose place in another version of their document is known: there even a plan, a condition or an example that
-- changed is an update, though it disputes nothing.
CREATE OR REPLACE TEMP TABLE followed AS
SELECT claim_a AS claim_id FROM meetings WHERE way = 'series'
UNION
SELECT claim_b FROM meetings WHERE way = 'series';

-- All keyed claims, few columns of each; what neither disputes nor changes has no value here. From here on `line` is a
-- claim's row in the store, which finds it again faster than its name.
CREATE OR REPLACE TEMP TABLE keyed AS
SELECT
    k.key, c.rowid AS line,
    CASE WHEN c.status NOT IN ('example', 'hypothetical') OR f.claim_id IS NOT NULL THEN c.value_hash END AS value_hash,
    value_hash IS NOT NULL AND (c.status = 'historical' OR c.change = 'old') AS old
FROM keys k
JOIN claims c ON c.claim_id = k.claim_id
LEFT JOIN followed f ON f.claim_id = k.claim_id
WHERE c.retracted_at IS NULL;
