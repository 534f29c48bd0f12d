-- The claims of contested keys with what their documents are to one another, each key in order of place.
SELECT
    k.key, c.claim_id, d.number, c.unit_id, c.pair, c.change, c.status, c.bound, c.value, c.value_key, c.value_text,
    c.canonical, s.items, c.functional, c.changes, c.confidence, c.subject, c.predicate, c.subject_basis,
    c.window_start, c.window_end, c.window_basis, c.text_hash
FROM keys k
SEMI JOIN contested t ON t.key = k.key
JOIN claims c ON c.claim_id = k.claim_id AND c.retracted_at IS NULL
JOIN placed d ON d.source = c.source AND d.doc_id = c.doc_id
JOIN scopes s ON s.scope_id = c.scope_id
WHERE c.status NOT IN ('example', 'hypothetical')
ORDER BY k.key, c.source, c.doc_id, c.start_at, c.claim_id;
