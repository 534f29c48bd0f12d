-- What is in dispute: values that hold today and exclude one another. `missing` are dimensions of scope that only one side
-- states: with any, they are only `possible`. `lag` is the value that has replaced the other and was not replaced by it in
-- turn, where a page still says the old one.
CREATE OR REPLACE TEMP TABLE clashes AS
WITH lagging AS (
    SELECT DISTINCT s.old, s.new FROM steps s ANTI JOIN steps b ON b.old = s.new AND b.new = s.old
),
-- What a key's scopes state was compared; what they do not, its meetings may have lacked.
stated AS (
    SELECT p.key, list(DISTINCT d.name) AS names
    FROM (SELECT DISTINCT key FROM encounters WHERE unsure) e
    JOIN spoken p ON p.key = e.key
    JOIN nodes n ON n.said = p.said
    JOIN dimensions d ON d.scope_id = p.scope_id
    GROUP BY p.key
),
-- One document states both a rule and its exception.
exceptions AS (
    SELECT DISTINCT p.one, p.other
    FROM pairs p
    JOIN holding a ON a.said = p.one
    JOIN holding b ON b.said = p.other AND b.number = a.number
    JOIN bonds n ON n.bond = p.bond AND n.nested
),
found AS (
    SELECT
        p.key, p.scope_id, p.one, p.other, p.one_hash, p.other_hash,
        CASE
            WHEN p.bond IS NOT NULL THEN NULL WHEN l.old = p.one THEN p.other_hash WHEN l.old = p.other THEN p.one_hash
        END AS lag,
        CASE
            WHEN e.unsure
            THEN list_sort(list_distinct(list_concat(
                coalesce(n.missing, []),
                list_filter(e.missing, lambda name: NOT list_contains(coalesce(s.names, []), name))
            )))
            ELSE coalesce(n.missing, [])
        END AS missing
    FROM pairs p
    JOIN nodes a ON a.said = p.one
    JOIN nodes b ON b.said = p.other
    LEFT JOIN bonds n ON n.bond = p.bond
    LEFT JOIN exceptions x ON x.one = p.one AND x.other = p.other
    LEFT JOIN lagging l ON least(l.old, l.new) = least(p.one, p.other) AND greatest(l.old, l.new) = greatest(p.one, p.other)
    LEFT JOIN (FROM encounters WHERE unsure) e
        ON e.key = p.key AND e.low_hash = least(p.one_hash, p.other_hash) AND e.high_hash = greatest(p.one_hash, p.other_hash)
    LEFT JOIN stated s ON s.key = p.key
    ANTI JOIN left_over o ON o.key = p.key
    WHERE p.verdict = 'different' AND NOT p.soft AND x.one IS NULL
        AND (p.flag OR (a.functional IS NOT false AND b.functional IS NOT false))
        AND NOT (a.alone AND b.alone AND a.number = b.number AND a.unit_id = b.unit_id)
)
SELECT *, len(missing) > 0 AS possible FROM found;

-- Where the same two values are in open conflict, a vaguer pair of them adds nothing.
DELETE FROM clashes
WHERE possible AND (key, least(one_hash, other_hash), greatest(one_hash, other_hash)) IN (
    SELECT (key, least(one_hash, other_hash), greatest(one_hash, other_hash)) FROM clashes WHERE NOT possible
);

CREATE OR REPLACE TEMP TABLE disputes AS
SELECT
    row_number() OVER () AS dispute, key, scope_id, possible, CASE WHEN min(lag) = max(lag) THEN min(lag) END AS lag,
    coalesce(list_sort(list_distinct(flatten(list(missing) FILTER (possible)))), []) AS missing
FROM clashes
GROUP BY key, scope_id, possible;

-- The values of a dispute: those that exclude another, and those that agree with one of these and exclude none
-- (`consistent`).
CREATE OR REPLACE TEMP TABLE roles AS
WITH disputing AS (
    SELECT d.dispute, d.key, c.one AS said, c.one_hash AS value_hash
    FROM clashes c JOIN disputes d ON d.key = c.key AND d.scope_id = c.scope_id AND d.possible = c.possible
    UNION
    SELECT d.dispute, d.key, c.other, c.other_hash
    FROM clashes c JOIN disputes d ON d.key = c.key AND d.scope_id = c.scope_id AND d.possible = c.possible
),
friends AS (
    SELECT one AS mine, other AS theirs, one, other FROM pairs WHERE verdict = 'compatible'
    UNION ALL
    SELECT other, one, one, other FROM pairs WHERE verdict = 'compatible'
),
agreeing AS (
    SELECT d.dispute, d.key, f.theirs AS said, t.value_hash, t.value_key
    FROM friends f
    JOIN disputing d ON d.said = f.mine
    SEMI JOIN nodes h ON h.said = f.theirs
    JOIN disputes w ON w.dispute = d.dispute
    JOIN spoken t ON t.said = f.theirs
    JOIN spoken a ON a.said = f.one
    JOIN spoken b ON b.said = f.other
    JOIN scopes_met x ON x.scope_id = a.scope_id
    JOIN scopes_met y ON y.scope_id = b.scope_id
    JOIN scopes_met mine ON mine.scope_id = t.scope_id
    JOIN scopes_met whole ON whole.scope_id = w.scope_id
    ANTI JOIN disputing n ON n.dispute = d.dispute AND n.value_hash = t.value_hash
    WHERE list_has_all(whole.parts, mine.parts)
    -- Of a value that several scopes state, the first that agrees with anything is shown.
    QUALIFY row_number() OVER (
        PARTITION BY d.dispute, t.value_hash ORDER BY x.rank, a.value_key, y.rank, b.value_key
    ) = 1
)
SELECT dispute, key, said, value_hash, false AS consistent FROM disputing
UNION ALL
SELECT dispute, key, said, value_hash, true
FROM agreeing
QUALIFY row_number() OVER (PARTITION BY dispute ORDER BY value_key) <= getvariable('most_consistent');

INSERT INTO left_over
SELECT DISTINCT key FROM (
    SELECT key FROM roles WHERE NOT consistent
    GROUP BY key, dispute HAVING count(DISTINCT value_hash) > getvariable('max_sides')
);
