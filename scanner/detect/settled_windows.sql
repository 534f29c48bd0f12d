-- Claims under settled keys whose document a newer one has replaced end on its day.
INSERT INTO windows
SELECT
    m.claim_id, CASE WHEN d.closed_at IS NULL OR m.opens < d.closed_at THEN m.opens END, d.closed_at,
    CASE WHEN d.closed_at IS NULL THEN m.basis ELSE 'superseded' END, d.closed_reason, true, d.closed_by
FROM members m
ANTI JOIN left_over o ON o.key = m.key
JOIN placed d ON d.number = m.number
WHERE d.closed AND NOT d.pending AND m.status IN ('asserted', 'negated')
ORDER BY m.rowid;
