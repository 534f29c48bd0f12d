-- Keys that columns cannot decide and Python judges: a change that is told, a stated end, sources that replace by recency,
-- two versions of one document, values that only read as a whole, and two bound classes of one fact. All others are
-- settled by SQL.
CREATE OR REPLACE TEMP TABLE scoped AS
SELECT
    key, scope_id, min(class) AS class, bool_or(status = 'historical' OR basis = 'stated') AS tells,
    min(class) <> max(class) OR bool_or(beyond) AS beyond, min(sort) AS first_sort, max(sort) AS last_sort
FROM members
GROUP BY key, scope_id;

CREATE OR REPLACE TEMP TABLE left_over AS
SELECT key FROM scoped GROUP BY key HAVING bool_or(beyond) OR count(*) > getvariable('most_nodes')
UNION ALL
-- Yes and no beside duties, a price of nothing beside a currency, no limit beside an amount, a day without its year
-- beside a date.
SELECT key
FROM members
SEMI JOIN (SELECT key FROM scoped GROUP BY key HAVING min(first_sort) <> max(last_sort)) USING (key)
GROUP BY key
HAVING count(DISTINCT value_kind) > 1 OR (bool_or(unit = 'money') AND bool_or(unit <> 'money'))
    OR (bool_or(unit = 'yearday') AND bool_or(unit = 'date'))
UNION ALL
-- Two documents of one series under a key: the order of versions decides.
SELECT key
FROM (
    SELECT key FROM members WHERE series >= 0 GROUP BY key, series HAVING min(number) <> max(number)
)
UNION ALL
-- An old value that is told beside another one: a change may be told.
SELECT q.key
FROM members q
JOIN members o ON o.key = q.key AND o.scope_id = q.scope_id AND o.number = q.number AND o.value_hash <> q.value_hash
WHERE q.status = 'historical'
UNION ALL
-- Two states of one sentence may join scopes that differ in what one of them leaves out.
SELECT s.key FROM scoped s SEMI JOIN encounters e ON e.key = s.key AND e.way = 'series' WHERE s.tells;
