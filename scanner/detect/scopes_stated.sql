-- The scopes that stand under keys which columns may decide.
SELECT scope_id, items
FROM scopes
SEMI JOIN (FROM scoped ANTI JOIN left_over USING (key)) USING (scope_id)
ORDER BY scope_id;
