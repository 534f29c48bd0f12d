-- The meetings of values under keys that are left over, as Python reads them.
WITH chosen AS MATERIALIZED (
    SELECT e.* FROM encounters e SEMI JOIN left_over o ON o.key = e.key WHERE e.key BETWEEN $low AND $high
)
SELECT
    e.key, least(a.value_key, b.value_key) AS low, greatest(a.value_key, b.value_key) AS high, e.score, e.way, e.unsure,
    e.missing
FROM chosen e
JOIN claims a ON a.rowid = e.low_line
JOIN claims b ON b.rowid = e.high_line
ORDER BY e.key, low, high;
