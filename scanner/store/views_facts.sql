-- What documents say: claims with the window in which each holds, now and on any day. The rules for all public views
-- stand in views.sql.

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
LEFT JOIN decided r ON r.claim_id = c.claim_id AND c.retracted_at IS NULL
-- What a sentence says as a whole is told only where another sentence says the opposite.
WHERE c.extractor <> 'sentence' OR k.key IS NOT NULL;
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
