-- The values that are stated under the keys that columns may decide: one row a value of a scope.
CREATE OR REPLACE TEMP TABLE bonded AS
SELECT a.key, bool_or(list_contains(s.missing, 'per')) AS of_each
FROM scoped a
JOIN bonds s ON s.one = a.scope_id
JOIN scoped b ON b.key = a.key AND b.scope_id = s.other
ANTI JOIN left_over o ON o.key = a.key
GROUP BY a.key;

-- What an amount is per may be what another is told of. Across bound classes other rules tell what excludes what.
INSERT INTO left_over
SELECT key FROM bonded WHERE of_each
UNION ALL
SELECT s.key FROM scoped s SEMI JOIN bonded b ON b.key = s.key GROUP BY s.key HAVING min(s.class) <> max(s.class);

-- `said` is numbered without gaps: an array counts it faster than a hash table.
SET perfect_ht_threshold = 22;

CREATE OR REPLACE TEMP TABLE spoken AS
WITH grouped AS (
    SELECT m.said, min(m.place) AS place, bool_or(m.taking_part) AS taking_part
    FROM members m
    ANTI JOIN left_over o ON o.key = m.key
    GROUP BY m.said
)
SELECT
    g.said, f.key, f.scope_id, f.value_hash, g.taking_part, b.key IS NOT NULL AS bonded,
    f.bound IN ('recommended', 'typical') AS soft, f.sort, f.value_kind, f.unit, f.value_key, f.lo, f.hi
FROM grouped g
JOIN members f ON f.place = g.place
LEFT JOIN bonded b ON b.key = f.key;

RESET perfect_ht_threshold;

INSERT INTO left_over SELECT key FROM spoken WHERE taking_part GROUP BY key HAVING count(*) > getvariable('most_nodes');
