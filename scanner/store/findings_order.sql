-- The order of reporting: conflicts first, then possible ones, then supersessions; the surest first, and of equally sure
-- ones the gravest. `again` counts findings that agree in everything their id is made of (one table twice in a document).
CREATE OR REPLACE TEMP TABLE staged_order AS
SELECT
    item, finding_id,
    row_number() OVER (
        ORDER BY
            list_position(['conflict', 'possible', 'supersession'], kind),
            confidence DESC,
            list_position(['high', 'medium', 'low'], severity),
            finding_id, fingerprint_places, key, item
    ) - 1 AS ordinal,
    1 AS again
FROM staged_findings;

UPDATE staged_order o SET again = r.again
FROM (
    SELECT item, row_number() OVER (PARTITION BY finding_id ORDER BY ordinal) AS again FROM staged_order
    WHERE finding_id IN (SELECT finding_id FROM staged_findings GROUP BY finding_id HAVING count(*) > 1)
) r
WHERE r.item = o.item;
