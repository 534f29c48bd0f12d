-- Keys under which more than one value stands, or an old value is told: only these can dispute or replace. From here on
-- `line` is a claim's row in the store, which finds it again faster than its name.
CREATE OR REPLACE TEMP TABLE keyed AS
SELECT k.key, c.rowid AS line, c.value_hash, c.status = 'historical' OR c.change = 'old' AS old
FROM keys k
JOIN claims c ON c.claim_id = k.claim_id
WHERE c.retracted_at IS NULL AND c.status NOT IN ('example', 'hypothetical');

CREATE OR REPLACE TEMP TABLE contested AS
SELECT key FROM keyed GROUP BY key HAVING min(value_hash) <> max(value_hash) OR bool_or(old);

CREATE OR REPLACE TEMP TABLE wanted AS
SELECT k.key, k.line FROM keyed k SEMI JOIN contested t ON t.key = k.key;

DROP TABLE keyed;
