-- The public views: what `scanner sql` shows and what other programs may rely on. Columns are only ever added; whoever
-- adds one raises the number in `store_version`. Every comment is documentation: VIEWS.md is made of them. They stand in
-- views_facts, views_findings and views_documents; this file holds what tells of them.

CREATE OR REPLACE VIEW store_version AS
SELECT version AS schema_version, 3 AS views_version FROM schema_version;
COMMENT ON VIEW store_version IS 'Which version of the schema and of the public views this store has: one row.';
COMMENT ON COLUMN store_version.schema_version IS 'Number of the last migration.';
COMMENT ON COLUMN store_version.views_version IS 'Raised whenever a public view gains a column or a view is added.';

CREATE OR REPLACE VIEW public_columns AS
SELECT table_name AS view, column_name AS "column", data_type AS type, comment AS meaning
FROM duckdb_columns() c
WHERE NOT internal AND comment IS NOT NULL
ORDER BY table_name, column_index;
COMMENT ON VIEW public_columns IS 'The columns of the public views, with what they mean: this documentation as a table.';
COMMENT ON COLUMN public_columns."view" IS 'View or table.';
COMMENT ON COLUMN public_columns."column" IS 'Of the view.';
COMMENT ON COLUMN public_columns."type" IS 'DuckDB type.';
COMMENT ON COLUMN public_columns.meaning IS 'In words.';
