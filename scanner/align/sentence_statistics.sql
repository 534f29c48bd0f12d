-- In how many places a sentence stands, and pairs of words in so many sentences that they propose nothing.
INSERT INTO align_statistics
SELECT 'sentence', statement, least(count(*), 8) FROM align_sentences GROUP BY statement HAVING count(*) > 1
UNION ALL
SELECT 'common in sentences', sort || chr(31) || word, 1 FROM align_sentence_words
GROUP BY sort, word HAVING count(*) > $posting;
