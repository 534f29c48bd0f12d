-- The wanted claims with what their documents are to one another. `place` numbers them, each key in order of document and
-- place; `line` finds what only few of them are asked for; `said` numbers key, scope and value together, in no order. A claim that gives no start of its own holds from its document's
-- day (unless it ends before). `sort`, `class`, `wording` and `naming` tell texts apart without comparing them. The last columns are what
-- detection by columns asks of a claim and its document: `taking_part` in disputes, `beyond` what columns can decide, and
-- `single`, whether it takes one value at a time.
CREATE OR REPLACE TEMP TABLE ordered AS
WITH told AS MATERIALIZED (
    SELECT w.key, w.line, c.source, c.doc_id, c.start_at, c.claim_id, c.scope_id, c.value_hash
    FROM wanted w
    JOIN claims c ON c.rowid = w.line
    LEFT JOIN followed f ON f.claim_id = c.claim_id
    WHERE c.status NOT IN ('example', 'hypothetical') OR f.claim_id IS NOT NULL
),
sayings AS (
    SELECT key, scope_id, value_hash, row_number() OVER () AS said FROM told GROUP BY key, scope_id, value_hash
)
SELECT row_number() OVER (ORDER BY t.key, d.number, t.start_at, t.claim_id) - 1 AS place, t.key, t.line, d.number, s.said
FROM told t
JOIN placed d ON d.source = t.source AND d.doc_id = t.doc_id
JOIN sayings s ON s.key = t.key AND s.scope_id = t.scope_id AND s.value_hash = t.value_hash;

CREATE OR REPLACE TEMP TABLE members AS
SELECT
    o.place, o.line, o.key, o.number, o.said, c.claim_id, c.unit_id, c.status, c.bound, c.value_kind, c.unit, c.lo, c.hi, c.approximate,
    hash(c.value_kind, c.unit) AS sort, hash(c.bound) AS class,
    c.value_key, c.value_hash, c.value_text, c.canonical, c.scope_id, c.functional, c.changes, c.confidence, c.subject,
    c.predicate, c.subject_basis, c.subject_text, c.predicate_text, c.text_hash, hash(c.value_text) AS wording,
    hash(c.subject, c.predicate, c.subject_basis) AS naming,
    coalesce(c.window_start, CASE WHEN d.day < coalesce(c.window_end, DATE '9999-12-31') THEN d.day END) AS opens,
    c.window_end AS closes,
    CASE
        WHEN c.window_start IS NULL AND d.day < coalesce(c.window_end, DATE '9999-12-31') THEN 'document-date'
        ELSE c.window_basis
    END AS basis,
    CASE WHEN c.value_kind = 'quantity' AND c.alt_unit = '' THEN c.unit END AS plain_unit,
    d.standing, d.series, d.closed, d.closed_at,
    NOT d.pending AND (
        c.status IN ('asserted', 'negated') OR (c.status = 'planned' AND basis = 'stated' AND opens IS NOT NULL)
    ) AS taking_part,
    coalesce(
        c.change <> '' OR c.window_end IS NOT NULL OR d.recency OR d.declared OR c.value_kind IN ('text', 'entity')
        OR (c.value_kind = 'moment' AND contains(c.value, '"fiscal":true'))
        OR (c.value_kind = 'term' AND contains(c.value, '"agrees"'))
        OR (c.value_kind = 'quantity' AND (c.alt_unit <> '' OR c.unit IS NULL OR c.lo IS NULL OR c.hi IS NULL))
        OR (c.value_kind = 'quantity' AND NOT c.approximate AND c.hi - c.lo > abs(c.hi) / 4)
        OR isinf(c.lo) OR isinf(c.hi),
        false
    ) AS beyond,
    CASE WHEN m.predicate IS NULL THEN c.functional ELSE false END AS single
FROM ordered o
JOIN claims c ON c.rowid = o.line
JOIN placed d ON d.number = o.number
LEFT JOIN manifold m ON m.predicate = c.predicate;

DROP TABLE ordered;
