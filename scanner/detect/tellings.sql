-- What there is to tell of the keys that columns decided, one row a finding, and the claims that say each of its values.
-- An update is told once for each time it happened: steps from one value to another are one, unless the old value came
-- back in between.
CREATE OR REPLACE TEMP TABLE runs AS
WITH due AS (
    SELECT s.* FROM steps s ANTI JOIN left_over o ON o.key = s.key WHERE s.day <= getvariable('as_of')
),
came AS (
    SELECT key, scope_id, new AS value_hash, day, row_number() OVER (PARTITION BY key, scope_id, new ORDER BY day) AS times
    FROM (SELECT DISTINCT key, scope_id, new, day FROM due)
)
SELECT d.*, coalesce(c.times, 0) AS run
FROM due d
ASOF LEFT JOIN came c ON c.key = d.key AND c.scope_id = d.scope_id AND c.value_hash = d.old AND c.day <= d.day;

CREATE OR REPLACE TEMP TABLE tellings AS
WITH went AS (
    SELECT key, scope_id, old AS value_hash, min(day) AS day FROM runs GROUP BY ALL
),
updates AS (
    SELECT key, scope_id, old, new, run, min(day) AS begins FROM runs GROUP BY ALL
),
told AS (
    SELECT
        key, scope_id, false AS is_update, NULL::BIGINT AS old, NULL::BIGINT AS new, 0 AS run, NULL::DATE AS begins,
        CASE WHEN count(DISTINCT lag) = 1 THEN min(lag) END AS lag, false AS returns, false AS swings
    FROM clashes c
    ANTI JOIN left_over o ON o.key = c.key
    GROUP BY key, scope_id
    UNION ALL
    SELECT
        u.key, u.scope_id, true, u.old, u.new, u.run, u.begins, NULL, coalesce(w.day < u.begins, false),
        count(*) OVER (PARTITION BY u.key, u.scope_id, u.old, u.new) > getvariable('many_swings')
    FROM updates u
    LEFT JOIN went w ON w.key = u.key AND w.scope_id = u.scope_id AND w.value_hash = u.new
)
SELECT row_number() OVER (ORDER BY key, is_update, scope_id, old, new, run) + getvariable('first') - 1 AS item, *
FROM told;

-- `turn` orders the sides of an update. Whoever else says the new value from then on is a witness of it; of a value that
-- comes and goes too often (`swings`) others are not sought.
CREATE OR REPLACE TEMP TABLE saying AS
SELECT t.item, h.value_hash, 0 AS turn, r.consistent, h.place
FROM tellings t
JOIN roles r ON r.key = t.key AND r.scope_id = t.scope_id
JOIN holding h ON h.key = r.key AND h.scope_id = r.scope_id AND h.value_hash = r.value_hash
WHERE NOT t.is_update
UNION ALL
SELECT t.item, t.old, 0, false, r.old_place
FROM tellings t
JOIN runs r ON r.key = t.key AND r.scope_id = t.scope_id AND r.old = t.old AND r.new = t.new AND r.run = t.run
UNION ALL
(
    SELECT t.item, t.new, 1, false, r.new_place
    FROM tellings t
    JOIN runs r ON r.key = t.key AND r.scope_id = t.scope_id AND r.old = t.old AND r.new = t.new AND r.run = t.run
    UNION
    SELECT t.item, t.new, 1, false, m.rowid
    FROM tellings t
    JOIN members m ON m.key = t.key AND m.scope_id = t.scope_id AND m.value_hash = t.new AND m.status <> 'historical'
    LEFT JOIN ended e ON e.place = m.rowid
    WHERE NOT t.swings AND coalesce(CASE WHEN e.place IS NULL THEN m.opens ELSE e.window_start END <= getvariable('as_of'), true)
        AND (e.place IS NULL OR (e.day > t.begins AND coalesce(e.window_end > t.begins, true)))
);
