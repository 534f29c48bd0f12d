-- What holds today under the keys that columns may decide: one node an identical value of a scope. `spot` is the unit
-- (sentence, row) if it stands in one only.
INSERT INTO left_over
SELECT DISTINCT a.key
FROM (SELECT DISTINCT key, scope_id FROM members) a
JOIN unsure_scopes u ON u.one = a.scope_id
JOIN (SELECT DISTINCT key, scope_id FROM members) b ON b.key = a.key AND b.scope_id = u.other;

CREATE OR REPLACE TEMP TABLE holding AS
SELECT m.rowid AS place, m.key, m.scope_id, m.value_hash
FROM members m
ANTI JOIN left_over o ON o.key = m.key
JOIN placed d ON d.number = m.number
WHERE m.status IN ('asserted', 'negated') AND NOT d.pending
    AND (m.opens IS NULL OR m.opens <= getvariable('as_of'))
    AND NOT (d.closed AND (d.closed_at IS NULL OR d.closed_at <= getvariable('as_of')));

CREATE OR REPLACE TEMP TABLE nodes AS
SELECT
    m.key, m.scope_id, m.bound, m.value_kind, m.unit, m.value_hash, any_value(m.value_key) AS value_key,
    any_value(m.lo) AS lo, any_value(m.hi) AS hi,
    CASE
        WHEN bool_or(m.functional AND f.predicate IS NULL) THEN true
        WHEN bool_or(m.functional IS NULL AND f.predicate IS NULL) THEN NULL
        ELSE false
    END AS functional,
    CASE
        WHEN min(m.number) = max(m.number) AND min(m.unit_id) = max(m.unit_id) THEN {'number': min(m.number), 'unit': min(m.unit_id)}
    END AS spot
FROM holding h
JOIN members m ON m.rowid = h.place
LEFT JOIN manifold f ON f.predicate = m.predicate
GROUP BY ALL;

INSERT INTO left_over SELECT key FROM nodes GROUP BY key HAVING count(*) > getvariable('most_nodes');
