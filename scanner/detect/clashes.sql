-- What is in dispute: values that hold today and exclude one another. `lag` is the value that has replaced the other and
-- was not replaced by it in turn, where a page still says the old one.
CREATE OR REPLACE TEMP TABLE clashes AS
WITH lagging AS (
    SELECT DISTINCT s.key, s.scope_id, s.old, s.new
    FROM steps s
    ANTI JOIN steps b ON b.key = s.key AND b.scope_id = s.scope_id AND b.old = s.new AND b.new = s.old
)
SELECT
    p.key, p.scope_id, p.value_kind, p.unit, p.one, p.other, p.one_key, p.other_key,
    CASE WHEN l.old = p.one THEN p.other_key WHEN l.old = p.other THEN p.one_key END AS lag
FROM pairs p
JOIN nodes a ON a.key = p.key AND a.scope_id = p.scope_id AND a.value_hash = p.one
JOIN nodes b ON b.key = p.key AND b.scope_id = p.scope_id AND b.value_hash = p.other
LEFT JOIN lagging l
    ON l.key = p.key AND l.scope_id = p.scope_id AND least(l.old, l.new) = least(p.one, p.other)
    AND greatest(l.old, l.new) = greatest(p.one, p.other)
ANTI JOIN left_over o ON o.key = p.key
WHERE p.verdict = 'different' AND p.bound NOT IN ('recommended', 'typical')
    AND (p.value_kind = 'flag' OR (a.functional IS NOT false AND b.functional IS NOT false))
    AND coalesce(a.spot <> b.spot, true);

-- The values of a dispute: those that exclude another, and those that agree with one of these and exclude none
-- (`consistent`).
CREATE OR REPLACE TEMP TABLE roles AS
WITH disputing AS (
    SELECT key, scope_id, one AS value_hash FROM clashes UNION SELECT key, scope_id, other FROM clashes
),
friends AS (
    SELECT key, scope_id, one AS mine, other AS theirs, other_key AS value_key FROM pairs WHERE verdict = 'compatible'
    UNION ALL
    SELECT key, scope_id, other, one, one_key FROM pairs WHERE verdict = 'compatible'
),
agreeing AS (
    SELECT DISTINCT f.key, f.scope_id, f.theirs AS value_hash, f.value_key
    FROM friends f
    SEMI JOIN disputing d ON d.key = f.key AND d.scope_id = f.scope_id AND d.value_hash = f.mine
    SEMI JOIN nodes h ON h.key = f.key AND h.scope_id = f.scope_id AND h.value_hash = f.theirs
    ANTI JOIN disputing n ON n.key = f.key AND n.scope_id = f.scope_id AND n.value_hash = f.theirs
)
SELECT key, scope_id, value_hash, false AS consistent FROM disputing
UNION ALL
SELECT key, scope_id, value_hash, true
FROM agreeing
QUALIFY row_number() OVER (PARTITION BY key, scope_id ORDER BY value_key) <= getvariable('most_consistent');

INSERT INTO left_over
SELECT DISTINCT key FROM (
    SELECT key FROM roles WHERE NOT consistent GROUP BY key, scope_id HAVING count(*) > getvariable('max_sides')
);
