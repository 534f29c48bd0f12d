-- What differs from the last alignment: documents, statistics, and the claims that either of them bears on.
CREATE OR REPLACE TEMP TABLE align_changed AS
SELECT
    coalesce(d.source, o.source) AS source, coalesce(d.doc_id, o.doc_id) AS doc_id, d.doc,
    coalesce(d.series, '') AS series, coalesce(o.series, '') AS series_before
FROM align_documents d
FULL JOIN aligned_documents o ON o.source = d.source AND o.doc_id = d.doc_id
WHERE d.state IS DISTINCT FROM o.state;

CREATE OR REPLACE TEMP TABLE align_moved AS
SELECT sort, name
FROM align_statistics s
FULL JOIN aligned_statistics o USING (sort, name)
WHERE s.number IS DISTINCT FROM o.number;

CREATE OR REPLACE TEMP TABLE align_touched AS
SELECT n FROM align_claims SEMI JOIN align_changed USING (doc)
UNION
SELECT n FROM align_claims WHERE EXISTS (FROM align_moved WHERE sort IN ('units', 'documents'))
UNION
SELECT n FROM align_words SEMI JOIN (FROM align_moved WHERE sort = 'word') m ON m.name = word
UNION
SELECT n FROM (SELECT n, unnest(around) AS word FROM align_claims)
SEMI JOIN (FROM align_moved WHERE sort = 'spread') m ON m.name = word
UNION
SELECT n FROM align_claims SEMI JOIN (FROM align_moved WHERE sort = 'kind') m ON m.name = dimension WHERE measured
UNION
SELECT n FROM align_claims SEMI JOIN (FROM align_moved WHERE sort = 'statement') m ON m.name = statement
UNION
SELECT n FROM align_claims SEMI JOIN (FROM align_moved WHERE sort = 'lead') m ON m.name = lead || chr(31) || predicate
WHERE lead <> ''
UNION
SELECT n FROM align_words SEMI JOIN (FROM align_moved WHERE sort = 'common') m ON m.name = kind || chr(31) || word
WHERE meets
UNION
SELECT n FROM align_claims
SEMI JOIN (FROM align_moved WHERE sort = 'common key') m
    ON m.name = kind || chr(31) || subject || chr(31) || predicate
WHERE extractor <> 'place'
UNION
SELECT n FROM align_sentences SEMI JOIN align_changed USING (doc)
UNION
SELECT n FROM align_sentences SEMI JOIN (FROM align_moved WHERE sort = 'sentence') m ON m.name = statement
UNION
SELECT n FROM align_sentence_words s
SEMI JOIN (FROM align_moved WHERE sort = 'common in sentences') m ON m.name = s.sort || chr(31) || word;
