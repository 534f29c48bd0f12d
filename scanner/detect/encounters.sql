-- How the values under a contested key met: for each two values the surest meeting, and whether every meeting of
-- theirs lacked scope on one side.
CREATE OR REPLACE TEMP TABLE encounters AS
WITH pairs AS (
    SELECT
        w.key, m.way, m.score, m.missing, least(a.value_key, b.value_key) AS low, greatest(a.value_key, b.value_key) AS high,
        least(a.value_hash, b.value_hash) AS low_hash, greatest(a.value_hash, b.value_hash) AS high_hash
    FROM (FROM keyed SEMI JOIN contested USING (key)) w
    JOIN claims a ON a.rowid = w.line
    JOIN meetings m ON m.claim_a = a.claim_id
    JOIN claims b ON b.claim_id = m.claim_b AND b.retracted_at IS NULL
)
SELECT
    key, any_value(low) AS low, any_value(high) AS high, low_hash, high_hash, max(score) AS score,
    arg_min(way, (-score, way)) AS way, bool_and(len(missing) > 0) AS unsure,
    list_sort(list_distinct(flatten(list(missing)))) AS missing
FROM pairs
GROUP BY key, low_hash, high_hash
ORDER BY key, low, high;

DROP TABLE keyed;
