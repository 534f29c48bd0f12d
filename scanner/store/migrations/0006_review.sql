-- What people decide in full, what became of each finding from scan to scan, and what follows from decisions.

ALTER TABLE resolutions ADD COLUMN choice VARCHAR DEFAULT '{}';
ALTER TABLE resolutions ADD COLUMN decided_at TIMESTAMP;
ALTER TABLE resolutions ADD COLUMN seen VARCHAR DEFAULT '{}';
ALTER TABLE resolutions ADD COLUMN run_id VARCHAR DEFAULT '';
-- Earlier versions knew three words; "settled, and nobody said how" is an acceptance without an end.
UPDATE resolutions SET
    choice = CASE WHEN until IS NULL THEN '{}' ELSE '{"until":"' || until || '"}' END,
    action = CASE action
        WHEN 'dismiss' THEN 'false-positive'
        WHEN 'defer' THEN 'accept'
        WHEN 'resolve' THEN 'accept'
        ELSE action
    END;
-- An undo named no number: it took back the last decision about its finding.
UPDATE resolutions r SET choice = '{"undoes":' || (
    SELECT max(e.number) FROM resolutions e
    WHERE e.number < r.number AND e.action <> 'undo'
        AND (e.fingerprint_content = r.fingerprint_content OR e.fingerprint_places = r.fingerprint_places)
) || '}'
WHERE r.action = 'undo';

-- Every scan, in order; the same documents, cards and day scanned again at once are one scan.
CREATE TABLE scans (
    number BIGINT NOT NULL,
    run_id VARCHAR NOT NULL,
    as_of DATE NOT NULL,
    documents BIGINT NOT NULL,
    claims BIGINT NOT NULL,
    conflicts BIGINT NOT NULL,
    possible BIGINT NOT NULL,
    supersessions BIGINT NOT NULL,
    suppressed BIGINT NOT NULL
);

-- What a scan saw happen to a conflict or possible conflict. sides is a JSON list of [value, value key, [[source,
-- document], ...]]; what has no row in a scan is as it was.
CREATE TABLE events (
    scan BIGINT NOT NULL,
    run_id VARCHAR NOT NULL,
    as_of DATE NOT NULL,
    ordinal BIGINT NOT NULL,
    event VARCHAR NOT NULL,
    finding_id VARCHAR NOT NULL,
    kind VARCHAR NOT NULL,
    subject VARCHAR NOT NULL,
    predicate VARCHAR NOT NULL,
    fingerprint_content VARCHAR NOT NULL,
    fingerprint_places VARCHAR NOT NULL,
    sides VARCHAR NOT NULL,
    previous VARCHAR NOT NULL,
    resolution BIGINT NOT NULL,
    detail VARCHAR NOT NULL
);

-- Derived: the claims whose window or scope a resolution sets, with the row of windows it took the place of (held: there
-- was one), which comes back when the resolution no longer stands. scope is JSON as in scopes.items.
CREATE TABLE decided (
    claim_id VARCHAR NOT NULL,
    resolution BIGINT NOT NULL,
    scope VARCHAR NOT NULL,
    windowed BOOLEAN NOT NULL,
    held BOOLEAN NOT NULL,
    base_start DATE,
    base_end DATE,
    base_basis VARCHAR,
    base_reason VARCHAR,
    base_closed BOOLEAN,
    base_closed_by VARCHAR
);

-- The resolution that gives a finding its status (0: none), and the owner that its documents name; owner is whom the
-- site's routes or a person have put in their place.
ALTER TABLE findings ADD COLUMN resolution BIGINT DEFAULT 0;
ALTER TABLE findings ADD COLUMN document_owner VARCHAR DEFAULT '';
UPDATE findings SET document_owner = owner;

-- The scan that first saw it: seen again by the same scan, a finding is still new.
ALTER TABLE sightings ADD COLUMN scan BIGINT DEFAULT 0;
