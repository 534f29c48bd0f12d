-- All claims of the groups in which a stirred one stands: those that meet it, directly or through others.
CREATE OR REPLACE TEMP TABLE align_regrouped AS
WITH RECURSIVE met AS MATERIALIZED (
    SELECT claim_a AS claim_id, claim_b AS other FROM meetings
    UNION ALL
    SELECT claim_b, claim_a FROM meetings
),
together AS (
    SELECT claim_id FROM met SEMI JOIN align_stirred USING (claim_id)
    UNION
    SELECT met.other FROM together JOIN met USING (claim_id)
)
FROM together;
