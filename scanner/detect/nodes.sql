-- What holds today under the keys that columns decide: one node an identical value of a scope. `spot` is the unit
-- (sentence, row) if it stands in one only.
CREATE OR REPLACE TEMP TABLE holding AS
SELECT s.place, s.key, s.scope_id, s.value_hash
FROM stating s
LEFT JOIN ended c ON c.place = s.place
WHERE (s.opens IS NULL OR s.opens <= getvariable('as_of'))
    AND (c.place IS NULL OR c.day > getvariable('as_of'))
    AND NOT (s.closed AND (s.closed_at IS NULL OR s.closed_at <= getvariable('as_of')));

CREATE OR REPLACE TEMP TABLE nodes AS
SELECT
    h.key, h.scope_id, h.value_hash,
    CASE
        WHEN bool_or(m.functional AND f.predicate IS NULL) THEN true
        WHEN bool_or(m.functional IS NULL AND f.predicate IS NULL) THEN NULL
        ELSE false
    END AS functional,
    CASE
        WHEN min(m.number) = max(m.number) AND min(m.unit_id) = max(m.unit_id) THEN {'number': min(m.number), 'unit': min(m.unit_id)}
    END AS spot
FROM holding h
SEMI JOIN pairs p ON p.key = h.key AND p.scope_id = h.scope_id
JOIN members m ON m.rowid = h.place
LEFT JOIN manifold f ON f.predicate = m.predicate
GROUP BY h.key, h.scope_id, h.value_hash;
