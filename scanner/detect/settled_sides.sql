-- The sides and places of the findings in `chosen`, which says which side each prefers (NULL: none).
INSERT INTO staged_sides
SELECT
    c.item, s.number, s.consistent,
    CASE WHEN length(s.value) > getvariable('longest') THEN substring(s.value, 1, getvariable('longest') - 1) || '…' ELSE s.value END,
    s.canonical, s.value_key, s.valid_from, NULL, s.basis, s.authority, coalesce(s.number = c.preferred, false),
    s.witnesses
FROM sides s
JOIN settled t ON t.key = s.key AND t.scope_id = s.scope_id
JOIN chosen c ON c.item = t.item;

INSERT INTO staged_places
WITH counted AS (
    SELECT
        t.item, e.number, s.place, m.claim_id, d.shown_standing AS standing,
        greatest(1, getvariable('per_document') // CASE WHEN s.consistent THEN 4 ELSE len(t.value_keys) END) AS each,
        row_number() OVER (PARTITION BY s.key, s.scope_id, s.value_hash, m.number ORDER BY s.place) AS in_document
    FROM saying s
    JOIN members m ON m.rowid = s.place
    JOIN placed d ON d.number = m.number
    JOIN settled t ON t.key = s.key AND t.scope_id = s.scope_id
    JOIN sides e ON e.key = s.key AND e.scope_id = s.scope_id AND e.value_hash = s.value_hash
),
shown AS (
    SELECT item, number, row_number() OVER (PARTITION BY item, number ORDER BY place) - 1 AS place, claim_id, standing
    FROM counted
    WHERE in_document <= each
)
SELECT * FROM shown WHERE place < getvariable('per_side');
