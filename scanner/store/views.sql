-- The public views: what `scanner sql` shows and what other programs may rely on. Columns are only ever added; whoever
-- adds one raises the number in `store_version`. Every comment is documentation: VIEWS.md is made of them.

CREATE OR REPLACE VIEW store_version AS
SELECT version AS schema_version, 2 AS views_version FROM schema_version;
COMMENT ON VIEW store_version IS 'Which version of the schema and of the public views this store has: one row.';
COMMENT ON COLUMN store_version.schema_version IS 'Number of the last migration.';
COMMENT ON COLUMN store_version.views_version IS 'Raised whenever a public view gains a column or a view is added.';

CREATE OR REPLACE VIEW facts AS
SELECT
    c.claim_id, k.key, c.subject, c.predicate, c.bound, c.value_text AS value, c.canonical, c.value_kind, c.unit,
    c.lo, c.hi, coalesce(r.scope, s.items) AS scope, c.status,
    CASE WHEN w.claim_id IS NULL THEN c.window_start ELSE w.window_start END AS valid_from,
    CASE WHEN w.claim_id IS NULL THEN c.window_end ELSE w.window_end END AS valid_to,
    coalesce(w.window_basis, c.window_basis) AS window_basis,
    coalesce(w.closed, false) AS superseded,
    coalesce(w.closed_by, '') AS superseded_by,
    c.source, c.doc_id, c.chunk_id, c.line, c.page, c.start_at, c.end_at, c.quote, c.context, c.extractor,
    c.confidence, c.recorded_at, c.retracted_at, c.subject_text, c.predicate_text,
    c.window_start AS stated_from, c.window_end AS stated_to, c.window_basis AS stated_basis,
    coalesce(
        w.closed OR CASE WHEN w.claim_id IS NULL THEN c.window_end ELSE w.window_end END
            <= (SELECT max(as_of) FROM scanned),
        false
    ) AS ended,
    c.retracted_at IS NOT NULL AS retracted, coalesce(r.resolution, 0) AS resolution
FROM claims c
LEFT JOIN scopes s USING (scope_id)
LEFT JOIN keys k ON k.claim_id = c.claim_id AND c.retracted_at IS NULL
LEFT JOIN windows w ON w.claim_id = c.claim_id AND c.retracted_at IS NULL
LEFT JOIN decided r ON r.claim_id = c.claim_id AND c.retracted_at IS NULL;
COMMENT ON VIEW facts IS 'Every claim ever recorded, with the window in which it holds as known now. Ended and retracted are two things: what has ended is no longer so in the world, what is retracted is no longer said by its document.';
COMMENT ON COLUMN facts.claim_id IS 'Of the claim; the same while its document says the same in the same place.';
COMMENT ON COLUMN facts.key IS 'Shared by claims that were found to speak of the same thing; NULL where a claim met none.';
COMMENT ON COLUMN facts.subject IS 'Normal form, to join and compare by: lower case, no articles.';
COMMENT ON COLUMN facts.predicate IS 'Normal form: a card''s id, else stems.';
COMMENT ON COLUMN facts.bound IS 'exact, min, max, default, recommended or typical.';
COMMENT ON COLUMN facts.value IS 'As the document writes it.';
COMMENT ON COLUMN facts.canonical IS 'The value in canonical units, as text.';
COMMENT ON COLUMN facts.value_kind IS 'quantity, moment, version, entity, term, flag or text.';
COMMENT ON COLUMN facts.unit IS 'Canonical unit of lo and hi; for moments days, for terms their domain.';
COMMENT ON COLUMN facts.lo IS 'Smallest number the value can mean, as the nearest double; moments in days, 0001-01-01 being day 1.';
COMMENT ON COLUMN facts.hi IS 'Greatest number the value can mean.';
COMMENT ON COLUMN facts.scope IS 'What it holds for: a JSON list of [dimension, value] pairs.';
COMMENT ON COLUMN facts.status IS 'asserted, negated, planned, hypothetical, example or historical.';
COMMENT ON COLUMN facts.valid_from IS 'First day on which it holds; NULL: unknown.';
COMMENT ON COLUMN facts.valid_to IS 'First day on which it no longer holds; NULL: none is known.';
COMMENT ON COLUMN facts.window_basis IS 'What tells the window: stated, document-date, superseded, decided (by a person) or unknown.';
COMMENT ON COLUMN facts.superseded IS 'Whether something has replaced it, perhaps on an unknown day.';
COMMENT ON COLUMN facts.superseded_by IS 'Claim that replaced it, source/document where a document did, resolution and number where a person did; empty: none.';
COMMENT ON COLUMN facts.source IS 'Name of the source of the document.';
COMMENT ON COLUMN facts.doc_id IS 'Of the document, in its source.';
COMMENT ON COLUMN facts.chunk_id IS 'Of the chunk: the unit of retrieval.';
COMMENT ON COLUMN facts.line IS 'Line in the document, from 1; NULL for PDF and DOCX.';
COMMENT ON COLUMN facts.page IS 'Page, from 1, where the format has pages.';
COMMENT ON COLUMN facts.start_at IS 'Where the quote begins in the document''s text, in code points.';
COMMENT ON COLUMN facts.end_at IS 'Where it ends: the first code point after it.';
COMMENT ON COLUMN facts.quote IS 'The sentence, item, line or row.';
COMMENT ON COLUMN facts.context IS 'Heading path, column header and lead-in.';
COMMENT ON COLUMN facts.extractor IS 'The construction that was recognised.';
COMMENT ON COLUMN facts.confidence IS 'How sure the extraction is, 0 to 1.';
COMMENT ON COLUMN facts.recorded_at IS 'When the store learnt of it (UTC).';
COMMENT ON COLUMN facts.retracted_at IS 'When its document stopped saying so (UTC); NULL: it still does.';
COMMENT ON COLUMN facts.subject_text IS 'The subject as the document writes it.';
COMMENT ON COLUMN facts.predicate_text IS 'The predicate as the document writes it.';
COMMENT ON COLUMN facts.stated_from IS 'First day by the document alone, before anything superseded it.';
COMMENT ON COLUMN facts.stated_to IS 'First day after the end that the document itself gives.';
COMMENT ON COLUMN facts.stated_basis IS 'What tells stated_from and stated_to.';
COMMENT ON COLUMN facts.ended IS 'Whether it was over on the day of the last scan: superseded, or its window past.';
COMMENT ON COLUMN facts.retracted IS 'Whether its document no longer says so.';
COMMENT ON COLUMN facts.resolution IS 'Number of the resolution that sets its window or scope; 0: none.';

CREATE OR REPLACE VIEW current_facts AS
SELECT * FROM facts
WHERE retracted_at IS NULL AND status IN ('asserted', 'negated') AND NOT ended
    AND coalesce(valid_from <= (SELECT max(as_of) FROM scanned), true);
COMMENT ON VIEW current_facts IS 'What the documents say and held on the day of the last scan. Columns are those of facts.';

-- When the store answers from: the end of a day, a moment, or NULL for what is known now.
CREATE OR REPLACE MACRO asked_of(valid_day, recorded) AS TABLE
SELECT
    valid_day::DATE AS day,
    valid_day::DATE + INTERVAL 1 DAY - INTERVAL 1 MICROSECOND AS day_ends,
    CASE WHEN length(recorded::VARCHAR) = 10 THEN recorded::DATE + INTERVAL 1 DAY - INTERVAL 1 MICROSECOND
        ELSE recorded::TIMESTAMP END AS known;

-- Documents edited in place since the day asked for: they answer as their version of that day did, with the windows
-- known then.
CREATE OR REPLACE MACRO edited_since(valid_day, recorded) AS TABLE
SELECT DISTINCT source, doc_id
FROM documents, asked_of(valid_day, recorded)
WHERE known IS NULL AND retracted_at > day_ends AND recorded_at <= day_ends;

-- Among claims (with what they state as stated_from, stated_to, stated_basis): those known when asked, that held on the day.
CREATE OR REPLACE MACRO facts_as_of(valid_day, recorded := NULL) AS TABLE
WITH seen AS (
    SELECT f.*, a.day, coalesce(a.known, CASE WHEN e.doc_id IS NOT NULL THEN a.day_ends END) AS seen_at
    FROM facts f
    CROSS JOIN asked_of(valid_day, recorded) a
    LEFT JOIN edited_since(valid_day, recorded) e ON e.source = f.source AND e.doc_id = f.doc_id
),
known AS (
    SELECT
        f.* REPLACE (
            CASE WHEN f.seen_at IS NULL THEN f.valid_from WHEN w.claim_id IS NULL THEN f.stated_from
                ELSE w.window_start END AS valid_from,
            CASE WHEN f.seen_at IS NULL THEN f.valid_to WHEN w.claim_id IS NULL THEN f.stated_to
                ELSE w.window_end END AS valid_to,
            CASE WHEN f.seen_at IS NULL THEN f.window_basis ELSE coalesce(w.window_basis, f.stated_basis) END
                AS window_basis,
            CASE WHEN f.seen_at IS NULL THEN f.superseded ELSE coalesce(w.closed, false) END AS superseded,
            CASE WHEN f.seen_at IS NULL THEN f.superseded_by ELSE coalesce(w.closed_by, '') END AS superseded_by
        )
    FROM seen f
    LEFT JOIN window_versions w ON w.claim_id = f.claim_id AND w.known_from <= f.seen_at
        AND (w.known_to IS NULL OR w.known_to > f.seen_at)
    WHERE CASE WHEN f.seen_at IS NULL THEN f.retracted_at IS NULL
        ELSE f.recorded_at <= f.seen_at AND (f.retracted_at IS NULL OR f.retracted_at > f.seen_at) END
)
SELECT * EXCLUDE (day, seen_at) REPLACE (superseded OR coalesce(valid_to <= day, false) AS ended)
FROM known
WHERE status IN ('asserted', 'negated', 'planned')
    AND (status <> 'planned' OR valid_from IS NOT NULL)
    AND (valid_from IS NULL OR valid_from <= day)
    AND CASE WHEN valid_to IS NULL THEN NOT superseded ELSE valid_to > day END;
COMMENT ON MACRO TABLE facts_as_of IS 'facts_as_of(valid_day[, recorded]): what held on a day, as known now; where its document has been edited in place since, as known on that day. With recorded, a day (counted to its end) or a moment in UTC: as the store knew it then. Columns are those of facts.';

CREATE OR REPLACE MACRO fact_of(subject_form, predicate_form) AS
    (md5_number_lower(subject_form || chr(31) || predicate_form) >> 1)::BIGINT;

-- facts_as_of for one subject and predicate: the same answer, found by the index on fact instead of by reading all.
CREATE OR REPLACE MACRO facts_about(subject_form, predicate_form, valid_day, recorded := NULL) AS TABLE
WITH seen AS (
    SELECT c.*, s.items, a.day, coalesce(a.known, CASE WHEN e.doc_id IS NOT NULL THEN a.day_ends END) AS seen_at
    FROM claims c
    CROSS JOIN asked_of(valid_day, recorded) a
    LEFT JOIN scopes s ON s.scope_id = c.scope_id
    LEFT JOIN edited_since(valid_day, recorded) e ON e.source = c.source AND e.doc_id = c.doc_id
    WHERE c.fact = fact_of(subject_form, predicate_form)
),
known AS (
    SELECT
        f.claim_id, f.subject, f.predicate, f.bound, f.value_text AS value, f.canonical, f.value_kind, f.unit, f.lo, f.hi,
        coalesce(r.scope, f.items) AS scope, f.status,
        CASE WHEN w.claim_id IS NULL THEN f.window_start ELSE w.window_start END AS valid_from,
        CASE WHEN w.claim_id IS NULL THEN f.window_end ELSE w.window_end END AS valid_to,
        coalesce(w.window_basis, f.window_basis) AS window_basis,
        coalesce(w.closed, false) AS superseded, coalesce(w.closed_by, '') AS superseded_by,
        f.source, f.doc_id, f.chunk_id, f.line, f.page, f.start_at, f.end_at, f.quote, f.context, f.extractor,
        f.confidence, f.recorded_at, f.retracted_at, f.subject_text, f.predicate_text, f.day
    FROM seen f
    LEFT JOIN decided r ON r.claim_id = f.claim_id AND f.retracted_at IS NULL
    LEFT JOIN window_versions w ON w.fact = fact_of(subject_form, predicate_form) AND w.claim_id = f.claim_id
        AND CASE WHEN f.seen_at IS NULL THEN w.known_to IS NULL
            ELSE w.known_from <= f.seen_at AND (w.known_to IS NULL OR w.known_to > f.seen_at) END
    WHERE CASE WHEN f.seen_at IS NULL THEN f.retracted_at IS NULL
        ELSE f.recorded_at <= f.seen_at AND (f.retracted_at IS NULL OR f.retracted_at > f.seen_at) END
)
SELECT * EXCLUDE (day)
FROM known
WHERE status IN ('asserted', 'negated', 'planned')
    AND (status <> 'planned' OR valid_from IS NOT NULL)
    AND (valid_from IS NULL OR valid_from <= day)
    AND CASE WHEN valid_to IS NULL THEN NOT superseded ELSE valid_to > day END
ORDER BY bound, scope, valid_from NULLS FIRST, source, doc_id, start_at, claim_id;
COMMENT ON MACRO TABLE facts_about IS 'facts_about(subject_form, predicate_form, valid_day[, recorded]): facts_as_of for one subject and predicate, both in normal form, in milliseconds however large the store; as known at the last scan. Columns are those of facts up to predicate_text, but for key.';

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

COMMENT ON TABLE sources IS 'The named roots that are ingested.';
COMMENT ON COLUMN sources.name IS 'Of the source.';
COMMENT ON COLUMN sources.root IS 'Folder that its documents lie in.';

COMMENT ON TABLE documents IS 'Every version of a document that was ever ingested; the current ones have no retracted_at.';
COMMENT ON COLUMN documents.source IS 'Name of the source.';
COMMENT ON COLUMN documents.doc_id IS 'Path below the root, or the record''s own id.';
COMMENT ON COLUMN documents.title IS 'Of the document.';
COMMENT ON COLUMN documents.published IS 'Day it dates from; NULL: undated.';
COMMENT ON COLUMN documents.published_basis IS 'What tells that day.';
COMMENT ON COLUMN documents.effective IS 'Day from which it takes effect, if it says so.';
COMMENT ON COLUMN documents.version IS 'As stated.';
COMMENT ON COLUMN documents.source_type IS 'primary, secondary, tertiary or empty.';
COMMENT ON COLUMN documents.author IS 'As stated.';
COMMENT ON COLUMN documents.owner IS 'As stated.';
COMMENT ON COLUMN documents.series IS 'Successive versions of one document share it.';
COMMENT ON COLUMN documents.supersedes IS 'Documents that it says it replaces.';
COMMENT ON COLUMN documents.format IS 'Of the file.';
COMMENT ON COLUMN documents.silenced IS 'Blocks left out because of an ignore mark.';
COMMENT ON COLUMN documents.recorded_at IS 'When this version was written to the store (UTC).';
COMMENT ON COLUMN documents.retracted_at IS 'When it was replaced or had gone (UTC); NULL: it is current.';

COMMENT ON TABLE unresolved IS 'Mentions that look like values and did not become claims.';
COMMENT ON COLUMN unresolved.source IS 'Name of the source.';
COMMENT ON COLUMN unresolved.doc_id IS 'Of the document.';
COMMENT ON COLUMN unresolved.start_at IS 'Where it begins in the document''s text, in code points.';
COMMENT ON COLUMN unresolved.end_at IS 'Where it ends: the first code point after it.';
COMMENT ON COLUMN unresolved.line IS 'Line, from 1.';
COMMENT ON COLUMN unresolved.text IS 'As written.';
COMMENT ON COLUMN unresolved.reason IS 'Why it could not be read.';
COMMENT ON COLUMN unresolved.extractor IS 'The construction in which it stands, where there is one.';

COMMENT ON TABLE skipped IS 'Files that were not read.';
COMMENT ON COLUMN skipped.source IS 'Name of the source.';
COMMENT ON COLUMN skipped.path IS 'Below its root.';
COMMENT ON COLUMN skipped.reason IS 'Code of why.';
COMMENT ON COLUMN skipped.detail IS 'In words, where there is more to say.';

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

CREATE OR REPLACE VIEW public_columns AS
SELECT table_name AS view, column_name AS "column", data_type AS type, comment AS meaning
FROM duckdb_columns() c
WHERE NOT internal AND comment IS NOT NULL
ORDER BY table_name, column_index;
COMMENT ON VIEW public_columns IS 'The columns of the public views, with what they mean: this documentation as a table.';
COMMENT ON COLUMN public_columns."view" IS 'View or table.';
COMMENT ON COLUMN public_columns."column" IS 'Of the view.';
COMMENT ON COLUMN public_columns."type" IS 'DuckDB type.';
COMMENT ON COLUMN public_columns.meaning IS 'In words.';
