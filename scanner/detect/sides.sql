-- The sides of each finding: what the claims that say one value have in common, in order.
CREATE OR REPLACE TEMP TABLE sides AS
WITH held AS (
    SELECT
        s.item, s.value_hash, s.turn, s.consistent, s.place, m.opens, m.number, m.confidence, m.text_hash, m.functional,
        m.changes, m.subject, m.predicate, m.subject_basis,
        CASE WHEN e.place IS NULL THEN m.opens ELSE e.window_start END AS window_start, e.window_end,
        nullif(list_position(getvariable('windows'), coalesce(e.basis, m.basis)), 0) AS basis
    FROM saying s
    JOIN members m ON m.rowid = s.place
    LEFT JOIN ended e ON e.place = s.place
),
told AS (
    SELECT
        h.item, h.value_hash, h.turn, h.consistent, min(h.place) AS first,
        min(coalesce(h.opens, d.day, DATE '9999-12-31')) AS opens, bool_or(h.opens IS NOT NULL) AS dated,
        CASE WHEN bool_and(h.window_start IS NOT NULL) THEN min(h.window_start) END AS starts,
        CASE WHEN bool_and(h.window_end IS NOT NULL) THEN max(h.window_end) END AS ends,
        coalesce(getvariable('windows')[min(h.basis)], 'unknown') AS basis,
        max(d.day) AS newest, max(d.standing) AS standing, max(d.authority) AS authority,
        max(h.confidence) AS confidence, count(DISTINCT h.text_hash) AS witnesses,
        coalesce(bool_or(h.functional), false) AS known, coalesce(bool_and(h.changes IS NOT false), true) AS changing,
        arg_min(d.owner, h.place) FILTER (WHERE d.owner <> '') AS owner,
        list_sort(list(DISTINCT h.number)) AS documents,
        min({
            'blank': h.subject = '', 'basis': list_position(getvariable('bases'), h.subject_basis), 'subject': h.subject,
            'predicate': h.predicate, 'place': h.place
        }) AS named
    FROM held h
    JOIN placed d ON d.number = h.number
    GROUP BY h.item, h.value_hash, h.turn, h.consistent
),
worded AS (
    SELECT item, value_hash, arg_min(value_text, {'less': -times, 'first': first}) AS value
    FROM (
        SELECT s.item, s.value_hash, m.value_text, count(*) AS times, min(s.place) AS first
        FROM saying s
        JOIN members m ON m.rowid = s.place
        GROUP BY ALL
    )
    GROUP BY item, value_hash
)
SELECT
    t.* EXCLUDE (basis, starts, ends), w.value, f.canonical, f.value_key, f.bound, f.plain_unit, (f.lo + f.hi) / 2 AS middle,
    f.approximate,
    CASE
        WHEN NOT g.is_update THEN t.starts
        WHEN t.turn = 1 THEN g.begins
        WHEN t.starts < g.begins THEN t.starts
    END AS valid_from,
    CASE
        WHEN NOT g.is_update THEN t.ends
        WHEN t.turn = 0 THEN g.begins
        WHEN t.ends > g.begins THEN t.ends
    END AS valid_to,
    CASE WHEN g.is_update AND t.turn = 0 AND t.basis <> 'stated' THEN 'superseded' ELSE t.basis END AS basis,
    row_number() OVER (
        PARTITION BY t.item
        ORDER BY t.consistent, CASE WHEN t.consistent THEN f.value_key END, t.turn, t.opens, t.first
    ) - 1 AS number
FROM told t
JOIN tellings g ON g.item = t.item
JOIN worded w ON w.item = t.item AND w.value_hash = t.value_hash
JOIN members f ON f.rowid = t.first;
