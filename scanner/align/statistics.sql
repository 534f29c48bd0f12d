-- What alignment knows of the whole corpus: whole numbers, rounded so that a little more of something changes nothing,
-- and cut off where a greater number means the same. A gate may ask for nothing about the corpus that is not here:
-- what differs here from the last scan is what has to be aligned anew.
CREATE OR REPLACE TEMP TABLE align_statistics AS
-- units in all, and documents that say anything
SELECT 'units' AS sort, '' AS name, rounded(count(*) + 1, 4) AS number
FROM (SELECT DISTINCT doc, unit_id FROM align_claims WHERE told)
UNION ALL
SELECT 'documents', '', 2 * greatest(3, least(count(DISTINCT doc) // 50, 12)) + (count(DISTINCT doc) >= 40)::INT
FROM align_claims
UNION ALL
-- units that use a word, or give a value of a dimension
SELECT 'word', word, rounded(count(*), 2)
FROM (SELECT DISTINCT word, doc, unit_id FROM align_words WHERE told) GROUP BY word
UNION ALL
SELECT 'kind', dimension, rounded(count(*), 2)
FROM (SELECT DISTINCT dimension, doc, unit_id FROM align_claims WHERE told) GROUP BY dimension
UNION ALL
-- documents that use a word, in a statement or around one
SELECT 'spread', word, least(count(*), 13) FROM align_document_words WHERE told GROUP BY word
UNION ALL
-- places in which a wording stands, or a row header with a predicate
SELECT 'statement', statement, least(count(*), 8)
FROM (SELECT DISTINCT statement, doc, context FROM align_claims WHERE told) GROUP BY statement HAVING count(*) > 1
UNION ALL
SELECT 'lead', lead || chr(31) || predicate, least(count(*), 8)
FROM (SELECT DISTINCT lead, predicate, doc, context FROM align_claims WHERE told AND lead <> '')
GROUP BY lead, predicate HAVING count(*) > 1
UNION ALL
SELECT 'lead', lead || chr(31), least(count(*), 8)
FROM (SELECT DISTINCT lead, doc, context[:-2] FROM align_claims WHERE told AND lead <> '')
GROUP BY lead HAVING count(*) > 1
UNION ALL
-- words and keys of so many claims that they propose nothing
SELECT 'common', kind || chr(31) || word, 1
FROM align_words WHERE meets GROUP BY kind, word HAVING count(*) > $posting
UNION ALL
SELECT 'common key', kind || chr(31) || subject || chr(31) || predicate, 1
FROM align_claims WHERE extractor <> 'place' GROUP BY kind, subject, predicate HAVING count(*) > $posting;
