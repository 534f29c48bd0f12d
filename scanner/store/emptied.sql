-- Conflicts of which decisions about other findings leave less than two sides: every claim of the rest is closed.
WITH sides AS (
    SELECT
        p.finding_id, p.number, max(d.resolution) AS resolution,
        bool_and(coalesce(d.windowed AND w.closed AND NOT coalesce(d.base_closed, false), false)) AS gone
    FROM finding_places p
    JOIN finding_sides s ON s.finding_id = p.finding_id AND s.number = p.number AND NOT s.consistent
    JOIN findings f ON f.finding_id = p.finding_id AND f.kind IN ('conflict', 'possible')
    LEFT JOIN decided d ON d.claim_id = p.claim_id
    LEFT JOIN windows w ON w.claim_id = p.claim_id
    GROUP BY ALL
)
SELECT finding_id, max(resolution) FILTER (gone)
FROM sides
GROUP BY finding_id
HAVING count_if(NOT gone) < 2 AND count_if(gone) > 0
ORDER BY finding_id;
