-- The old and the new end of a change that one unit states, in the documents whose claims meet anew.
SELECT min(claim_id), max(claim_id)
FROM align_claims
SEMI JOIN align_pairs p ON p.doc_a = doc AND p.doc_b = doc
WHERE pair <> 0
GROUP BY doc, unit_id, pair
HAVING count(*) = 2
ORDER BY ALL;
