-- What resolutions make of the claims: `rulings` names a side of a finding (by value key) and what was decided about it.
-- A side's claims are those it shows, and all others of the same key, value and narrower scope. Of several rulings
-- about one claim the latest counts. `until` closes a claim on a day: it never has a window of length zero; what the
-- text says was to begin later never held. A ruling with a window gives it in full.
CREATE OR REPLACE TEMP TABLE ruled AS
WITH shown AS (
    SELECT r.*, f.scope AS finding_scope, p.claim_id, c.value_key AS claim_value
    FROM rulings r
    JOIN findings f ON f.finding_id = r.finding_id
    JOIN finding_sides s ON s.finding_id = r.finding_id AND s.value_key = r.value_key AND NOT s.consistent
    JOIN finding_places p ON p.finding_id = s.finding_id AND p.number = s.number
    JOIN claims c ON c.claim_id = p.claim_id AND c.retracted_at IS NULL
),
together AS (
    SELECT claim_id, resolution, until, window_start, window_end, windowed, dimension, meaning FROM shown
    UNION
    SELECT o.claim_id, w.resolution, w.until, w.window_start, w.window_end, w.windowed, w.dimension, w.meaning
    FROM (SELECT DISTINCT k.key, s.* EXCLUDE (claim_id) FROM shown s JOIN keys k ON k.claim_id = s.claim_id) w
    JOIN keys o ON o.key = w.key
    JOIN claims c ON c.claim_id = o.claim_id AND c.retracted_at IS NULL AND c.value_key = w.claim_value
    JOIN scopes z ON z.scope_id = c.scope_id
    WHERE list_has_all(json_transform(w.finding_scope, '[["VARCHAR"]]'), json_transform(z.items, '[["VARCHAR"]]'))
)
SELECT * FROM together QUALIFY row_number() OVER (PARTITION BY claim_id ORDER BY resolution DESC) = 1;

INSERT INTO decided
SELECT
    l.claim_id,
    l.resolution,
    CASE
        WHEN l.dimension = '' THEN z.items
        ELSE to_json(list_sort(list_append(
            list_filter(json_transform(z.items, '[["VARCHAR"]]'), lambda pair: pair[1] <> l.dimension),
            [l.dimension, l.meaning]
        )))::VARCHAR
    END,
    l.windowed OR l.until IS NOT NULL,
    w.claim_id IS NOT NULL,
    w.window_start, w.window_end, w.window_basis, w.reason, w.closed, w.closed_by
FROM ruled l
JOIN claims c ON c.claim_id = l.claim_id AND c.retracted_at IS NULL
JOIN scopes z ON z.scope_id = c.scope_id
LEFT JOIN windows w ON w.claim_id = l.claim_id
ORDER BY l.claim_id;

DELETE FROM windows w USING decided d WHERE d.claim_id = w.claim_id AND d.windowed;

INSERT INTO windows BY NAME
WITH before AS (
    SELECT
        l.*, c.window_basis,
        CASE WHEN d.held THEN d.base_start ELSE c.window_start END AS old_start,
        CASE WHEN d.held THEN d.base_end ELSE c.window_end END AS old_end,
        coalesce(d.base_closed, false) AS old_closed
    FROM decided d
    JOIN ruled l ON l.claim_id = d.claim_id
    JOIN claims c ON c.claim_id = d.claim_id AND c.retracted_at IS NULL
    WHERE d.windowed
)
SELECT
    claim_id,
    CASE
        WHEN windowed THEN window_start
        WHEN old_start IS NULL OR old_start < until OR window_basis = 'stated' THEN old_start
    END AS window_start,
    CASE
        WHEN windowed THEN window_end
        WHEN window_basis = 'stated' AND old_start >= until THEN NULL
        ELSE least(old_end, until)
    END AS window_end,
    'decided' AS window_basis,
    'decided' AS reason,
    CASE WHEN windowed THEN coalesce(window_end <= $day, false) ELSE old_closed OR until <= $day END AS closed,
    'resolution ' || resolution AS closed_by
FROM before
ORDER BY claim_id;

DROP TABLE ruled;
