-- Slips that reading found: two places of one document, joined by their pair, whose extractor names the reason. What
-- another version has replaced is nobody's to correct.
CREATE OR REPLACE TEMP TABLE wanted AS
SELECT dense_rank() OVER (ORDER BY c.extractor, c.source, c.doc_id, c.pair) AS key, c.rowid AS line
FROM claims c
SEMI JOIN reasons r ON r.reason = c.extractor
JOIN placed d ON d.source = c.source AND d.doc_id = c.doc_id
WHERE c.retracted_at IS NULL AND NOT d.closed;
