-- Pairs of predicates that are stated of the same subjects with comparable values: on how many subjects both agree, on
-- how many they differ. Only subjects with one value of a predicate tell anything, and subjects of very many predicates
-- ("the service") are no one thing.
WITH current AS (
    SELECT subject, predicate, bound, value_kind, unit, value_hash
    FROM claims
    WHERE retracted_at IS NULL AND status = 'asserted' AND change = '' AND value_kind NOT IN ('flag', 'text')
),
single AS (
    SELECT subject, predicate, min(bound) AS bound, min(value_kind) AS value_kind, min(unit) AS unit,
        min(value_hash) AS value_hash
    FROM current
    GROUP BY subject, predicate
    HAVING min(value_hash) = max(value_hash) AND min(bound) = max(bound)
),
small AS (
    SELECT * FROM single QUALIFY count(*) OVER (PARTITION BY subject) <= 60
)
SELECT a.predicate AS first, b.predicate AS second, count_if(a.value_hash = b.value_hash) AS equal,
    count_if(a.value_hash <> b.value_hash) AS different
FROM small a
JOIN small b
    ON a.subject = b.subject AND a.predicate < b.predicate AND a.value_kind = b.value_kind AND a.unit = b.unit
        AND a.bound = b.bound
GROUP BY a.predicate, b.predicate
HAVING count_if(a.value_hash = b.value_hash) > 0
ORDER BY a.predicate, b.predicate;
