-- The documents and chunks that state a side of an open conflict, whether or not the finding shows them: all claims of
-- the same key and value as those it shows.
WITH shown AS (
    SELECT f.finding_id, c.claim_id, c.value_key
    FROM findings f
    JOIN finding_sides s ON s.finding_id = f.finding_id AND NOT s.consistent
    JOIN finding_places p ON p.finding_id = s.finding_id AND p.number = s.number
    JOIN claims c ON c.claim_id = p.claim_id AND c.retracted_at IS NULL
    WHERE f.kind IN ('conflict', 'possible') AND f.status IN ('new', 'open', 'reopened')
)
SELECT s.finding_id, c.source, c.doc_id, c.chunk_id
FROM shown s
JOIN claims c ON c.claim_id = s.claim_id AND c.retracted_at IS NULL
UNION
SELECT w.finding_id, c.source, c.doc_id, c.chunk_id
FROM (SELECT DISTINCT s.finding_id, k.key, s.value_key FROM shown s JOIN keys k ON k.claim_id = s.claim_id) w
JOIN keys o ON o.key = w.key
JOIN claims c ON c.claim_id = o.claim_id AND c.retracted_at IS NULL AND c.value_key = w.value_key
ORDER BY ALL;
