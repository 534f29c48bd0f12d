-- What is told by counting within one document: statements that one place repeats, rows that share a header, and units
-- that give several values of one thing (a day and its time of day are one, and so is what is told twice in other words:
-- "600 (ten minutes)"); and subjects of which many statements give values of one kind.
SELECT 'repeated' AS sort, d.source, d.doc_id, context, '' AS first, '' AS second, -1 AS unit_id, count(*) AS number
FROM (
    SELECT doc, context, statement FROM align_claims WHERE told
    GROUP BY doc, context, statement HAVING count(DISTINCT unit_id) > 1
) JOIN align_documents d USING (doc)
GROUP BY ALL HAVING count(*) > 1
UNION ALL
SELECT 'rows', d.source, d.doc_id, context, lead, predicate, -1, count(DISTINCT unit_id)
FROM align_claims JOIN align_documents d USING (doc)
WHERE told AND extractor = 'table'
GROUP BY ALL HAVING count(DISTINCT unit_id) > 1
UNION ALL
SELECT 'values', d.source, d.doc_id, [CASE WHEN kind SIMILAR TO '(date|clock|weekday|yearday).*' THEN kind ELSE '' END],
    subject, predicate, unit_id, count(DISTINCT slot)
FROM align_claims JOIN align_documents d USING (doc)
WHERE pair = 0 AND extractor <> 'timing end'
GROUP BY ALL
HAVING count(DISTINCT slot) > 1 AND (count(DISTINCT valued) > 1 OR count(DISTINCT worded) = 1)
UNION ALL
SELECT 'subject', d.source, d.doc_id, NULL, subject, kind, -1, count(DISTINCT unit_id)
FROM align_claims JOIN align_documents d USING (doc)
GROUP BY ALL HAVING count(DISTINCT unit_id) > 2;
