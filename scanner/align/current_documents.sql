-- Current documents, numbered in the order in which alignment looks at them.
CREATE OR REPLACE TEMP TABLE align_documents AS
SELECT
    row_number() OVER (ORDER BY source, doc_id) AS doc, source, doc_id, series,
    CASE WHEN series <> '' THEN series ELSE doc_id END AS body,
    source || chr(31) || regexp_extract(doc_id, '(?s)^(.*)/', 1) AS folder,
    contains(doc_id, '/') AS in_folder,
    CASE WHEN title <> '' THEN lower(title) ELSE doc_id END AS page,
    lower(regexp_extract(doc_id, '(?s)([^/.]*)[^/]*$', 1)) AS stem,
    content_hash, content_hash || ' ' || fingerprint AS state
FROM documents
WHERE retracted_at IS NULL;
