-- The claims of findings, shown now or seen when something was decided ($seen: claim ids), each version of them with the
-- document revision that stated it.
WITH shown AS (
    SELECT p.claim_id, list_sort(list_distinct(list(p.finding_id))) AS findings
    FROM finding_places p
    JOIN findings f ON f.finding_id = p.finding_id AND f.kind IN ('conflict', 'possible')
    WHERE $finding = '' OR list_contains($ids, p.finding_id)
    GROUP BY p.claim_id
)
SELECT
    c.claim_id, c.subject_text, c.predicate_text, c.predicate, c.value_text, c.quote, c.source, c.doc_id, c.chunk_id, c.line,
    d.content_hash, d.fingerprint, c.extractor, c.recorded_at, c.retracted_at,
    CASE WHEN c.retracted_at IS NULL THEN coalesce(s.findings, []) ELSE [] END AS findings
FROM claims c
LEFT JOIN shown s ON s.claim_id = c.claim_id
JOIN documents d ON d.source = c.source AND d.doc_id = c.doc_id AND d.recorded_at = c.recorded_at
WHERE (s.claim_id IS NOT NULL AND c.retracted_at IS NULL) OR list_contains($seen, c.claim_id)
ORDER BY c.source, c.doc_id, c.recorded_at, c.start_at, c.claim_id;
