-- Among how many claims of its kind a claim of a document may find its counterpart, in all the documents of its body: to a
-- power of two, so that a few more change little. The more there are, the less it tells that one of them is like it.
CREATE OR REPLACE TEMP TABLE align_choices AS
WITH held AS (SELECT doc, kind, count(*) AS number FROM align_claims WHERE extractor <> 'place' GROUP BY doc, kind),
sides AS (SELECT doc_a AS doc, doc_b AS other FROM align_body UNION ALL SELECT doc_b, doc_a FROM align_body)
SELECT sides.doc, theirs.kind, rounded(sum(theirs.number)::BIGINT, 1) AS number
FROM sides
JOIN held theirs ON theirs.doc = other
SEMI JOIN held mine ON mine.doc = sides.doc AND mine.kind = theirs.kind
GROUP BY sides.doc, theirs.kind;

-- Remembered with the other statistics; documents that have other choices than at the last alignment meet all anew.
INSERT INTO align_statistics
SELECT 'choices', concat_ws(chr(31), source, doc_id, kind), number FROM align_choices JOIN align_documents USING (doc);

INSERT INTO align_relinked
WITH moved AS (
    SELECT DISTINCT c.doc
    FROM align_choices c
    JOIN align_documents d USING (doc)
    LEFT JOIN aligned_statistics o ON o.sort = 'choices' AND o.name = concat_ws(chr(31), d.source, d.doc_id, c.kind)
    WHERE o.number IS DISTINCT FROM c.number
)
SELECT doc_a, doc_b FROM align_body WHERE doc_a IN (FROM moved) OR doc_b IN (FROM moved);
