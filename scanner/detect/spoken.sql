-- What is stated under the keys that columns may decide, and the values that are: one row a value of a scope.
INSERT INTO left_over
SELECT DISTINCT a.key
FROM scoped a
JOIN unsure_scopes u ON u.one = a.scope_id
JOIN scoped b ON b.key = a.key AND b.scope_id = u.other;

CREATE OR REPLACE TEMP TABLE stating AS
SELECT
    m.rowid AS place, m.key, m.scope_id, m.value_hash, m.number, m.unit_id, m.opens, m.basis = 'stated' AS stated,
    m.functional, m.single, m.standing, m.closed, m.closed_at
FROM members m
ANTI JOIN left_over o ON o.key = m.key
WHERE m.taking_part;

CREATE OR REPLACE TEMP TABLE spoken AS
SELECT
    m.key, m.scope_id, m.value_hash, any_value(m.bound) AS bound, any_value(m.value_kind) AS value_kind,
    any_value(m.unit) AS unit, any_value(m.value_key) AS value_key, any_value(m.lo) AS lo, any_value(m.hi) AS hi
FROM members m
ANTI JOIN left_over o ON o.key = m.key
WHERE m.taking_part
GROUP BY m.key, m.scope_id, m.value_hash;

INSERT INTO left_over SELECT key FROM spoken GROUP BY key HAVING count(*) > getvariable('most_nodes');
