-- The wanted claims with what their documents are to one another, each key in order of place, so that a row's number
-- here is its place among all. A claim that gives no start of its own holds from its document's day (unless it ends
-- before). The last columns are what detection by columns asks of a claim and its document: `taking_part` in disputes,
-- `beyond` what columns can decide, and `single`, whether it takes one value at a time.
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
    c.value_kind, c.unit, c.value_hash, c.scope_id, c.approximate,
    d.standing, d.series, d.closed, d.closed_at,
    NOT d.pending AND (
        c.status IN ('asserted', 'negated') OR (c.status = 'planned' AND basis = 'stated' AND opens IS NOT NULL)
    ) AS taking_part,
    coalesce(
        c.change <> '' OR c.window_end IS NOT NULL OR d.recency OR d.declared OR c.value_kind IN ('text', 'entity')
        OR (c.value_kind = 'moment' AND contains(c.value, '"fiscal":true'))
        OR (c.value_kind = 'term' AND contains(c.value, '"agrees"'))
        OR (c.value_kind = 'quantity' AND (c.alt_unit <> '' OR c.unit IS NULL OR c.lo IS NULL OR c.hi IS NULL))
        OR isinf(c.lo) OR isinf(c.hi),
        false
    ) AS beyond,
    CASE WHEN o.predicate IS NULL THEN c.functional ELSE false END AS single
FROM wanted k
JOIN claims c ON c.rowid = k.line
JOIN placed d ON d.source = c.source AND d.doc_id = c.doc_id
JOIN scopes s ON s.scope_id = c.scope_id
LEFT JOIN manifold o ON o.predicate = c.predicate
LEFT JOIN followed f ON f.claim_id = c.claim_id
WHERE c.status NOT IN ('example', 'hypothetical') OR f.claim_id IS NOT NULL
ORDER BY k.key, d.number, c.start_at, c.claim_id;
