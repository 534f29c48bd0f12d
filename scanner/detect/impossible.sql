-- Two facts of one subject in one document that cannot both be: what must not come after (`orders`: earlier, later)
-- does. Either both stand in one row or sentence, or the document gives one value of each and no other.
CREATE OR REPLACE TEMP TABLE wanted AS
WITH stated AS (
    SELECT
        c.rowid AS line, c.claim_id, c.source, c.doc_id, c.subject, c.scope_id, c.predicate, c.value_kind, c.unit, c.lo, c.hi,
        c.unit_id,
        c.start_at,
        min(c.value_hash) OVER same = max(c.value_hash) OVER same AS single
    FROM claims c
    SEMI JOIN (SELECT earlier AS predicate FROM orders UNION SELECT later FROM orders) o ON o.predicate = c.predicate
    WHERE c.retracted_at IS NULL AND c.status = 'asserted' AND c.change = '' AND c.subject <> ''
        AND (c.value_kind <> 'moment' OR c.unit = 'date') -- a season or a night may begin after it ends
    WINDOW same AS (PARTITION BY c.source, c.doc_id, c.subject, c.scope_id, c.predicate)
),
pairs AS (
    SELECT
        a.line AS first, b.line AS last,
        row_number() OVER (ORDER BY a.source, a.doc_id, a.start_at, a.claim_id, b.start_at, b.claim_id) AS key
    FROM stated a
    JOIN orders o ON o.earlier = a.predicate
    JOIN stated b ON b.predicate = o.later AND b.source = a.source AND b.doc_id = a.doc_id
        AND b.subject = a.subject AND b.scope_id = a.scope_id AND b.value_kind = a.value_kind AND b.unit = a.unit
    WHERE a.lo > b.hi AND (a.unit_id = b.unit_id OR (a.single AND b.single))
)
SELECT key, first AS line FROM pairs
UNION ALL
SELECT key, last FROM pairs;
