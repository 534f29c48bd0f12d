-- What is stated under the keys that columns may decide, and the values that are: one row a value of a scope. `said`
-- numbers these rows in no order: from here on it stands for key, scope and value.
CREATE OR REPLACE TEMP TABLE bonded AS
SELECT DISTINCT a.key
FROM scoped a
JOIN bonds s ON s.one = a.scope_id
JOIN scoped b ON b.key = a.key AND b.scope_id = s.other
ANTI JOIN left_over o ON o.key = a.key;

-- Across bound classes other rules tell what excludes what.
INSERT INTO left_over
SELECT s.key FROM scoped s SEMI JOIN bonded b ON b.key = s.key GROUP BY s.key HAVING min(s.bound) <> max(s.bound);

CREATE OR REPLACE TEMP TABLE spoken AS
WITH grouped AS (
    SELECT
        m.key, m.scope_id, m.value_hash, min(m.place) AS place, bool_or(m.taking_part) AS taking_part,
        row_number() OVER () AS said
    FROM members m
    ANTI JOIN left_over o ON o.key = m.key
    GROUP BY m.key, m.scope_id, m.value_hash
)
SELECT
    g.said, g.key, g.scope_id, g.value_hash, g.taking_part, b.key IS NOT NULL AS bonded,
    f.bound, f.value_kind, f.unit, f.value_key, f.lo, f.hi
FROM grouped g
JOIN members f ON f.place = g.place
LEFT JOIN bonded b ON b.key = g.key;

INSERT INTO left_over SELECT key FROM spoken WHERE taking_part GROUP BY key HAVING count(*) > getvariable('most_nodes');

CREATE OR REPLACE TEMP TABLE stating AS
SELECT
    m.place AS place, p.said, m.key, m.number, m.unit_id, m.opens, m.basis = 'stated' AS stated,
    m.functional, m.single, m.standing, m.closed, m.closed_at
FROM members m
JOIN spoken p ON p.key = m.key AND p.scope_id = m.scope_id AND p.value_hash = m.value_hash
WHERE m.taking_part;
