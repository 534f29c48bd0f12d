-- Keys that columns cannot decide and Python judges: what tells of time (a change, a stated window, an old value, two
-- versions of one document), values that only read as a whole, two bound classes of one fact, and scopes that only
-- some state. All others are settled by SQL.
CREATE OR REPLACE TEMP TABLE left_over AS
SELECT m.key
FROM members m
JOIN placed d ON d.number = m.number
GROUP BY m.key
HAVING bool_or(
    m.status = 'historical' OR m.change <> '' OR m.basis = 'stated' OR m.closes IS NOT NULL
    OR d.recency OR d.declared OR (d.closed AND d.closed_at > getvariable('as_of'))
    OR m.value_kind IN ('text', 'entity')
    OR (m.value_kind = 'moment' AND contains(m.value, '"fiscal":true'))
    OR (m.value_kind = 'term' AND contains(m.value, '"agrees"'))
    OR (m.value_kind = 'quantity' AND (m.plain_unit IS NULL OR m.lo IS NULL OR m.hi IS NULL))
    OR isinf(m.lo) OR isinf(m.hi)
)
UNION
SELECT m.key
FROM members m
JOIN placed d ON d.number = m.number
WHERE d.series >= 0
GROUP BY m.key, d.series
HAVING min(m.number) <> max(m.number)
UNION
SELECT key FROM members GROUP BY key, scope_id HAVING min(bound) <> max(bound)
UNION
SELECT key FROM members GROUP BY key HAVING count(DISTINCT scope_id) > getvariable('most_nodes')
UNION
SELECT key FROM encounters WHERE unsure;
