-- Claims whose group has to be looked at again: what is counted of them has changed, or what their document is to others.
CREATE OR REPLACE TEMP TABLE align_stirred AS
SELECT claim_id FROM align_present
WHERE n IN (FROM align_touched) OR doc IN (SELECT doc_a FROM align_relinked UNION SELECT doc_b FROM align_relinked);
