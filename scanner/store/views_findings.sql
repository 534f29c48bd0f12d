-- What the last scan found, what it kept apart, and which chunks that concerns.

CREATE OR REPLACE VIEW open_conflicts AS
SELECT
    f.ordinal, f.finding_id, f.kind, f.type, f.reason, f.subject, f.predicate, f.bound, f.scope, f.confidence,
    f.severity, f.status, f.owner, s.number AS side, s.value, s.canonical, s.valid_from, s.valid_to, s.preferred,
    c.source, c.doc_id, c.chunk_id, c.line, c.page, c.quote, c.claim_id, c.subject_text, c.predicate_text
FROM findings f
JOIN finding_sides s USING (finding_id)
JOIN finding_places p ON p.finding_id = s.finding_id AND p.number = s.number
JOIN claims c ON c.claim_id = p.claim_id AND c.retracted_at IS NULL
WHERE f.kind IN ('conflict', 'possible') AND f.status IN ('new', 'open', 'reopened') AND NOT s.consistent
ORDER BY f.ordinal, s.number, p.place;
COMMENT ON VIEW open_conflicts IS 'Conflicts and possible conflicts that nobody has settled, one row a place, in the order of the report.';
COMMENT ON COLUMN open_conflicts.ordinal IS 'Place of the finding in the report, from 0.';
COMMENT ON COLUMN open_conflicts.finding_id IS 'Of the finding, as scanner explain takes it.';
COMMENT ON COLUMN open_conflicts.kind IS 'conflict or possible.';
COMMENT ON COLUMN open_conflicts.type IS 'freshness, factual, scope, opinion or in-document.';
COMMENT ON COLUMN open_conflicts.reason IS 'Code of why both sides cannot hold.';
COMMENT ON COLUMN open_conflicts.subject IS 'What it is about, as one of the documents writes it.';
COMMENT ON COLUMN open_conflicts.predicate IS 'What is said of it, as one of the documents writes it, or a card''s id.';
COMMENT ON COLUMN open_conflicts.bound IS 'exact, min, max, default, recommended or typical.';
COMMENT ON COLUMN open_conflicts.scope IS 'What it holds for: a JSON list of [dimension, value] pairs.';
COMMENT ON COLUMN open_conflicts.confidence IS 'How sure it is that this is one, 0 to 1.';
COMMENT ON COLUMN open_conflicts.severity IS 'low, medium or high.';
COMMENT ON COLUMN open_conflicts.status IS 'new, open or reopened.';
COMMENT ON COLUMN open_conflicts.owner IS 'Who is asked; empty: nobody is named.';
COMMENT ON COLUMN open_conflicts.side IS 'Number of the side, from 0.';
COMMENT ON COLUMN open_conflicts.value IS 'The side''s value as most of its places write it.';
COMMENT ON COLUMN open_conflicts.canonical IS 'The side''s value in canonical units.';
COMMENT ON COLUMN open_conflicts.valid_from IS 'First day on which the side holds; NULL: unknown.';
COMMENT ON COLUMN open_conflicts.valid_to IS 'First day on which it no longer holds; NULL: none is known.';
COMMENT ON COLUMN open_conflicts.preferred IS 'Whether the side is newest of equal standing, else of most authority.';
COMMENT ON COLUMN open_conflicts.source IS 'Name of the source of the place.';
COMMENT ON COLUMN open_conflicts.doc_id IS 'Document of the place.';
COMMENT ON COLUMN open_conflicts.chunk_id IS 'Chunk of the place.';
COMMENT ON COLUMN open_conflicts.line IS 'Line of the place, from 1.';
COMMENT ON COLUMN open_conflicts.page IS 'Page of the place, from 1.';
COMMENT ON COLUMN open_conflicts.quote IS 'What stands there.';
COMMENT ON COLUMN open_conflicts.claim_id IS 'The claim of the place, as in facts.';
COMMENT ON COLUMN open_conflicts.subject_text IS 'The subject as this place writes it.';
COMMENT ON COLUMN open_conflicts.predicate_text IS 'The predicate as this place writes it.';

CREATE OR REPLACE VIEW all_findings AS
WITH said AS (
    SELECT
        s.finding_id, s.number, any_value(s.value) AS value, bool_or(s.preferred) AS preferred,
        list_sort(list(DISTINCT c.source || '/' || c.doc_id)) AS documents
    FROM finding_sides s
    JOIN finding_places p ON p.finding_id = s.finding_id AND p.number = s.number
    JOIN claims c ON c.claim_id = p.claim_id AND c.retracted_at IS NULL
    WHERE NOT s.consistent
    GROUP BY s.finding_id, s.number
),
sides AS (
    SELECT
        finding_id, list(value ORDER BY number) AS "values",
        max(CASE WHEN preferred THEN value END) AS preferred,
        list_sort(list_distinct(flatten(list(documents)))) AS documents
    FROM said
    GROUP BY finding_id
)
SELECT
    f.ordinal, f.finding_id, f.kind, f.type, f.reason, f.subject, f.predicate, f.bound, f.scope, f.confidence,
    f.severity, f.status, f.owner, f.first_seen, s."values", s.preferred, s.documents, f.missing
FROM findings f
LEFT JOIN sides s USING (finding_id)
ORDER BY f.ordinal;
COMMENT ON VIEW all_findings IS 'Every finding of the last scan, supersessions and settled ones included, one row each, in the order of the report.';
COMMENT ON COLUMN all_findings.ordinal IS 'Place in the report, from 0.';
COMMENT ON COLUMN all_findings.finding_id IS 'Of the finding, as scanner explain takes it.';
COMMENT ON COLUMN all_findings.kind IS 'conflict, possible or supersession.';
COMMENT ON COLUMN all_findings.type IS 'freshness, factual, scope, opinion, in-document or update.';
COMMENT ON COLUMN all_findings.reason IS 'Code of why both sides cannot hold, or of what shows the update.';
COMMENT ON COLUMN all_findings.subject IS 'What it is about, as one of the documents writes it.';
COMMENT ON COLUMN all_findings.predicate IS 'What is said of it, as one of the documents writes it, or a card''s id.';
COMMENT ON COLUMN all_findings.bound IS 'exact, min, max, default, recommended or typical.';
COMMENT ON COLUMN all_findings.scope IS 'What it holds for: a JSON list of [dimension, value] pairs.';
COMMENT ON COLUMN all_findings.confidence IS 'How sure it is that this is one, 0 to 1.';
COMMENT ON COLUMN all_findings.severity IS 'low, medium or high.';
COMMENT ON COLUMN all_findings.status IS 'new or open, or how it was settled.';
COMMENT ON COLUMN all_findings.owner IS 'Who is asked; empty: nobody is named.';
COMMENT ON COLUMN all_findings.first_seen IS 'Day of the first scan that reported it.';
COMMENT ON COLUMN all_findings."values" IS 'The values of its sides, in the order of the report; of a supersession, oldest first.';
COMMENT ON COLUMN all_findings.preferred IS 'The value of the preferred side; NULL: none is.';
COMMENT ON COLUMN all_findings.documents IS 'Where it stands, as source/document, sorted.';
COMMENT ON COLUMN all_findings.missing IS 'What would settle a possible one.';

CREATE OR REPLACE VIEW supersession_chains AS
WITH places AS (
    SELECT p.finding_id, p.number, c.source, c.doc_id, c.line
    FROM finding_places p JOIN claims c ON c.claim_id = p.claim_id AND c.retracted_at IS NULL
    WHERE p.place = 0
)
SELECT
    f.subject, f.predicate, f.bound, f.scope, older.value AS old_value, older.valid_from AS old_from,
    newer.value AS new_value, newer.valid_from AS new_from, f.reason, f.confidence, f.finding_id,
    older.canonical AS old_canonical, newer.canonical AS new_canonical,
    a.source AS old_source, a.doc_id AS old_doc_id, a.line AS old_line,
    b.source AS new_source, b.doc_id AS new_doc_id, b.line AS new_line,
    list_contains(f.explanation, 'returns') AS returns
FROM findings f
JOIN finding_sides older ON older.finding_id = f.finding_id AND older.number = 0
JOIN finding_sides newer ON newer.finding_id = f.finding_id AND newer.number = 1
LEFT JOIN places a ON a.finding_id = f.finding_id AND a.number = 0
LEFT JOIN places b ON b.finding_id = f.finding_id AND b.number = 1
WHERE f.kind = 'supersession'
ORDER BY f.subject, f.predicate, f.bound, f.scope, new_from NULLS FIRST, f.finding_id;
COMMENT ON VIEW supersession_chains IS 'Which value replaced which, one row a replacement, oldest first within one fact.';
COMMENT ON COLUMN supersession_chains.subject IS 'What it is about, as one of the documents writes it.';
COMMENT ON COLUMN supersession_chains.predicate IS 'What is said of it, as one of the documents writes it, or a card''s id.';
COMMENT ON COLUMN supersession_chains.bound IS 'exact, min, max, default, recommended or typical.';
COMMENT ON COLUMN supersession_chains.scope IS 'What it holds for: a JSON list of [dimension, value] pairs.';
COMMENT ON COLUMN supersession_chains.old_value IS 'The value that was replaced, as written.';
COMMENT ON COLUMN supersession_chains.old_from IS 'First day on which it held; NULL: unknown.';
COMMENT ON COLUMN supersession_chains.new_value IS 'The value that replaced it, as written.';
COMMENT ON COLUMN supersession_chains.new_from IS 'First day on which that holds; NULL: unknown.';
COMMENT ON COLUMN supersession_chains.reason IS 'Code of what shows that it is an update.';
COMMENT ON COLUMN supersession_chains.confidence IS 'How sure that is, 0 to 1.';
COMMENT ON COLUMN supersession_chains.finding_id IS 'Of the finding, as scanner explain takes it.';
COMMENT ON COLUMN supersession_chains.old_canonical IS 'The replaced value in canonical units.';
COMMENT ON COLUMN supersession_chains.new_canonical IS 'The replacing value in canonical units.';
COMMENT ON COLUMN supersession_chains.old_source IS 'Source of the first place that states the old value.';
COMMENT ON COLUMN supersession_chains.old_doc_id IS 'Document of that place.';
COMMENT ON COLUMN supersession_chains.old_line IS 'Line of that place, from 1.';
COMMENT ON COLUMN supersession_chains.new_source IS 'Source of the first place that states the new value.';
COMMENT ON COLUMN supersession_chains.new_doc_id IS 'Document of that place.';
COMMENT ON COLUMN supersession_chains.new_line IS 'Line of that place, from 1.';
COMMENT ON COLUMN supersession_chains.returns IS 'Whether the new value is one that had held before (A, B, and A again).';

CREATE OR REPLACE VIEW stopped AS
SELECT
    p.gate, p.score, a.source AS source_a, a.doc_id AS doc_a, a.line AS line_a, a.quote AS quote_a,
    b.source AS source_b, b.doc_id AS doc_b, b.line AS line_b, b.quote AS quote_b, p.claim_a, p.claim_b
FROM stopped_pairs p
JOIN claims a ON a.claim_id = p.claim_a AND a.retracted_at IS NULL
JOIN claims b ON b.claim_id = p.claim_b AND b.retracted_at IS NULL
ORDER BY p.score DESC, p.claim_a, p.claim_b;
COMMENT ON VIEW stopped IS 'Pairs of claims that looked alike and were kept apart, nearest first.';
COMMENT ON COLUMN stopped.gate IS 'Code of the gate that kept them apart.';
COMMENT ON COLUMN stopped.score IS 'How alike they are, 0 to 1.';
COMMENT ON COLUMN stopped.source_a IS 'Source of the first claim.';
COMMENT ON COLUMN stopped.doc_a IS 'Its document.';
COMMENT ON COLUMN stopped.line_a IS 'Its line, from 1.';
COMMENT ON COLUMN stopped.quote_a IS 'What stands there.';
COMMENT ON COLUMN stopped.source_b IS 'Source of the second claim.';
COMMENT ON COLUMN stopped.doc_b IS 'Its document.';
COMMENT ON COLUMN stopped.line_b IS 'Its line, from 1.';
COMMENT ON COLUMN stopped.quote_b IS 'What stands there.';
COMMENT ON COLUMN stopped.claim_a IS 'The first claim, as in facts.';
COMMENT ON COLUMN stopped.claim_b IS 'The second claim.';

CREATE OR REPLACE VIEW chunk_standing AS
WITH states AS (
    SELECT c.source, c.doc_id, c.chunk_id, f.kind AS standing, f.finding_id
    FROM findings f
    JOIN finding_sides s ON s.finding_id = f.finding_id AND NOT s.consistent
    JOIN finding_places p ON p.finding_id = s.finding_id AND p.number = s.number
    JOIN claims c ON c.claim_id = p.claim_id AND c.retracted_at IS NULL
    WHERE f.kind IN ('conflict', 'possible') AND f.status IN ('new', 'open', 'reopened')
    UNION
    SELECT c.source, c.doc_id, c.chunk_id, CASE WHEN d.claim_id IS NULL THEN 'superseded' ELSE 'deprecated' END, ''
    FROM windows w
    JOIN claims c ON c.claim_id = w.claim_id AND c.retracted_at IS NULL
    LEFT JOIN decided d ON d.claim_id = w.claim_id AND d.windowed
    WHERE w.closed
)
SELECT
    source, doc_id, chunk_id, list_sort(list_distinct(list(standing))) AS standing,
    coalesce(list_sort(list_distinct(list(finding_id) FILTER (finding_id <> ''))), []) AS findings
FROM states
GROUP BY source, doc_id, chunk_id
ORDER BY source, doc_id, chunk_id;
COMMENT ON VIEW chunk_standing IS 'Chunks that hold a claim which is disputed, superseded or decided against, for a retrieval layer; all others are current.';
COMMENT ON COLUMN chunk_standing.source IS 'Name of the source.';
COMMENT ON COLUMN chunk_standing.doc_id IS 'Of the document, in its source.';
COMMENT ON COLUMN chunk_standing.chunk_id IS 'Of the chunk.';
COMMENT ON COLUMN chunk_standing.standing IS 'A list of conflict, possible, superseded and deprecated.';
COMMENT ON COLUMN chunk_standing.findings IS 'Ids of the open findings it takes part in.';
