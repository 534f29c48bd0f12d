-- Pairs of documents that share so many statements that one may be a template of the other: how many they share, how
-- many the one with fewer has, and how many the other.
WITH said AS (SELECT DISTINCT doc, statement FROM align_claims WHERE length(statement) > $shortest),
sizes AS (SELECT doc, count(*) AS statements FROM said GROUP BY doc),
shared AS (SELECT statement FROM said GROUP BY statement HAVING count(*) BETWEEN 2 AND $template),
holders AS (SELECT doc, statement FROM said SEMI JOIN shared USING (statement)),
pairs AS (
    SELECT a.doc AS doc_a, b.doc AS doc_b, count(*) AS common
    FROM holders a JOIN holders b USING (statement)
    WHERE a.doc < b.doc
    GROUP BY a.doc, b.doc
    HAVING count(*) >= $least
)
SELECT a.source, a.doc_id, b.source, b.doc_id, common, least(x.statements, y.statements) AS smaller,
    greatest(x.statements, y.statements) AS larger
FROM pairs
JOIN align_documents a ON a.doc = doc_a
JOIN align_documents b ON b.doc = doc_b
JOIN sizes x ON x.doc = doc_a
JOIN sizes y ON y.doc = doc_b
ORDER BY doc_a, doc_b;
