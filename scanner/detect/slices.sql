-- Runs of keys that are left over, each of about as many claims as Python shall hold at once.
WITH sizes AS (
    SELECT m.key, count(*) AS claims FROM members m SEMI JOIN left_over o ON o.key = m.key GROUP BY m.key
)
SELECT min(key) AS low, max(key) AS high
FROM (SELECT key, (sum(claims) OVER (ORDER BY key)) // getvariable('slice') AS slice FROM sizes)
GROUP BY slice
ORDER BY low;
