-- Staged findings become the findings. One that an earlier scan saw, by either fingerprint, is open, with its first date.
-- Where several say the same values in the same documents, places tell none of them from the others.
SET VARIABLE scan = (SELECT coalesce(max(number), 0) + 1 FROM scans);

UPDATE staged_findings SET fingerprint_places = '' WHERE fingerprint_places IN (
    SELECT fingerprint_places FROM staged_findings GROUP BY fingerprint_places HAVING count(DISTINCT fingerprint_content) > 1
);

CREATE OR REPLACE TEMP TABLE seen AS
SELECT item, min(first_seen) AS first_seen, min(scan) < getvariable('scan') AS earlier
FROM (
    SELECT i.item, s.first_seen, s.scan FROM staged_findings i JOIN sightings s ON s.fingerprint_content = i.fingerprint_content
    UNION ALL
    SELECT i.item, s.first_seen, s.scan FROM staged_findings i JOIN sightings s ON s.fingerprint_places = i.fingerprint_places
    WHERE i.fingerprint_places <> ''
)
GROUP BY item;

INSERT INTO sightings
SELECT DISTINCT i.fingerprint_content, i.fingerprint_places, getvariable('as_of'), getvariable('scan')
FROM staged_findings i
ANTI JOIN sightings s ON s.fingerprint_content = i.fingerprint_content AND s.fingerprint_places = i.fingerprint_places
ORDER BY ALL;

DELETE FROM findings;
DELETE FROM finding_sides;
DELETE FROM finding_places;

INSERT INTO findings BY NAME
SELECT
    o.ordinal, o.finding_id, i.* EXCLUDE (item, key, finding_id),
    CASE WHEN s.earlier THEN 'open' ELSE 'new' END AS status, coalesce(s.first_seen, getvariable('as_of')) AS first_seen,
    0 AS resolution, i.owner AS document_owner
FROM staged_findings i
JOIN staged_order o ON o.item = i.item
LEFT JOIN seen s ON s.item = i.item
ORDER BY o.ordinal;

INSERT INTO finding_sides BY NAME
SELECT o.finding_id, s.* EXCLUDE (item) FROM staged_sides s JOIN staged_order o ON o.item = s.item ORDER BY o.ordinal, s.number;

INSERT INTO finding_places BY NAME
SELECT o.finding_id, p.* EXCLUDE (item)
FROM staged_places p
JOIN staged_order o ON o.item = p.item
ORDER BY o.ordinal, p.number, p.place;

DROP TABLE staged_findings;
DROP TABLE staged_sides;
DROP TABLE staged_places;
DROP TABLE staged_order;
DROP TABLE seen;
