-- What a scan computes from the truth. Dropping every row here and scanning again gives the same rows.

CREATE TABLE links (
    source_a VARCHAR NOT NULL,
    doc_a VARCHAR NOT NULL,
    source_b VARCHAR NOT NULL,
    doc_b VARCHAR NOT NULL,
    relation VARCHAR NOT NULL,
    score DOUBLE NOT NULL,
    words VARCHAR[] NOT NULL
);

CREATE TABLE meetings (
    claim_a VARCHAR NOT NULL,
    claim_b VARCHAR NOT NULL,
    way VARCHAR NOT NULL,
    score DOUBLE NOT NULL,
    missing VARCHAR[] NOT NULL
);

CREATE TABLE stopped_pairs (
    claim_a VARCHAR NOT NULL,
    claim_b VARCHAR NOT NULL,
    gate VARCHAR NOT NULL,
    score DOUBLE NOT NULL
);

CREATE TABLE keys (
    claim_id VARCHAR NOT NULL,
    key BIGINT NOT NULL
);

-- Only claims whose window is not the one their document states: what ended, when, why and through which claim.
-- closed: something replaced it, though perhaps on an unknown day.
CREATE TABLE windows (
    claim_id VARCHAR NOT NULL,
    window_start DATE,
    window_end DATE,
    window_basis VARCHAR NOT NULL,
    reason VARCHAR NOT NULL,
    closed BOOLEAN NOT NULL,
    closed_by VARCHAR NOT NULL
);

-- ordinal is the order in which findings are reported. scope is JSON as in scopes.items.
CREATE TABLE findings (
    ordinal BIGINT NOT NULL,
    finding_id VARCHAR NOT NULL,
    kind VARCHAR NOT NULL,
    type VARCHAR NOT NULL,
    reason VARCHAR NOT NULL,
    way VARCHAR NOT NULL,
    subject VARCHAR NOT NULL,
    predicate VARCHAR NOT NULL,
    bound VARCHAR NOT NULL,
    scope VARCHAR NOT NULL,
    confidence DOUBLE NOT NULL,
    severity VARCHAR NOT NULL,
    missing VARCHAR[] NOT NULL,
    part_names VARCHAR[] NOT NULL,
    part_values DOUBLE[] NOT NULL,
    fingerprint_content VARCHAR NOT NULL,
    fingerprint_places VARCHAR NOT NULL,
    status VARCHAR NOT NULL,
    first_seen DATE,
    owner VARCHAR NOT NULL,
    explanation VARCHAR[] NOT NULL
);

-- number counts sides from 0 in the order shown; those a finding is merely consistent with follow the disputing ones.
CREATE TABLE finding_sides (
    finding_id VARCHAR NOT NULL,
    number BIGINT NOT NULL,
    consistent BOOLEAN NOT NULL,
    value VARCHAR NOT NULL,
    canonical VARCHAR NOT NULL,
    value_key VARCHAR NOT NULL,
    valid_from DATE,
    valid_to DATE,
    window_basis VARCHAR NOT NULL,
    authority DOUBLE NOT NULL,
    preferred BOOLEAN NOT NULL,
    witnesses BIGINT NOT NULL
);

CREATE TABLE finding_places (
    finding_id VARCHAR NOT NULL,
    number BIGINT NOT NULL,
    place BIGINT NOT NULL,
    claim_id VARCHAR NOT NULL,
    standing DOUBLE NOT NULL
);
