-- What holds today under the keys that columns decide: one node an identical value of a scope. `alone`: it stands in one
-- unit (sentence, row) only.
CREATE OR REPLACE TEMP TABLE holding AS
SELECT s.place, s.said, s.number, s.unit_id, s.single
FROM members s
LEFT JOIN ended c ON c.place = s.place
WHERE s.taking_part AND (s.opens IS NULL OR s.opens <= getvariable('as_of'))
    AND (c.place IS NULL OR c.day > getvariable('as_of'))
    AND NOT (s.closed AND (s.closed_at IS NULL OR s.closed_at <= getvariable('as_of')));

CREATE OR REPLACE TEMP TABLE nodes AS
SELECT
    said, CASE WHEN bool_or(single) THEN true WHEN bool_or(single IS NULL) THEN NULL ELSE false END AS functional,
    min(number) = max(number) AND min(unit_id) = max(unit_id) AS alone, min(number) AS number, min(unit_id) AS unit_id
FROM holding
GROUP BY said;

-- A dimension of which a key states several values that all say the same does not matter there: which scopes are one
-- then, columns do not tell.
INSERT INTO left_over
SELECT DISTINCT p.key
FROM nodes n
JOIN spoken p ON p.said = n.said AND p.bonded
JOIN dimensions d ON d.scope_id = p.scope_id
GROUP BY p.key, d.name
HAVING min(d.value) <> max(d.value) AND min(p.value_hash) = max(p.value_hash);
