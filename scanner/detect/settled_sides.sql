-- The sides and places of the findings that columns decided.
INSERT INTO staged_sides
SELECT
    s.item, s.number, s.consistent,
    CASE WHEN length(s.value) > getvariable('longest') THEN substring(s.value, 1, getvariable('longest') - 1) || '…' ELSE s.value END,
    s.canonical, s.value_key, s.valid_from, s.valid_to, s.basis, s.authority, coalesce(s.number = t.preferred, false),
    s.witnesses
FROM sides s
JOIN settled t ON t.item = s.item;

INSERT INTO staged_places
WITH counted AS (
    SELECT
        s.item, e.number, s.place,
        greatest(1, getvariable('per_document') // CASE WHEN s.consistent THEN 4 ELSE t.sides END) AS each,
        row_number() OVER (PARTITION BY s.item, s.value_hash, m.number ORDER BY s.place) AS in_document
    FROM saying s
    JOIN members m ON m.place = s.place
    JOIN settled t ON t.item = s.item
    JOIN sides e ON e.item = s.item AND e.value_hash = s.value_hash
),
shown AS (
    SELECT item, number, row_number() OVER (PARTITION BY item, number ORDER BY place) - 1 AS turn, place
    FROM counted
    WHERE in_document <= each
)
SELECT s.item, s.number, s.turn, m.claim_id, d.shown_standing
FROM shown s
JOIN members m ON m.place = s.place
JOIN placed d ON d.number = m.number
WHERE s.turn < getvariable('per_side');
