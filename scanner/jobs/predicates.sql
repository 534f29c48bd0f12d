-- Every predicate in use: how often, of how many subjects, in which kinds of value, in which bound class, and one quote.
SELECT predicate, count(*) AS claims, count(DISTINCT subject) AS subjects,
    list_sort(list(DISTINCT value_kind || ' ' || unit)) AS kinds, list_sort(list(DISTINCT bound)) AS bounds,
    min_by(predicate_text, (source, doc_id, start_at, value_start)) AS written,
    min_by(quote, (source, doc_id, start_at, value_start)) AS quote,
    min_by(doc_id, (source, doc_id, start_at, value_start)) AS doc_id,
    min_by(line, (source, doc_id, start_at, value_start)) AS line
FROM claims
WHERE retracted_at IS NULL AND predicate <> '' AND value_kind <> 'text' AND extractor <> 'sentence'
GROUP BY predicate
ORDER BY claims DESC, predicate
LIMIT $most;
