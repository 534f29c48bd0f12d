-- Pairs of sentences that may be copies of one another, but for a denial or a value: those of the pairs of documents
-- worked on that share several such runs of words.
WITH todo AS (FROM align_pairs SEMI JOIN align_related USING (doc_a, doc_b)),
firsts AS (FROM align_said SEMI JOIN (SELECT doc_a AS doc FROM todo) USING (doc)),
seconds AS (FROM align_said SEMI JOIN (SELECT doc_b AS doc FROM todo) USING (doc)),
near AS (
    SELECT a.n AS a, b.n AS b
    FROM firsts a
    JOIN seconds b ON b.posting = a.posting AND b.doc > a.doc
    SEMI JOIN todo ON doc_a = a.doc AND doc_b = b.doc
    GROUP BY a.n, b.n
    HAVING count(*) >= $shared
)
SELECT
    x.source, x.doc_id, y.source, y.doc_id, a.claim_id, b.claim_id, a.said, b.said, a.subject = b.subject,
    a.value_key = b.value_key
FROM near
JOIN align_sentences a ON a.n = near.a
JOIN align_sentences b ON b.n = near.b
JOIN align_documents x ON x.doc = a.doc
JOIN align_documents y ON y.doc = b.doc
ORDER BY near.a, near.b;
