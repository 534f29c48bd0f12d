SELECT m.* EXCLUDE (value_kind, unit, value_hash, scope_id, approximate)
FROM members m
SEMI JOIN left_over o ON o.key = m.key
WHERE m.key BETWEEN $low AND $high
ORDER BY m.rowid;
