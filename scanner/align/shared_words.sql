-- Pairs of documents that may belong together: the words both use that few others do (versions of one series count as
-- one document). Two rare words are enough, or several less rare ones, the more telling the fewer use them.
-- One shared rare word is enough only within one folder, and of what is equal to the byte; none is needed there beside a
-- file that speaks of its whole folder (LICENSE).
-- tells: in tenths of a bit, so that sums are exact: how much rarer a word is than one in an eighth of all documents.
WITH ties AS (
    SELECT word, count(DISTINCT body) <= $rare AND count(*) <= 4 * $rare AS rare,
        floor(10 * log2($documents / (8 * count(DISTINCT body))))::INTEGER AS tells
    FROM align_document_words w
    JOIN align_documents d USING (doc)
    WHERE length(word) >= 3
    GROUP BY word
    HAVING count(*) BETWEEN 2 AND 4 * $common AND count(DISTINCT body) <= $common AND (rare OR tells > 0)
),
holders AS (SELECT doc, word, rare, tells FROM align_document_words JOIN ties USING (word)),
folders AS (SELECT folder FROM align_documents GROUP BY folder HAVING count(*) <= $folder),
pairs AS (
    SELECT a.doc AS doc_a, b.doc AS doc_b, count(*) FILTER (a.rare) AS words, sum(greatest(a.tells, 0)) AS tells,
        list(word ORDER BY a.tells DESC, word)[:8] AS first_words
    FROM holders a JOIN holders b USING (word)
    WHERE a.doc < b.doc
    GROUP BY a.doc, b.doc
    HAVING words > 0 OR sum(greatest(a.tells, 0)) >= $enough
),
beside AS (
    SELECT a.doc AS doc_a, b.doc AS doc_b
    FROM align_documents a
    JOIN align_documents b ON b.folder = a.folder AND a.doc < b.doc
    SEMI JOIN folders f ON f.folder = a.folder
    WHERE list_contains($companions, a.stem) OR list_contains($companions, b.stem)
),
joined AS (
    SELECT *, words > 1 OR tells >= $enough AS tied, false AS companions FROM pairs
    UNION ALL
    SELECT doc_a, doc_b, 0, 0, [], false, true FROM beside ANTI JOIN pairs USING (doc_a, doc_b)
)
SELECT
    a.source, a.doc_id, b.source, b.doc_id, greatest(words, tells // $bits)::BIGINT, first_words, tied,
    companions OR (a.in_folder AND a.folder = b.folder AND f.folder IS NOT NULL) AS one_folder
FROM joined
JOIN align_documents a ON a.doc = doc_a
JOIN align_documents b ON b.doc = doc_b
LEFT JOIN folders f ON f.folder = a.folder
WHERE tied OR one_folder OR a.content_hash = b.content_hash
ORDER BY doc_a, doc_b;
