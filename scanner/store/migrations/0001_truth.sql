-- What was ingested and what people decided. Nothing here can be computed from anything else in the store.
-- No primary keys or unique constraints: DuckDB keeps the first of duplicate keys within one statement and is slow
-- with large indexed tables; the store removes duplicates before it writes.

CREATE TABLE sources (
    name VARCHAR NOT NULL,
    root VARCHAR NOT NULL
);

-- One row per version of a document that was ever ingested; the current one has no retracted_at. The text of
-- retracted versions is dropped.
CREATE TABLE documents (
    source VARCHAR NOT NULL,
    doc_id VARCHAR NOT NULL,
    title VARCHAR NOT NULL,
    published DATE,
    published_basis VARCHAR NOT NULL,
    effective DATE,
    version VARCHAR NOT NULL,
    source_type VARCHAR NOT NULL,
    author VARCHAR NOT NULL,
    owner VARCHAR NOT NULL,
    series VARCHAR NOT NULL,
    supersedes VARCHAR[] NOT NULL,
    format VARCHAR NOT NULL,
    content_hash VARCHAR NOT NULL,
    fingerprint VARCHAR NOT NULL,
    silenced BIGINT NOT NULL,
    metadata_names VARCHAR[] NOT NULL,
    metadata_values VARCHAR[] NOT NULL,
    text_zlib BLOB,
    recorded_at DATE NOT NULL,
    retracted_at DATE
);

CREATE TABLE chunks (
    source VARCHAR NOT NULL,
    doc_id VARCHAR NOT NULL,
    chunk_id VARCHAR NOT NULL,
    headings VARCHAR[] NOT NULL,
    start_at BIGINT NOT NULL,
    end_at BIGINT NOT NULL,
    first_block BIGINT NOT NULL,
    last_block BIGINT NOT NULL
);

-- scope_id is a 63-bit hash of items, a JSON list of [dimension, value] pairs in order.
CREATE TABLE scopes (
    scope_id BIGINT NOT NULL,
    items VARCHAR NOT NULL
);

-- One row a claim. lo, hi, alt_lo, alt_hi are the nearest doubles of the extents the value is compared by; value is the exact one
-- as JSON. value_hash and text_hash are 63-bit hashes of the value's key and of the folded quote.
-- window_start, window_end: half-open days as the document states them, before anything superseded them.
CREATE TABLE claims (
    claim_id VARCHAR NOT NULL,
    source VARCHAR NOT NULL,
    doc_id VARCHAR NOT NULL,
    chunk_id VARCHAR NOT NULL,
    subject VARCHAR NOT NULL,
    predicate VARCHAR NOT NULL,
    bound VARCHAR NOT NULL,
    value_kind VARCHAR NOT NULL,
    unit VARCHAR NOT NULL,
    lo DOUBLE,
    hi DOUBLE,
    alt_unit VARCHAR NOT NULL,
    alt_lo DOUBLE,
    alt_hi DOUBLE,
    prefix VARCHAR NOT NULL,
    approximate BOOLEAN NOT NULL,
    value_key VARCHAR NOT NULL,
    value_hash BIGINT NOT NULL,
    value VARCHAR NOT NULL,
    canonical VARCHAR NOT NULL,
    scope_id BIGINT NOT NULL,
    status VARCHAR NOT NULL,
    window_start DATE,
    window_end DATE,
    window_basis VARCHAR NOT NULL,
    start_at BIGINT NOT NULL,
    end_at BIGINT NOT NULL,
    value_start BIGINT NOT NULL,
    value_end BIGINT NOT NULL,
    line BIGINT,
    page BIGINT,
    quote VARCHAR NOT NULL,
    context VARCHAR[] NOT NULL,
    confidence DOUBLE NOT NULL,
    extractor VARCHAR NOT NULL,
    subject_text VARCHAR NOT NULL,
    predicate_text VARCHAR NOT NULL,
    value_text VARCHAR NOT NULL,
    subject_basis VARCHAR NOT NULL,
    functional BOOLEAN,
    changes BOOLEAN,
    change VARCHAR NOT NULL,
    pair BIGINT NOT NULL,
    unit_id BIGINT NOT NULL,
    slot BIGINT NOT NULL,
    statement VARCHAR NOT NULL,
    words VARCHAR[] NOT NULL,
    context_words VARCHAR[] NOT NULL,
    lead VARCHAR NOT NULL,
    identifiers VARCHAR[] NOT NULL,
    text_hash BIGINT NOT NULL,
    recorded_at DATE NOT NULL,
    retracted_at DATE
);

CREATE TABLE unresolved (
    source VARCHAR NOT NULL,
    doc_id VARCHAR NOT NULL,
    start_at BIGINT NOT NULL,
    end_at BIGINT NOT NULL,
    line BIGINT,
    text VARCHAR NOT NULL,
    reason VARCHAR NOT NULL,
    extractor VARCHAR NOT NULL
);

CREATE TABLE skipped (
    source VARCHAR NOT NULL,
    path VARCHAR NOT NULL,
    reason VARCHAR NOT NULL,
    detail VARCHAR NOT NULL
);

-- What a person decided about a finding; rows are only ever added.
CREATE TABLE resolutions (
    number BIGINT NOT NULL,
    finding_id VARCHAR NOT NULL,
    fingerprint_content VARCHAR NOT NULL,
    fingerprint_places VARCHAR NOT NULL,
    action VARCHAR NOT NULL,
    note VARCHAR NOT NULL,
    decided_by VARCHAR NOT NULL,
    decided_on DATE NOT NULL,
    until DATE
);

-- When a finding was first reported, by both its fingerprints: what scanning anew cannot know.
CREATE TABLE sightings (
    fingerprint_content VARCHAR NOT NULL,
    fingerprint_places VARCHAR NOT NULL,
    first_seen DATE NOT NULL
);

CREATE TABLE runs (
    run_id VARCHAR NOT NULL,
    command VARCHAR NOT NULL,
    as_of DATE NOT NULL,
    fingerprint VARCHAR NOT NULL,
    documents BIGINT NOT NULL,
    chunks BIGINT NOT NULL,
    claims BIGINT NOT NULL,
    skipped BIGINT NOT NULL,
    unresolved BIGINT NOT NULL,
    findings BIGINT NOT NULL
);
