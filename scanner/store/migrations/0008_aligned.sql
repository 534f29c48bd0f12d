-- What the last alignment rested on, so that the next one redoes only what has changed since. Derived: an older one is lost.

-- One row, once there has been an alignment: cards, settings and code that decided.
CREATE OR REPLACE TABLE aligned_by (
    fingerprint VARCHAR NOT NULL
);

-- state: content hash and fingerprint of the version of the document that was aligned.
CREATE OR REPLACE TABLE aligned_documents (
    source VARCHAR NOT NULL,
    doc_id VARCHAR NOT NULL,
    series VARCHAR NOT NULL,
    state VARCHAR NOT NULL
);

-- What was counted over the corpus, as align/statistics.sql rounds it.
CREATE OR REPLACE TABLE aligned_statistics (
    sort VARCHAR NOT NULL,
    name VARCHAR NOT NULL,
    number BIGINT NOT NULL
);

-- Claims that are two states of one place, in consecutive versions of a document or in two revisions of a page.
CREATE OR REPLACE TABLE successions (
    claim_a VARCHAR NOT NULL,
    claim_b VARCHAR NOT NULL
);
