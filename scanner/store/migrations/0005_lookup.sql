-- One integer for subject and predicate, so that a question about one fact need not look at every claim: see indexes.sql.
-- It is the macro fact_of, which did not exist before this migration.
ALTER TABLE claims ADD COLUMN fact BIGINT;
ALTER TABLE window_versions ADD COLUMN fact BIGINT;

UPDATE claims SET fact = (md5_number_lower(subject || chr(31) || predicate) >> 1)::BIGINT;

UPDATE window_versions v SET fact = c.fact FROM claims c WHERE c.claim_id = v.claim_id AND c.retracted_at IS NULL;
