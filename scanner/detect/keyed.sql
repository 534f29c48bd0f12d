-- All keyed claims, few columns of each. From here on `line` is a claim's row in the store, which finds it again faster
-- than its name.
CREATE OR REPLACE TEMP TABLE keyed AS
SELECT k.key, c.rowid AS line, c.value_hash, c.status = 'historical' OR c.change = 'old' AS old
FROM keys k
JOIN claims c ON c.claim_id = k.claim_id
WHERE c.retracted_at IS NULL AND c.status NOT IN ('example', 'hypothetical');
