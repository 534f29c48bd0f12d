-- What ended the claims of a key, and what replaced them: the first statement that says from when on it holds, holds
-- later, says another value and has no lower standing; else the document that took the place of theirs; else an old
-- value that is told ("it was 5 until March"). One row a claim that ended.
CREATE OR REPLACE TEMP TABLE signals AS
SELECT key, scope_id, value_hash, standing, opens, min(place) AS place
FROM stating
WHERE stated AND opens IS NOT NULL AND functional IS DISTINCT FROM false
GROUP BY ALL;

-- Claims of one value, standing and start have one fate: they are merged before anything is paired.
CREATE OR REPLACE TEMP TABLE signalled AS
WITH different AS (
    SELECT key, scope_id, one AS mine, other AS theirs FROM pairs WHERE verdict = 'different'
    UNION ALL
    SELECT key, scope_id, other, one FROM pairs WHERE verdict = 'different'
),
rivals AS (
    SELECT DISTINCT s.key, s.scope_id, s.value_hash, s.standing, d.mine
    FROM signals s
    JOIN different d ON d.key = s.key AND d.scope_id = s.scope_id AND d.theirs = s.value_hash
),
waiting AS (
    SELECT DISTINCT s.key, s.scope_id, s.value_hash, s.standing, s.opens, r.value_hash AS theirs, r.standing AS their_standing
    FROM stating s
    JOIN rivals r ON r.key = s.key AND r.scope_id = s.scope_id AND r.mine = s.value_hash AND r.standing >= s.standing
    WHERE s.opens IS NOT NULL AND s.functional IS DISTINCT FROM false
)
SELECT w.key, w.scope_id, w.value_hash, w.standing, w.opens, min({'day': s.opens, 'place': s.place}) AS first
FROM waiting w
ASOF JOIN signals s
    ON s.key = w.key AND s.scope_id = w.scope_id AND s.value_hash = w.theirs AND s.standing = w.their_standing
    AND w.opens < s.opens
GROUP BY w.key, w.scope_id, w.value_hash, w.standing, w.opens;

CREATE OR REPLACE TEMP TABLE closings AS
SELECT
    s.place, s.key, s.scope_id, s.value_hash,
    CASE WHEN s.closed THEN coalesce(g.first.day <= s.closed_at, g.first IS NOT NULL) ELSE true END AS signal,
    CASE WHEN signal THEN g.first.day ELSE s.closed_at END AS day,
    CASE WHEN signal THEN g.first.place END AS by,
    CASE WHEN signal THEN 'stated-window' END AS reason
FROM stating s
LEFT JOIN signalled g
    ON g.key = s.key AND g.scope_id = s.scope_id AND g.value_hash = s.value_hash AND g.standing = s.standing
    AND g.opens = s.opens AND s.functional IS DISTINCT FROM false
WHERE s.closed OR g.first IS NOT NULL;

INSERT INTO closings
WITH quoted AS (
    SELECT m.rowid AS place, m.key, m.scope_id, m.value_hash, m.number, d.day AS day, d.standing
    FROM members m
    ANTI JOIN left_over o ON o.key = m.key
    JOIN placed d ON d.number = m.number
    WHERE m.status = 'historical' AND NOT d.pending AND d.day IS NOT NULL
)
SELECT s.place, s.key, s.scope_id, s.value_hash, false, arg_min(q.day, q.place), min(q.place), 'stated-change'
FROM quoted q
JOIN stating s
    ON s.key = q.key AND s.scope_id = q.scope_id AND s.value_hash = q.value_hash AND s.number <> q.number
    AND s.opens < q.day AND s.standing <= q.standing
ANTI JOIN closings c ON c.place = s.place
GROUP BY s.place, s.key, s.scope_id, s.value_hash;

-- The windows in which the claims that ended held. None has length zero: what began on the day on which it ended began
-- on an unknown day before; what was to begin later never held.
CREATE OR REPLACE TEMP TABLE ended AS
SELECT
    c.*, coalesce(m.opens >= c.day AND m.basis = 'stated', false) AS never,
    CASE WHEN c.day IS NULL OR m.opens < c.day OR never THEN m.opens END AS window_start,
    CASE WHEN NOT never THEN c.day END AS window_end,
    CASE WHEN c.day IS NULL OR never THEN m.basis ELSE 'superseded' END AS basis
FROM closings c
JOIN members m ON m.rowid = c.place;

DROP TABLE closings;

-- A value that another has replaced: `old_place` by `new_place`.
CREATE OR REPLACE TEMP TABLE steps AS
SELECT e.key, e.scope_id, e.value_hash AS old, m.value_hash AS new, e.place AS old_place, e.by AS new_place, e.day
FROM ended e
JOIN members m ON m.rowid = e.by
WHERE e.signal;
