-- The words of current claims, for each kind of which they may meet others, and of documents.
CREATE OR REPLACE TEMP TABLE align_words AS
SELECT n, doc, unit_id, kind, told, meets, unnest(words) AS word
FROM (SELECT n, doc, unit_id, unnest(kinds) AS kind, told, extractor <> 'place' AS meets, words FROM align_claims);

CREATE OR REPLACE TEMP TABLE align_document_words AS
SELECT doc, word, bool_or(told) AS told
FROM (SELECT doc, told, unnest(list_concat(around, identifiers)) AS word FROM align_claims)
GROUP BY doc, word;

-- What a sentence is found by: each two words that follow one another in it.
CREATE OR REPLACE TEMP TABLE align_sentence_words AS
WITH cut AS (SELECT n, doc, sort, string_split(statement, ' ') AS words FROM align_sentences)
SELECT DISTINCT n, doc, sort, words[place] || ' ' || words[place + 1] AS word
FROM (SELECT *, unnest(range(1, len(words))) AS place FROM cut);

-- All claims that may have met, of either sort.
CREATE OR REPLACE TEMP TABLE align_present AS
SELECT n, claim_id, doc FROM align_claims UNION ALL SELECT n, claim_id, doc FROM align_sentences;
