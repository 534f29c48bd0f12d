-- What was read and what was not: tables of the store that are public as they are, and files of no known kind.

COMMENT ON TABLE sources IS 'The named roots that are ingested.';
COMMENT ON COLUMN sources.name IS 'Of the source.';
COMMENT ON COLUMN sources.root IS 'Folder that its documents lie in.';

COMMENT ON TABLE documents IS 'Every version of a document that was ever ingested; the current ones have no retracted_at.';
COMMENT ON COLUMN documents.source IS 'Name of the source.';
COMMENT ON COLUMN documents.doc_id IS 'Path below the root, or the record''s own id.';
COMMENT ON COLUMN documents.title IS 'Of the document.';
COMMENT ON COLUMN documents.published IS 'Day it dates from; NULL: undated.';
COMMENT ON COLUMN documents.published_basis IS 'What tells that day.';
COMMENT ON COLUMN documents.effective IS 'Day from which it takes effect, if it says so.';
COMMENT ON COLUMN documents.version IS 'As stated.';
COMMENT ON COLUMN documents.source_type IS 'primary, secondary, tertiary or empty.';
COMMENT ON COLUMN documents.author IS 'As stated.';
COMMENT ON COLUMN documents.owner IS 'As stated.';
COMMENT ON COLUMN documents.series IS 'Successive versions of one document share it.';
COMMENT ON COLUMN documents.supersedes IS 'Documents that it says it replaces.';
COMMENT ON COLUMN documents.format IS 'Of the file.';
COMMENT ON COLUMN documents.silenced IS 'Blocks left out because of an ignore mark.';
COMMENT ON COLUMN documents.recorded_at IS 'When this version was written to the store (UTC).';
COMMENT ON COLUMN documents.retracted_at IS 'When it was replaced or had gone (UTC); NULL: it is current.';

COMMENT ON TABLE unresolved IS 'Mentions that look like values and did not become claims.';
COMMENT ON COLUMN unresolved.source IS 'Name of the source.';
COMMENT ON COLUMN unresolved.doc_id IS 'Of the document.';
COMMENT ON COLUMN unresolved.start_at IS 'Where it begins in the document''s text, in code points.';
COMMENT ON COLUMN unresolved.end_at IS 'Where it ends: the first code point after it.';
COMMENT ON COLUMN unresolved.line IS 'Line, from 1.';
COMMENT ON COLUMN unresolved.text IS 'As written.';
COMMENT ON COLUMN unresolved.reason IS 'Why it could not be read.';
COMMENT ON COLUMN unresolved.extractor IS 'The construction in which it stands, where there is one.';

COMMENT ON TABLE skipped IS 'Files that were not read.';
COMMENT ON COLUMN skipped.source IS 'Name of the source.';
COMMENT ON COLUMN skipped.path IS 'Below its root.';
COMMENT ON COLUMN skipped.reason IS 'Code of why.';
COMMENT ON COLUMN skipped.detail IS 'In words, where there is more to say.';

CREATE OR REPLACE VIEW unknown_files AS
SELECT source, doc_id AS path, name AS ending
FROM coverage
WHERE measure = 'unknown'
ORDER BY source, path;
COMMENT ON VIEW unknown_files IS 'Files of no known kind, which were not read: they may be documents or not.';
COMMENT ON COLUMN unknown_files.source IS 'Name of the source.';
COMMENT ON COLUMN unknown_files.path IS 'Below its root.';
COMMENT ON COLUMN unknown_files.ending IS 'What its name ends in, as reports count it.';
