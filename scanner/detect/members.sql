-- The wanted claims with what their documents are to one another, each key in order of place, so that a row's number
-- here is its place among all. A claim that gives no start of its own holds from its document's day (unless it ends
-- before).
CREATE OR REPLACE TEMP TABLE members AS
SELECT
    k.key, c.claim_id, d.number, c.unit_id, c.pair, c.change, c.status, c.bound, c.value, c.value_key, c.value_text,
    c.canonical, s.items, c.functional, c.changes, c.confidence, c.subject, c.predicate, c.subject_basis,
    coalesce(c.window_start, CASE WHEN d.day < coalesce(c.window_end, DATE '9999-12-31') THEN d.day END) AS opens,
    c.window_end AS closes,
    CASE
        WHEN c.window_start IS NULL AND d.day < coalesce(c.window_end, DATE '9999-12-31') THEN 'document-date'
        ELSE c.window_basis
    END AS basis,
    c.text_hash,
    CASE WHEN c.value_kind = 'quantity' AND c.alt_unit = '' THEN c.unit END AS plain_unit, c.lo, c.hi,
    c.subject_text, c.predicate_text, c.extractor,
    c.value_kind, c.unit, c.value_hash, c.scope_id, c.approximate
FROM wanted k
JOIN claims c ON c.rowid = k.line
JOIN placed d ON d.source = c.source AND d.doc_id = c.doc_id
JOIN scopes s ON s.scope_id = c.scope_id
LEFT JOIN followed f ON f.claim_id = c.claim_id
WHERE c.status NOT IN ('example', 'hypothetical') OR f.claim_id IS NOT NULL
ORDER BY k.key, c.source, c.doc_id, c.start_at, c.claim_id;
