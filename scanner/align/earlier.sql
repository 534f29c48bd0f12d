-- What earlier alignments found between claims that are gone, or between documents whose claims meet anew.
CREATE OR REPLACE TEMP TABLE align_earlier AS
WITH found AS (
    SELECT claim_a, claim_b, 'meeting' AS sort, way AS reason, score, missing FROM meetings
    UNION ALL SELECT claim_a, claim_b, 'stopped', gate, score, [] FROM stopped_pairs WHERE gate <> 'unlikely'
    UNION ALL SELECT claim_a, claim_b, 'succession', '', 0, [] FROM successions
)
SELECT f.*, a.n AS a, b.n AS b
FROM found f
LEFT JOIN align_present a ON a.claim_id = claim_a
LEFT JOIN align_present b ON b.claim_id = claim_b
LEFT JOIN align_pairs p ON p.doc_a = least(a.doc, b.doc) AND p.doc_b = greatest(a.doc, b.doc)
WHERE a.n IS NULL OR b.n IS NULL OR p.doc_a IS NOT NULL;
