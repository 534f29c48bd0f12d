-- On how many pages a sentence stands (states of a page share their title), and pairs of words in so many sentences that they propose nothing.
INSERT INTO align_statistics
SELECT 'sentence', statement, least(count(DISTINCT page), 8) FROM align_sentences JOIN align_documents USING (doc)
GROUP BY statement HAVING count(DISTINCT page) > 1
UNION ALL
SELECT 'common in sentences', sort || chr(31) || word, 1 FROM align_sentence_words
GROUP BY sort, word HAVING count(*) > $posting;
