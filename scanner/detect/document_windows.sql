-- Claims of documents that a newer one has replaced end on its day, whether or not it repeats them. Claims of contested
-- keys are decided one by one and left out here. A window never has length zero: what began on the very day on which
-- it ended began on an unknown day before; what was to begin later never held.
INSERT INTO windows
SELECT
    c.claim_id,
    CASE
        WHEN d.closed_at IS NULL OR c.window_start IS NULL OR c.window_start < d.closed_at THEN c.window_start
        WHEN c.window_basis = 'stated' THEN c.window_start
    END,
    CASE
        WHEN d.closed_at IS NULL THEN c.window_end
        WHEN c.window_basis = 'stated' AND c.window_start >= d.closed_at THEN NULL
        ELSE least(c.window_end, d.closed_at)
    END,
    'superseded',
    d.closed_reason,
    true,
    d.closed_by
FROM claims c
JOIN placed d ON d.source = c.source AND d.doc_id = c.doc_id AND d.closed
LEFT JOIN keys k ON k.claim_id = c.claim_id
ANTI JOIN contested t ON t.key = k.key
WHERE c.retracted_at IS NULL
ORDER BY c.source, c.doc_id, c.start_at, c.claim_id;
