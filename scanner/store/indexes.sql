-- DuckDB alters no table that has an index, so these are dropped before a migration and made anew after it. Indexes on
-- text or on two columns are not used by its scans; those on one integer are.
CREATE INDEX IF NOT EXISTS claims_by_fact ON claims (fact);
CREATE INDEX IF NOT EXISTS window_versions_by_fact ON window_versions (fact);
