-- What holds today under the keys that columns decide: one node an identical value of a scope. `spot` is the unit
-- (sentence, row) if it stands in one only.
CREATE OR REPLACE TEMP TABLE holding AS
SELECT s.place, s.key, s.scope_id, s.value_hash, s.number, s.unit_id, s.single
FROM stating s
LEFT JOIN ended c ON c.place = s.place
WHERE (s.opens IS NULL OR s.opens <= getvariable('as_of'))
    AND (c.place IS NULL OR c.day > getvariable('as_of'))
    AND NOT (s.closed AND (s.closed_at IS NULL OR s.closed_at <= getvariable('as_of')));

CREATE OR REPLACE TEMP TABLE nodes AS
SELECT
    h.key, h.scope_id, h.value_hash,
    CASE WHEN bool_or(h.single) THEN true WHEN bool_or(h.single IS NULL) THEN NULL ELSE false END AS functional,
    CASE
        WHEN min(h.number) = max(h.number) AND min(h.unit_id) = max(h.unit_id) THEN {'number': min(h.number), 'unit': min(h.unit_id)}
    END AS spot
FROM holding h
SEMI JOIN pairs p ON p.key = h.key AND p.scope_id = h.scope_id
GROUP BY h.key, h.scope_id, h.value_hash;
