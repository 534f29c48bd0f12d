-- The members that are left over, as Python reads them.
WITH chosen AS MATERIALIZED (
    SELECT m.* FROM members m SEMI JOIN left_over o ON o.key = m.key WHERE m.key BETWEEN $low AND $high
)
SELECT
    m.key, m.claim_id, m.number, m.unit_id, c.pair, c.change, m.status, m.bound, c.value, m.value_key, m.value_text,
    m.canonical, s.items, m.functional, m.changes, m.confidence, m.subject, m.predicate, m.subject_basis, m.opens, m.closes,
    m.basis, m.text_hash, m.plain_unit, m.lo, m.hi, m.subject_text, m.predicate_text, c.extractor
FROM chosen m
JOIN claims c ON c.rowid = m.line
JOIN scopes s ON s.scope_id = m.scope_id
ORDER BY m.place;
