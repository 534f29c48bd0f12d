-- Pairs of documents that may belong together: the rare words both use (versions of one series count as one document).
-- One shared word is enough only within one folder, and of what is equal to the byte; none is needed there beside a
-- file that speaks of its whole folder (LICENSE).
WITH ties AS (
    SELECT word
    FROM align_document_words w
    JOIN align_documents d USING (doc)
    WHERE length(word) >= 3
    GROUP BY word
    HAVING count(*) BETWEEN 2 AND 4 * $rare AND count(DISTINCT body) <= $rare
),
holders AS (SELECT doc, word FROM align_document_words SEMI JOIN ties USING (word)),
folders AS (SELECT folder FROM align_documents GROUP BY folder HAVING count(*) <= $folder),
pairs AS (
    SELECT a.doc AS doc_a, b.doc AS doc_b, count(*) AS words, list(word ORDER BY word)[:8] AS first_words
    FROM holders a JOIN holders b USING (word)
    WHERE a.doc < b.doc
    GROUP BY a.doc, b.doc
),
beside AS (
    SELECT a.doc AS doc_a, b.doc AS doc_b
    FROM align_documents a
    JOIN align_documents b ON b.folder = a.folder AND a.doc < b.doc
    SEMI JOIN folders f ON f.folder = a.folder
    WHERE list_contains($companions, a.stem) OR list_contains($companions, b.stem)
),
joined AS (
    FROM pairs
    UNION ALL
    SELECT doc_a, doc_b, 0, [] FROM beside ANTI JOIN pairs USING (doc_a, doc_b)
)
SELECT
    a.source, a.doc_id, b.source, b.doc_id, words, first_words,
    words = 0 OR (a.in_folder AND a.folder = b.folder AND f.folder IS NOT NULL) AS one_folder
FROM joined
JOIN align_documents a ON a.doc = doc_a
JOIN align_documents b ON b.doc = doc_b
LEFT JOIN folders f ON f.folder = a.folder
WHERE words <> 1 OR (a.in_folder AND a.folder = b.folder AND f.folder IS NOT NULL) OR a.content_hash = b.content_hash
ORDER BY doc_a, doc_b;
