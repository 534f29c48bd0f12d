-- Claims whose place in another version is known from earlier alignments, and was not looked for again.
SELECT claim_a, claim_b FROM successions
ANTI JOIN (FROM align_earlier WHERE sort = 'succession') e USING (claim_a, claim_b);
