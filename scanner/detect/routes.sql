-- Keys that columns cannot decide and Python judges: a change that is told, a stated end, sources that replace by recency,
-- two versions of one document, values that only read as a whole, two bound classes of one fact, and scopes that only
-- some state. All others are settled by SQL.
CREATE OR REPLACE TEMP TABLE scoped AS
SELECT
    m.key, m.scope_id,
    bool_or(m.status = 'historical') AS quotes, bool_or(m.status = 'historical' OR m.basis = 'stated') AS tells,
    min(m.bound) <> max(m.bound) OR bool_or(
        m.change <> '' OR m.closes IS NOT NULL OR d.recency OR d.declared
        OR m.value_kind IN ('text', 'entity')
        OR (m.value_kind = 'moment' AND contains(m.value, '"fiscal":true'))
        OR (m.value_kind = 'term' AND contains(m.value, '"agrees"'))
        OR (m.value_kind = 'quantity' AND (m.plain_unit IS NULL OR m.lo IS NULL OR m.hi IS NULL))
        OR isinf(m.lo) OR isinf(m.hi)
    ) AS beyond
FROM members m
JOIN placed d ON d.number = m.number
GROUP BY m.key, m.scope_id;

CREATE OR REPLACE TEMP TABLE left_over AS
SELECT key FROM scoped GROUP BY key HAVING bool_or(beyond) OR count(*) > getvariable('most_nodes')
UNION ALL
-- Two documents of one series under a key: the order of versions decides.
SELECT key
FROM (
    SELECT m.key FROM members m JOIN placed d ON d.number = m.number AND d.series >= 0
    GROUP BY m.key, d.series HAVING min(m.number) <> max(m.number)
)
UNION ALL
-- An old value that is told beside another one: a change may be told.
SELECT q.key
FROM members q
JOIN members o ON o.key = q.key AND o.scope_id = q.scope_id AND o.number = q.number AND o.value_hash <> q.value_hash
WHERE q.status = 'historical'
UNION ALL
-- Two states of one sentence may join scopes that differ in what one of them leaves out.
SELECT s.key FROM scoped s SEMI JOIN encounters e ON e.key = s.key AND e.way = 'series' WHERE s.tells
UNION ALL
SELECT key FROM encounters WHERE unsure;
