-- Pairs of claims worth a look, by number, the earlier first: of one comparable kind, sharing a word that is not in
-- too many statements, in related documents; of one kind that has few claims in the documents of one body, whatever
-- their words; or of one canonical subject and predicate anywhere.
CREATE OR REPLACE TEMP TABLE align_proposed AS
WITH todo AS (FROM align_pairs SEMI JOIN align_related USING (doc_a, doc_b)),
firsts AS (FROM align_postings SEMI JOIN (SELECT doc_a AS doc FROM todo) USING (doc)),
seconds AS (FROM align_postings SEMI JOIN (SELECT doc_b AS doc FROM todo) USING (doc)),
few AS (
    SELECT n, doc, kind FROM align_claims
    SEMI JOIN (FROM align_choices WHERE number <= $few) USING (doc, kind)
    WHERE extractor <> 'place'
)
SELECT a.n AS a, b.n AS b
FROM firsts a
JOIN seconds b ON b.posting = a.posting AND b.n > a.n
SEMI JOIN todo ON doc_a = a.doc AND doc_b = b.doc
UNION
SELECT a.n, b.n
FROM (FROM todo SEMI JOIN align_body USING (doc_a, doc_b)) t
JOIN few a ON a.doc = doc_a
JOIN few b ON b.doc = doc_b AND b.kind = a.kind
UNION
SELECT a.n, b.n
FROM align_keyed a
JOIN align_keyed b ON b.posting = a.posting AND b.n > a.n
SEMI JOIN align_pairs ON doc_a = a.doc AND doc_b = b.doc;
