-- What there is to tell of the keys that columns decided, one row a finding, and the claims that say each of its values.
-- An update is told once for each time it happened: steps from one value to another are one, unless the old value came
-- back in between.
CREATE OR REPLACE TEMP TABLE runs AS
WITH due AS (
    SELECT s.* FROM steps s ANTI JOIN left_over o ON o.key = s.key WHERE s.day <= getvariable('as_of')
),
came AS (
    SELECT new AS said, day, row_number() OVER (PARTITION BY new ORDER BY day) AS times FROM (SELECT DISTINCT new, day FROM due)
)
SELECT d.*, coalesce(c.times, 0) AS run
FROM due d
ASOF LEFT JOIN came c ON c.said = d.old AND c.day <= d.day;

CREATE OR REPLACE TEMP TABLE tellings AS
WITH went AS (
    SELECT old AS said, min(day) AS day FROM runs GROUP BY ALL
),
updates AS (
    SELECT old, new, run, min(day) AS begins FROM runs GROUP BY ALL
),
told AS (
    SELECT
        d.key, d.scope_id, false AS is_update, d.possible, d.dispute, NULL::BIGINT AS old, NULL::BIGINT AS new,
        NULL::BIGINT AS old_hash, NULL::BIGINT AS new_hash, 0 AS run, NULL::DATE AS begins, d.lag, d.missing,
        false AS returns, false AS swings
    FROM disputes d
    ANTI JOIN left_over o ON o.key = d.key
    UNION ALL
    SELECT
        a.key, a.scope_id, true, false, NULL, u.old, u.new, a.value_hash, b.value_hash, u.run, u.begins, NULL, [],
        coalesce(w.day < u.begins, false), count(*) OVER (PARTITION BY u.old, u.new) > getvariable('many_swings')
    FROM updates u
    JOIN spoken a ON a.said = u.old
    JOIN spoken b ON b.said = u.new
    LEFT JOIN went w ON w.said = u.new
)
SELECT
    row_number() OVER (ORDER BY key, is_update, possible, scope_id, old_hash, new_hash, run) + getvariable('first') - 1 AS item, *
FROM told;

-- `turn` orders the sides of an update. Whoever else says the new value from then on is a witness of it; of a value that
-- comes and goes too often (`swings`) others are not sought.
CREATE OR REPLACE TEMP TABLE saying AS
SELECT t.item, r.value_hash, 0 AS turn, r.consistent, h.place
FROM tellings t
JOIN roles r ON r.dispute = t.dispute
JOIN holding h ON h.said = r.said
UNION ALL
SELECT t.item, t.old_hash, 0, false, r.old_place
FROM tellings t
JOIN runs r ON r.old = t.old AND r.new = t.new AND r.run = t.run
UNION ALL
(
    SELECT t.item, t.new_hash, 1, false, r.new_place
    FROM tellings t
    JOIN runs r ON r.old = t.old AND r.new = t.new AND r.run = t.run
    UNION
    SELECT t.item, t.new_hash, 1, false, m.place
    FROM tellings t
    JOIN members m ON m.said = t.new AND m.status <> 'historical'
    LEFT JOIN ended e ON e.place = m.place
    WHERE NOT t.swings AND coalesce(CASE WHEN e.place IS NULL THEN m.opens ELSE e.window_start END <= getvariable('as_of'), true)
        AND (e.place IS NULL OR (e.day > t.begins AND coalesce(e.window_end > t.begins, true)))
);
