-- Which sentences share two words in a row that not too many of their sort have.
CREATE OR REPLACE TEMP TABLE align_said AS
WITH held AS (
    SELECT sort, word, row_number() OVER () AS posting
    FROM align_sentence_words GROUP BY sort, word HAVING count(*) BETWEEN 2 AND $posting
)
SELECT posting, n, doc FROM align_sentence_words JOIN held USING (sort, word);
