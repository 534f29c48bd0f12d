-- Chunks whose standing is not what the command hook was last told; a chunk that stands apart in nothing is current.
SELECT
    coalesce(n.source, t.source) AS source, coalesce(n.doc_id, t.doc_id) AS doc_id,
    coalesce(n.chunk_id, t.chunk_id) AS chunk_id, coalesce(t.standing, ['current']) AS before,
    CASE WHEN n.chunk_id IS NOT NULL THEN n.standing WHEN c.chunk_id IS NULL THEN ['gone'] ELSE ['current'] END AS after,
    coalesce(n.findings, []) AS findings
FROM chunk_standing n
FULL JOIN told t ON t.source = n.source AND t.doc_id = n.doc_id AND t.chunk_id = n.chunk_id
LEFT JOIN (SELECT DISTINCT source, doc_id, chunk_id FROM chunks) c
    ON c.source = t.source AND c.doc_id = t.doc_id AND c.chunk_id = t.chunk_id
WHERE t.standing IS DISTINCT FROM n.standing
ORDER BY ALL;
