-- Keys of the claims looked at again, and of those that have met nobody since.
SELECT claim_id, key FROM keys
WHERE claim_id IN (FROM align_regrouped)
    OR claim_id NOT IN (SELECT claim_a FROM meetings UNION SELECT claim_b FROM meetings);
