-- The standing of chunks as the command hook was last told it: what has changed since then is told again until it succeeds.
CREATE TABLE told (
    source VARCHAR NOT NULL,
    doc_id VARCHAR NOT NULL,
    chunk_id VARCHAR NOT NULL,
    standing VARCHAR[] NOT NULL
);
