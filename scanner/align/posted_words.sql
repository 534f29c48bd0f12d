-- Who shares a word with whom: claims of one comparable kind, where not too many do.
CREATE OR REPLACE TEMP TABLE align_postings AS
WITH held AS (
    SELECT kind, word, row_number() OVER () AS posting
    FROM align_words WHERE meets GROUP BY kind, word HAVING count(*) BETWEEN 2 AND $posting
)
SELECT posting, n, doc FROM align_words JOIN held USING (kind, word) WHERE meets;
