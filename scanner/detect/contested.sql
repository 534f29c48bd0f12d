-- Keys under which more than one value stands, or an old value is told: only these can dispute or replace. Keys are small
-- whole numbers, nearly all in use: up to 2^22 of them are counted in an array instead of a hash table.
SET perfect_ht_threshold = 22;

CREATE OR REPLACE TEMP TABLE contested AS
SELECT key FROM keyed GROUP BY key HAVING min(value_hash) <> max(value_hash) OR bool_or(old);

RESET perfect_ht_threshold;

CREATE OR REPLACE TEMP TABLE wanted AS
SELECT k.key, k.line FROM keyed k SEMI JOIN contested t ON t.key = k.key WHERE k.value_hash IS NOT NULL;
