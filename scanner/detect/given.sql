-- What Python tells SQL while it settles: what is said to differ in a kind of value, which predicates are cards, how sure
-- and grave the grounds of findings make them, and the fingerprints of texts that SQL does not write as JSON.
CREATE OR REPLACE TEMP TABLE reasons (kind VARCHAR, unit VARCHAR, reason VARCHAR);
CREATE OR REPLACE TEMP TABLE carded (predicate VARCHAR);
CREATE OR REPLACE TEMP TABLE weighed (
    ground BIGINT, kind VARCHAR, confidence DOUBLE, severity VARCHAR, part_names VARCHAR[], part_values DOUBLE[]
);
CREATE OR REPLACE TEMP TABLE signed (item BIGINT, finding_id VARCHAR, content VARCHAR, places VARCHAR);
