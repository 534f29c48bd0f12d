-- The claims to look at: of the pairs proposed, and of documents whose statements are compared place by place.
CREATE OR REPLACE TEMP TABLE align_wanted AS
SELECT n, claim_id FROM align_claims
WHERE n IN (SELECT a FROM align_proposed UNION SELECT b FROM align_proposed)
    OR doc IN (SELECT doc_a FROM align_compared UNION SELECT doc_b FROM align_compared);
