-- Defaults that lie outside the bounds of the same option: its maximum, its minimum, or its range. All stand in one row
-- or sentence, or the document gives one value of each. A default of nothing or less often stands for "not set".
CREATE OR REPLACE TEMP TABLE wanted AS
WITH stated AS (
    SELECT
        c.rowid AS line, c.claim_id, c.source, c.doc_id, c.subject, c.scope_id, c.predicate, c.bound, c.unit, c.lo, c.hi,
        c.unit_id, c.start_at,
        c.subject_basis, min(c.value_hash) OVER same = max(c.value_hash) OVER same AS single
    FROM claims c
    WHERE c.retracted_at IS NULL AND c.status = 'asserted' AND c.change = '' AND c.subject <> ''
        AND c.value_kind = 'quantity' AND c.predicate IN ('default', 'maximum', 'minimum', 'range')
    WINDOW same AS (PARTITION BY c.source, c.doc_id, c.subject, c.scope_id, c.predicate, c.bound)
),
pairs AS (
    SELECT
        a.line AS first, b.line AS last,
        row_number() OVER (ORDER BY a.source, a.doc_id, a.start_at, a.claim_id, b.start_at, b.claim_id) AS key
    FROM stated a
    JOIN stated b ON b.source = a.source AND b.doc_id = a.doc_id AND b.subject = a.subject
        AND b.scope_id = a.scope_id AND b.unit = a.unit
    WHERE a.bound = 'default' AND a.predicate = 'default' AND a.lo = a.hi
        AND (a.unit_id = b.unit_id OR (a.single AND b.single AND a.subject_basis = 'identifier'))
        AND (
            (b.bound = 'max' AND b.predicate = 'maximum' AND a.lo > b.hi)
            OR (b.bound = 'min' AND b.predicate = 'minimum' AND a.lo > 0 AND a.hi < b.lo)
            OR (b.predicate = 'range' AND b.lo < b.hi AND (a.lo > b.hi OR (a.lo > 0 AND a.hi < b.lo)))
        )
)
SELECT key, first AS line FROM pairs
UNION ALL
SELECT key, last FROM pairs;
