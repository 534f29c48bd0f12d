-- Current claims, numbered by document and place; slips that reading found have met already and take no part, and what
-- sentences say as a whole meets apart (sentences.sql).
-- told: not only all that a key says, which repeats what stands in its line (align.features.is_whole).
-- kind: only claims of one kind can be compared; dimension: what a value measures, per what included
-- (align.features.comparable_kind and dimension_of say the same of a claim in Python).
CREATE OR REPLACE TEMP TABLE align_claims AS
SELECT
    row_number() OVER (ORDER BY d.doc, c.unit_id, c.slot, c.claim_id) AS n,
    c.claim_id, d.doc, c.unit_id, c.slot, c.pair,
    CASE c.value_kind
        WHEN 'quantity' THEN CASE WHEN c.unit IN ('second', 'month') THEN 'time' ELSE 'quantity ' || c.unit END
        WHEN 'moment' THEN c.unit
        WHEN 'term' THEN 'term ' || c.unit
        ELSE c.value_kind
    END AS dimension,
    split_part(c.unit, '/', 1) AS top,
    CASE
        WHEN c.value_kind <> 'quantity' THEN dimension
        WHEN c.unit LIKE '%/event' THEN 'event'
        WHEN top IN ('second', 'month', 'business_day', 'business_hour') THEN 'time'
        ELSE 'quantity ' || CASE WHEN top = '1' THEN '' ELSE top END
    END AS kind,
    -- beside its own the kinds of which a claim may meet others (align.features.meets_across): yes and no tell of duties,
    -- a day without its year may be that of a date, nothing to pay stands beside any currency, no limit beside any amount
    CASE
        WHEN kind IN ('flag', 'term modality') THEN [kind, 'duty']
        WHEN kind IN ('date', 'yearday') THEN [kind, 'day']
        WHEN kind = 'quantity money' OR regexp_full_match(kind, 'quantity [A-Z]{3}') THEN [kind, 'money']
        WHEN kind = 'term amount' THEN [kind, 'quantity ', 'quantity byte', 'time']
        ELSE [kind]
    END AS kinds,
    c.value_kind = 'quantity' AND c.unit NOT IN ('', 'percent') AS measured,
    NOT (c.extractor = 'place' AND c.value_kind = 'text') AS told,
    hash(c.value_key) AS valued, hash(c.value_text) AS worded,
    c.subject, c.predicate, c.extractor, c.statement, c.lead, c.context, c.words,
    list_concat(c.words, c.context_words) AS around, c.identifiers
FROM claims c
JOIN align_documents d USING (source, doc_id)
WHERE c.retracted_at IS NULL AND NOT list_contains($apart, c.extractor);
