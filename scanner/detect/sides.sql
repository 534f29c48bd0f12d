-- The sides of each finding: what the claims that say one value have in common, in order. What is best of several is
-- found by one number, rank before place: 2^36 is more than there can be places.
CREATE OR REPLACE TEMP TABLE names AS
SELECT
    key, naming,
    row_number() OVER (
        PARTITION BY key
        ORDER BY min(subject) = '', list_position(getvariable('bases'), min(subject_basis)), min(subject), min(predicate)
    ) AS rank
FROM members
GROUP BY key, naming;

CREATE OR REPLACE TEMP TABLE sides AS
WITH held AS (
    SELECT
        s.item, s.value_hash, s.turn, s.consistent, s.place, m.opens, m.number, m.confidence, m.text_hash, m.functional,
        m.changes, n.rank << 36 | s.place AS named,
        CASE WHEN e.place IS NULL THEN m.opens ELSE e.window_start END AS window_start, e.window_end,
        nullif(list_position(getvariable('windows'), coalesce(e.basis, m.basis)), 0) AS basis
    FROM saying s
    JOIN members m ON m.place = s.place
    JOIN names n ON n.key = m.key AND n.naming = m.naming
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
        min(h.place) FILTER (WHERE d.owner <> '') AS owning,
        min(h.number) AS first_document, max(h.number) AS last_document, min(h.named) AS named
    FROM held h
    JOIN placed d ON d.number = h.number
    GROUP BY h.item, h.value_hash, h.turn, h.consistent
),
-- The wording that most places use, the first of equals.
worded AS (
    SELECT item, value_hash, min(((1 << 26) - times) << 36 | first) & ((1::BIGINT << 36) - 1) AS place
    FROM (
        SELECT s.item, s.value_hash, m.wording, count(*) AS times, min(s.place) AS first
        FROM saying s
        JOIN members m ON m.place = s.place
        GROUP BY ALL
    )
    GROUP BY item, value_hash
),
numbered AS (
    SELECT
        t.item, t.value_hash, t.turn,
        row_number() OVER (PARTITION BY t.item ORDER BY t.consistent, f.value_key, t.turn, t.opens, t.first) - 1 AS number
    FROM told t
    LEFT JOIN members f ON f.place = t.first AND t.consistent
)
SELECT
    t.* EXCLUDE (basis, starts, ends, opens, named), n.number, t.named >> 36 AS naming, t.named & ((1::BIGINT << 36) - 1) AS named,
    v.value_text AS value, f.canonical, f.value_key, f.bound, f.plain_unit, (f.lo + f.hi) / 2 AS middle, f.approximate,
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
    CASE WHEN g.is_update AND t.turn = 0 AND t.basis <> 'stated' THEN 'superseded' ELSE t.basis END AS basis
FROM told t
JOIN numbered n ON n.item = t.item AND n.value_hash = t.value_hash AND n.turn = t.turn
JOIN tellings g ON g.item = t.item
JOIN worded w ON w.item = t.item AND w.value_hash = t.value_hash
JOIN members v ON v.place = w.place
JOIN members f ON f.place = t.first;

DROP TABLE names;
