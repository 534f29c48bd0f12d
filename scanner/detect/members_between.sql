SELECT
    m.* EXCLUDE (
        value_kind, unit, value_hash, scope_id, approximate, standing, series, closed, closed_at, taking_part, beyond, single
    )
FROM members m
SEMI JOIN left_over o ON o.key = m.key
WHERE m.key BETWEEN $low AND $high
ORDER BY m.rowid;
