-- Predicates that have several values by nature: many subjects have more than one inside one document, and nothing
-- (scope, bound, time, a told change) tells these apart. Only contested keys can have several.
CREATE OR REPLACE TEMP TABLE several AS
SELECT DISTINCT c.predicate, w.key
FROM wanted w
JOIN claims c ON c.rowid = w.line
WHERE c.status = 'asserted' AND c.change = '' AND c.window_basis <> 'stated' AND c.value_kind <> 'flag'
GROUP BY w.key, c.predicate, c.source, c.doc_id, c.bound, c.scope_id
HAVING min(c.value_hash) <> max(c.value_hash);

CREATE OR REPLACE TEMP TABLE manifold AS
WITH often AS (
    SELECT predicate, count(*) AS times FROM several GROUP BY predicate HAVING count(*) >= getvariable('many_subjects')
)
SELECT o.predicate
FROM often o
JOIN claims c ON c.predicate = o.predicate AND c.retracted_at IS NULL
JOIN keys k ON k.claim_id = c.claim_id
WHERE c.status = 'asserted' AND c.change = '' AND c.window_basis <> 'stated' AND c.value_kind <> 'flag'
GROUP BY o.predicate, o.times
HAVING o.times >= getvariable('many_share') * count(DISTINCT k.key)
ORDER BY o.predicate;

DROP TABLE several;
