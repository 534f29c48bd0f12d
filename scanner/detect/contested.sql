-- Keys under which more than one value stands, or an old value is told: only these can dispute or replace.
CREATE OR REPLACE TEMP TABLE contested AS
SELECT k.key
FROM keys k
JOIN claims c ON c.claim_id = k.claim_id
WHERE c.retracted_at IS NULL AND c.status NOT IN ('example', 'hypothetical')
GROUP BY k.key
HAVING min(c.value_hash) <> max(c.value_hash) OR bool_or(c.status = 'historical' OR c.change = 'old');

CREATE OR REPLACE TEMP TABLE wanted AS
SELECT k.key, k.claim_id FROM keys k SEMI JOIN contested t ON t.key = k.key;
