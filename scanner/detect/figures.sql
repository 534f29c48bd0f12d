-- How the values of some predicates stand in the corpus: of how many subjects that met another statement they were told,
-- and of how many several values stand in one document with nothing (scope, bound, time, a told change) between them.
WITH places AS (
    SELECT k.key, c.predicate, min(c.value_hash) <> max(c.value_hash) AS several
    FROM keys k
    JOIN claims c ON c.claim_id = k.claim_id AND c.retracted_at IS NULL
    WHERE list_contains($only, c.predicate) AND c.status = 'asserted' AND c.change = '' AND c.window_basis <> 'stated'
        AND c.value_kind <> 'flag'
    GROUP BY k.key, c.predicate, c.source, c.doc_id, c.bound, c.scope_id
),
subjects AS (
    SELECT predicate, key, bool_or(several) AS several FROM places GROUP BY predicate, key
)
SELECT predicate, count(*) AS subjects, count_if(several) AS several
FROM subjects
GROUP BY predicate
ORDER BY predicate;
