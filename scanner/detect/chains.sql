-- What ended the claims of a key, and what replaced them: the first statement that says from when on it holds, holds
-- later, says another value and has no lower standing; else the document that took the place of theirs; else an old
-- value that is told ("it was 5 until March"). One row a claim that ended; those of keys that are left over mean nothing.
CREATE OR REPLACE TEMP TABLE signals AS
SELECT said, standing, opens, min(place) AS place
FROM members
WHERE taking_part AND basis = 'stated' AND opens IS NOT NULL AND functional IS DISTINCT FROM false
GROUP BY ALL;

-- Claims of one value, standing and start have one fate: they are merged before anything is paired.
CREATE OR REPLACE TEMP TABLE signalled AS
WITH different AS (
    SELECT one AS mine, other AS theirs FROM pairs WHERE verdict = 'different' AND bond IS NULL
    UNION ALL
    SELECT other, one FROM pairs WHERE verdict = 'different' AND bond IS NULL
),
rivals AS (
    SELECT DISTINCT s.said, s.standing, d.mine FROM signals s JOIN different d ON d.theirs = s.said
),
waiting AS (
    SELECT DISTINCT s.said, s.standing, s.opens, r.said AS theirs, r.standing AS their_standing
    FROM members s
    JOIN rivals r ON r.mine = s.said AND r.standing >= s.standing
    WHERE s.taking_part AND s.opens IS NOT NULL AND s.functional IS DISTINCT FROM false
)
SELECT w.said, w.standing, w.opens, min({'day': s.opens, 'place': s.place}) AS first
FROM waiting w
ASOF JOIN signals s ON s.said = w.theirs AND s.standing = w.their_standing AND w.opens < s.opens
GROUP BY w.said, w.standing, w.opens;

CREATE OR REPLACE TEMP TABLE closings AS
SELECT
    s.place, s.key, s.said,
    CASE WHEN s.closed THEN coalesce(g.first.day <= s.closed_at, g.first IS NOT NULL) ELSE true END AS signal,
    CASE WHEN signal THEN g.first.day ELSE s.closed_at END AS day,
    CASE WHEN signal THEN g.first.place END AS by,
    CASE WHEN signal THEN 'stated-window' END AS reason
FROM members s
LEFT JOIN signalled g
    ON g.said = s.said AND g.standing = s.standing AND g.opens = s.opens AND s.functional IS DISTINCT FROM false
WHERE s.taking_part AND (s.closed OR g.first IS NOT NULL);

INSERT INTO closings
WITH quoted AS (
    SELECT m.place, m.said, m.number, d.day, d.standing
    FROM members m
    ANTI JOIN left_over o ON o.key = m.key
    JOIN placed d ON d.number = m.number
    WHERE m.status = 'historical' AND NOT d.pending AND d.day IS NOT NULL
)
SELECT s.place, s.key, s.said, false, arg_min(q.day, q.place), min(q.place), 'stated-change'
FROM quoted q
JOIN members s
    ON s.said = q.said AND s.number <> q.number AND s.opens < q.day AND s.standing <= q.standing AND s.taking_part
ANTI JOIN closings c ON c.place = s.place
GROUP BY s.place, s.key, s.said;

-- The windows in which the claims that ended held. None has length zero: what began on the day on which it ended began
-- on an unknown day before; what was to begin later never held.
CREATE OR REPLACE TEMP TABLE ended AS
SELECT
    c.*, coalesce(m.opens >= c.day AND m.basis = 'stated', false) AS never,
    CASE WHEN c.day IS NULL OR m.opens < c.day OR never THEN m.opens END AS window_start,
    CASE WHEN NOT never THEN c.day END AS window_end,
    CASE WHEN c.day IS NULL OR never THEN m.basis ELSE 'superseded' END AS basis
FROM closings c
JOIN members m ON m.place = c.place;

DROP TABLE closings;

-- A value that another has replaced: `old_place` by `new_place`.
CREATE OR REPLACE TEMP TABLE steps AS
SELECT e.key, e.said AS old, s.said AS new, e.place AS old_place, e.by AS new_place, e.day
FROM ended e
JOIN members s ON s.place = e.by
WHERE e.signal;
