-- Pairs of scopes that stand under one key, for Python to tell which of them may be one.
WITH met AS (
    SELECT DISTINCT a.scope_id AS one, b.scope_id AS other
    FROM scoped a
    JOIN scoped b ON b.key = a.key AND a.scope_id < b.scope_id
    ANTI JOIN left_over o ON o.key = a.key
)
SELECT m.one, m.other, a.items AS one_items, b.items AS other_items
FROM met m
JOIN scopes a ON a.scope_id = m.one
JOIN scopes b ON b.scope_id = m.other
ORDER BY m.one, m.other;
