-- Sentences as a whole (claims that one affirms or denies what it says, and of each value in it): they meet only their
-- copies, and count for nothing else. Numbered behind the other claims; `statement` is `said` without its denials.
-- sort: what is claimed of the sentence.
CREATE OR REPLACE TEMP TABLE align_sentences AS
SELECT
    (SELECT count(*) FROM align_claims) + row_number() OVER (ORDER BY d.doc, c.unit_id, c.claim_id) AS n,
    c.claim_id, d.doc, c.value_kind AS sort, c.statement AS said, replace(c.statement, '! ', '') AS statement, c.subject,
    c.value_key
FROM claims c
JOIN align_documents d USING (source, doc_id)
WHERE c.retracted_at IS NULL AND c.extractor = $sentence;
