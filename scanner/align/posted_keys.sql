-- Who shares subject and predicate with whom: claims of one comparable kind, where not too many do.
CREATE OR REPLACE TEMP TABLE align_keyed AS
WITH held AS (
    SELECT kind, subject, predicate, row_number() OVER () AS posting
    FROM align_claims WHERE extractor <> 'place'
    GROUP BY kind, subject, predicate HAVING count(*) BETWEEN 2 AND $posting
)
SELECT posting, n, doc FROM align_claims JOIN held USING (kind, subject, predicate) WHERE extractor <> 'place';
