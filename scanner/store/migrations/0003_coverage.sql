-- How much of each document was understood, and which file it came from; and which scan the findings are of.

-- measure is 'file' (name: the path below the root), 'block' or 'claim' (name: the kind of block) or 'unit' (name: '').
CREATE TABLE coverage (
    source VARCHAR NOT NULL,
    doc_id VARCHAR NOT NULL,
    measure VARCHAR NOT NULL,
    name VARCHAR NOT NULL,
    number BIGINT NOT NULL
);

-- One row, once there has been a scan.
CREATE TABLE scanned (
    run_id VARCHAR NOT NULL,
    as_of DATE NOT NULL
);
