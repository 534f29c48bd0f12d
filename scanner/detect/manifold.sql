-- Predicates that have several values by nature: many subjects have more than one inside one document, and nothing
-- (scope, bound, time, a told change) tells these apart.
WITH places AS (
    SELECT k.key, c.predicate, c.source, c.doc_id, min(c.value_hash) <> max(c.value_hash) AS several
    FROM keys k
    JOIN claims c ON c.claim_id = k.claim_id AND c.retracted_at IS NULL
    WHERE c.status = 'asserted' AND c.change = '' AND c.window_basis <> 'stated' AND c.value_kind <> 'flag'
    GROUP BY k.key, c.predicate, c.source, c.doc_id, c.bound, c.scope_id
),
subjects AS (
    SELECT predicate, key, bool_or(several) AS several FROM places GROUP BY predicate, key
)
SELECT predicate
FROM subjects
GROUP BY predicate
HAVING count_if(several) >= $many_subjects AND count_if(several) >= $many_share * count(*)
ORDER BY predicate;
