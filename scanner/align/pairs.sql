-- Pairs of documents (the same one twice included) whose claims have to meet anew: those of touched claims, by what
-- is proposed now and by what was found before, and those that changed what they are to one another.
CREATE OR REPLACE TEMP TABLE align_pairs AS
-- Of what is posted it counts here only which documents have it, and whether in more than one claim.
WITH posted AS (SELECT posting, doc, min(n) < max(n) AS several FROM align_postings GROUP BY posting, doc),
touched AS (
    SELECT DISTINCT least(a.doc, b.doc) AS doc_a, greatest(a.doc, b.doc) AS doc_b
    FROM (SELECT DISTINCT posting, doc FROM align_postings SEMI JOIN align_touched USING (n)) a
    JOIN posted b ON b.posting = a.posting AND (b.doc <> a.doc OR b.several)
),
keyed AS (
    SELECT least(a.doc, b.doc) AS doc_a, greatest(a.doc, b.doc) AS doc_b
    FROM (FROM align_keyed SEMI JOIN align_touched USING (n)) a
    JOIN align_keyed b ON b.posting = a.posting AND b.n <> a.n
),
said AS (
    SELECT least(a.doc, b.doc) AS doc_a, greatest(a.doc, b.doc) AS doc_b
    FROM (FROM align_said SEMI JOIN align_touched USING (n)) a
    JOIN align_said b ON b.posting = a.posting AND b.doc <> a.doc
    SEMI JOIN align_related r ON r.doc_a = least(a.doc, b.doc) AND r.doc_b = greatest(a.doc, b.doc)
    GROUP BY a.n, b.n, a.doc, b.doc
    HAVING count(*) >= $shared
),
changed AS (SELECT DISTINCT doc, kind FROM align_claims SEMI JOIN align_touched USING (n) WHERE extractor <> 'place'),
few AS (
    SELECT doc_a, doc_b
    FROM align_body
    JOIN align_choices a ON a.doc = doc_a AND a.number <= $few
    JOIN align_choices b ON b.doc = doc_b AND b.kind = a.kind AND b.number <= $few
    WHERE (a.doc, a.kind) IN (FROM changed) OR (b.doc, b.kind) IN (FROM changed)
),
before AS (
    SELECT claim_a, claim_b FROM meetings
    UNION ALL SELECT claim_a, claim_b FROM stopped_pairs WHERE gate <> 'unlikely'
    UNION ALL SELECT claim_a, claim_b FROM successions
),
found AS (
    SELECT least(a.doc, b.doc) AS doc_a, greatest(a.doc, b.doc) AS doc_b
    FROM before
    JOIN align_present a ON a.claim_id = claim_a
    JOIN align_present b ON b.claim_id = claim_b
    WHERE a.n IN (FROM align_touched) OR b.n IN (FROM align_touched)
)
SELECT doc_a, doc_b FROM touched SEMI JOIN align_related USING (doc_a, doc_b)
UNION
SELECT doc_a, doc_b FROM said
UNION
FROM few
UNION
FROM keyed
UNION
FROM found
UNION
FROM align_relinked
UNION
SELECT doc, doc FROM align_changed WHERE doc IS NOT NULL;
