-- Findings while a scan is still finding them. `item` numbers them, `key` is the key they are of; sides and places as in
-- the tables they end in.
CREATE OR REPLACE TEMP TABLE staged_findings (
    item BIGINT, key BIGINT, finding_id VARCHAR, kind VARCHAR, type VARCHAR, reason VARCHAR, way VARCHAR, subject VARCHAR,
    predicate VARCHAR, bound VARCHAR, scope VARCHAR, confidence DOUBLE, severity VARCHAR, missing VARCHAR[],
    part_names VARCHAR[], part_values DOUBLE[], fingerprint_content VARCHAR, fingerprint_places VARCHAR, owner VARCHAR,
    explanation VARCHAR[]
);
CREATE OR REPLACE TEMP TABLE staged_sides (
    item BIGINT, number BIGINT, consistent BOOLEAN, value VARCHAR, canonical VARCHAR, value_key VARCHAR, valid_from DATE,
    valid_to DATE, window_basis VARCHAR, authority DOUBLE, preferred BOOLEAN, witnesses BIGINT
);
CREATE OR REPLACE TEMP TABLE staged_places (item BIGINT, number BIGINT, place BIGINT, claim_id VARCHAR, standing DOUBLE);
