-- How much was done: documents that changed, claims that something bore on, and claims in all.
SELECT
    (SELECT count(*) FROM align_changed), (SELECT count(*) FROM align_touched SEMI JOIN align_claims USING (n)), (SELECT count(*) FROM align_claims);
