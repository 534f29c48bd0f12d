-- The windows of claims under settled keys that something ended.
INSERT INTO windows
SELECT
    m.claim_id, e.window_start, e.window_end, e.basis, coalesce(e.reason, d.closed_reason),
    coalesce(e.day <= getvariable('as_of'), true), coalesce(b.claim_id, d.closed_by)
FROM ended e
ANTI JOIN left_over o ON o.key = e.key
JOIN members m ON m.place = e.place
JOIN placed d ON d.number = m.number
LEFT JOIN members b ON b.place = e.by
ORDER BY e.place;
