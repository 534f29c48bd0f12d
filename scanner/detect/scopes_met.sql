-- Pairs of scopes that stand under one key, for Python to tell which of them may be one.
WITH told AS (
    SELECT DISTINCT m.key, m.scope_id, m.items FROM members m ANTI JOIN left_over o ON o.key = m.key
)
SELECT DISTINCT a.scope_id AS one, b.scope_id AS other, a.items AS one_items, b.items AS other_items
FROM told a
JOIN told b ON b.key = a.key AND a.scope_id < b.scope_id
ORDER BY one, other;
