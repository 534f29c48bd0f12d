-- How the values under a contested key met: for each two values the surest meeting, and whether every meeting of
-- theirs lacked scope on one side.
CREATE OR REPLACE TEMP TABLE encounters AS
WITH pairs AS (
    SELECT
        ka.key, m.way, m.score, m.missing, a.value_key AS value_a, b.value_key AS value_b
    FROM meetings m
    JOIN keys ka ON ka.claim_id = m.claim_a
    SEMI JOIN contested t ON t.key = ka.key
    JOIN claims a ON a.claim_id = m.claim_a AND a.retracted_at IS NULL
    JOIN claims b ON b.claim_id = m.claim_b AND b.retracted_at IS NULL
)
SELECT
    key, least(value_a, value_b) AS low, greatest(value_a, value_b) AS high, max(score) AS score,
    arg_min(way, (-score, way)) AS way, bool_and(len(missing) > 0) AS unsure,
    list_sort(list_distinct(flatten(list(missing)))) AS missing
FROM pairs
GROUP BY ALL
ORDER BY key, low, high;
