-- Pairs of scopes that stand under one key, for Python to tell which of them may be one.
SELECT DISTINCT a.scope_id AS one, b.scope_id AS other
FROM scoped a
JOIN scoped b ON b.key = a.key AND a.scope_id < b.scope_id
ANTI JOIN left_over o ON o.key = a.key
ORDER BY one, other;
