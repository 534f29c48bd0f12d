-- What Python tells SQL of scopes: see scopes.py.
CREATE OR REPLACE TEMP TABLE scopes_met (scope_id BIGINT, items VARCHAR, rank BIGINT, parts VARCHAR[]);
CREATE OR REPLACE TEMP TABLE dimensions (scope_id BIGINT, name VARCHAR, value VARCHAR);
CREATE OR REPLACE TEMP TABLE bonds (bond BIGINT, one BIGINT, other BIGINT, joint BIGINT, missing VARCHAR[], nested BOOLEAN);
