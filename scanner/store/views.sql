-- The public views: what `scanner sql` shows and what other programs may rely on. Columns are only ever added.

-- Every claim ever recorded, with the window in which it holds as known now (superseded ones are closed).
CREATE OR REPLACE VIEW facts AS
SELECT
    c.claim_id, k.key, c.subject, c.predicate, c.bound, c.value_text AS value, c.canonical, c.value_kind, c.unit,
    c.lo, c.hi, s.items AS scope, c.status,
    CASE WHEN w.claim_id IS NULL THEN c.window_start ELSE w.window_start END AS valid_from,
    CASE WHEN w.claim_id IS NULL THEN c.window_end ELSE w.window_end END AS valid_to,
    coalesce(w.window_basis, c.window_basis) AS window_basis,
    coalesce(w.closed, false) AS superseded,
    coalesce(w.closed_by, '') AS superseded_by,
    c.source, c.doc_id, c.chunk_id, c.line, c.page, c.start_at, c.end_at, c.quote, c.context, c.extractor,
    c.confidence, c.recorded_at, c.retracted_at
FROM claims c
LEFT JOIN scopes s USING (scope_id)
LEFT JOIN keys k ON k.claim_id = c.claim_id AND c.retracted_at IS NULL
LEFT JOIN windows w ON w.claim_id = c.claim_id AND c.retracted_at IS NULL;

-- What the documents say today and nothing has superseded.
CREATE OR REPLACE VIEW current_facts AS
SELECT * FROM facts
WHERE retracted_at IS NULL AND status IN ('asserted', 'negated') AND NOT superseded;

-- What held on a day, as known now; for a document that has changed since, as its version of that day said it.
-- With `recorded`, only what the store knew on that day counts.
CREATE OR REPLACE MACRO facts_as_of(valid_day, recorded := NULL) AS TABLE
WITH versions AS (
    SELECT source, doc_id, recorded_at, retracted_at,
        bool_or(recorded_at <= valid_day AND retracted_at > valid_day) OVER (PARTITION BY source, doc_id) AS overwritten
    FROM documents
),
visible AS (
    SELECT DISTINCT source, doc_id, recorded_at, retracted_at FROM versions
    WHERE CASE
        WHEN recorded IS NOT NULL THEN recorded_at <= recorded AND (retracted_at IS NULL OR retracted_at > recorded)
        WHEN overwritten THEN recorded_at <= valid_day AND retracted_at > valid_day
        ELSE retracted_at IS NULL
    END
)
SELECT f.* FROM facts f
JOIN visible v ON v.source = f.source AND v.doc_id = f.doc_id AND v.recorded_at = f.recorded_at
    AND v.retracted_at IS NOT DISTINCT FROM f.retracted_at
WHERE f.status IN ('asserted', 'negated', 'planned')
    AND (f.status <> 'planned' OR f.valid_from IS NOT NULL)
    AND (f.valid_from IS NULL OR f.valid_from <= valid_day)
    AND CASE WHEN f.valid_to IS NULL THEN NOT f.superseded ELSE f.valid_to > valid_day END;

-- Conflicts and possible conflicts that nobody has settled, one row a place.
CREATE OR REPLACE VIEW open_conflicts AS
SELECT
    f.ordinal, f.finding_id, f.kind, f.type, f.reason, f.subject, f.predicate, f.bound, f.scope, f.confidence,
    f.severity, f.status, f.owner, s.number AS side, s.value, s.canonical, s.valid_from, s.valid_to, s.preferred,
    c.source, c.doc_id, c.chunk_id, c.line, c.page, c.quote
FROM findings f
JOIN finding_sides s USING (finding_id)
JOIN finding_places p ON p.finding_id = s.finding_id AND p.number = s.number
JOIN claims c ON c.claim_id = p.claim_id AND c.retracted_at IS NULL
WHERE f.kind IN ('conflict', 'possible') AND f.status IN ('new', 'open') AND NOT s.consistent
ORDER BY f.ordinal, s.number, p.place;

-- Which value replaced which, oldest first within one fact.
CREATE OR REPLACE VIEW supersession_chains AS
SELECT
    f.subject, f.predicate, f.bound, f.scope, older.value AS old_value, older.valid_from AS old_from,
    newer.value AS new_value, newer.valid_from AS new_from, f.reason, f.confidence, f.finding_id
FROM findings f
JOIN finding_sides older ON older.finding_id = f.finding_id AND older.number = 0
JOIN finding_sides newer ON newer.finding_id = f.finding_id AND newer.number = 1
WHERE f.kind = 'supersession'
ORDER BY f.subject, f.predicate, f.bound, f.scope, new_from NULLS FIRST, f.finding_id;

-- Pairs of claims that looked alike and were kept apart, with the gate that did it.
CREATE OR REPLACE VIEW stopped AS
SELECT
    p.gate, p.score, a.source AS source_a, a.doc_id AS doc_a, a.line AS line_a, a.quote AS quote_a,
    b.source AS source_b, b.doc_id AS doc_b, b.line AS line_b, b.quote AS quote_b, p.claim_a, p.claim_b
FROM stopped_pairs p
JOIN claims a ON a.claim_id = p.claim_a AND a.retracted_at IS NULL
JOIN claims b ON b.claim_id = p.claim_b AND b.retracted_at IS NULL
ORDER BY p.score DESC, p.claim_a, p.claim_b;
