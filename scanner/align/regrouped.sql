-- The meetings of the claims that are looked at again.
SELECT claim_a, claim_b, way, score, missing FROM meetings WHERE claim_a IN (FROM align_regrouped)
ORDER BY claim_a, claim_b;
