-- Findings whose texts SQL does not write as JSON, for Python to sign.
WITH said AS (
    SELECT DISTINCT s.item, e.value_key, m.number
    FROM saying s
    JOIN (FROM settled WHERE NOT plain) t ON t.item = s.item
    JOIN sides e ON e.item = s.item AND e.value_hash = s.value_hash AND NOT e.consistent
    JOIN members m ON m.place = s.place
),
sided AS (
    SELECT item, value_key, list(number ORDER BY number) AS documents FROM said GROUP BY item, value_key
)
SELECT
    t.item, any_value(t.is_update) AS is_update, any_value(t.possible) AS possible, any_value(t.subject) AS subject,
    any_value(t.predicate) AS predicate, any_value(t.bound) AS bound, any_value(t.items) AS items,
    list(s.value_key ORDER BY s.value_key) AS value_keys, list(s.documents ORDER BY s.value_key) AS documents
FROM settled t
JOIN sided s ON s.item = t.item
GROUP BY t.item
ORDER BY t.item;
