-- The findings that columns decided: `weighed` says how sure and grave each of the grounds is, `reasons` what a kind of
-- value is said to do, `signed` gives the fingerprints that SQL cannot make.
INSERT INTO staged_findings BY NAME
SELECT
    t.item, t.key,
    coalesce(n.finding_id, 'f1:' || substring(sha256(
        '["' || w.kind || '",' || json_text(t.predicate) || ',"' || t.bound || '",' || t.items || ',"' || t.content || '","'
        || t.places || '"]'
    ), 1, 12)) AS finding_id,
    w.kind, t.type,
    CASE
        WHEN t.is_update THEN 'stated-window' WHEN t.possible THEN 'scope-missing' WHEN t.lag IS NOT NULL THEN 'lag' ELSE r.reason
    END AS reason,
    t.way, CASE WHEN t.subject_text <> '' THEN t.subject_text ELSE t.subject END AS subject,
    CASE WHEN c.predicate IS NULL AND t.predicate_text <> '' THEN t.predicate_text ELSE t.predicate END AS predicate,
    t.bound, t.items AS scope, w.confidence, w.severity, t.missing, w.part_names, w.part_values,
    coalesce(n.content, t.content) AS fingerprint_content, coalesce(n.places, t.places) AS fingerprint_places, t.owner,
    CASE WHEN t.returns THEN ['returns'] ELSE []::VARCHAR[] END AS explanation
FROM settled t
JOIN grounds g
    ON g.is_update = t.is_update AND g.possible = t.possible AND g.type = t.type AND g.extraction = t.extraction AND g.score = t.score
    AND g.apart = t.apart AND g.rough = t.rough AND g.dated = t.dated AND g.known = t.known AND g.witnessed = t.witnessed
    AND g.standing = t.standing
JOIN weighed w ON w.ground = g.ground
LEFT JOIN reasons r ON r.kind = t.kind AND r.unit = CASE WHEN t.unit = 'modality' AND t.kind = 'term' THEN t.unit ELSE '' END
LEFT JOIN carded c ON c.predicate = t.predicate
LEFT JOIN signed n ON n.item = t.item;
