-- How the values under a contested key met: for each two values the surest meeting, and whether every meeting of theirs
-- lacked scope on one side. The lines are those of claims that say them.
CREATE OR REPLACE TEMP TABLE encounters AS
WITH pairs AS (
    SELECT
        w.key, m.way, m.score, m.missing, least(a.value_hash, b.value_hash) AS low_hash,
        greatest(a.value_hash, b.value_hash) AS high_hash,
        CASE WHEN a.value_hash <= b.value_hash THEN a.rowid ELSE b.rowid END AS low_line,
        CASE WHEN a.value_hash <= b.value_hash THEN b.rowid ELSE a.rowid END AS high_line
    FROM (FROM keyed SEMI JOIN contested USING (key)) w
    JOIN claims a ON a.rowid = w.line
    JOIN meetings m ON m.claim_a = a.claim_id
    JOIN claims b ON b.claim_id = m.claim_b AND b.retracted_at IS NULL
),
ways AS (
    SELECT
        key, low_hash, high_hash, way, min(low_line) AS low_line, min(high_line) AS high_line, max(score) AS score,
        bool_and(len(missing) > 0) AS unsure, flatten(list(missing) FILTER (len(missing) > 0)) AS missing
    FROM pairs
    GROUP BY key, low_hash, high_hash, way
)
SELECT
    key, low_hash, high_hash, min(low_line) AS low_line, min(high_line) AS high_line, max(score) AS score,
    arg_min(way, (-score, way)) AS way, bool_and(unsure) AS unsure,
    coalesce(list_sort(list_distinct(flatten(list(missing)))), []) AS missing
FROM ways
GROUP BY key, low_hash, high_hash;

DROP TABLE keyed;
