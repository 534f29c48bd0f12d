-- When the store learnt of something is a moment (UTC), not only a day: two runs of one day must not be confused. And the windows
-- that scans derived are remembered with the time in which they were known, so that `facts_as_of(day, recorded)` can
-- answer as the store would have answered then. This history is what scanning anew cannot know.
DROP VIEW IF EXISTS current_facts;
DROP VIEW IF EXISTS facts;

ALTER TABLE documents ALTER recorded_at TYPE TIMESTAMP;
ALTER TABLE documents ALTER retracted_at TYPE TIMESTAMP;
ALTER TABLE claims ALTER recorded_at TYPE TIMESTAMP;
ALTER TABLE claims ALTER retracted_at TYPE TIMESTAMP;

-- Half-open in known_from and known_to; known_to is NULL for what is known now, and then equals a row of windows.
CREATE TABLE window_versions (
    claim_id VARCHAR NOT NULL,
    window_start DATE,
    window_end DATE,
    window_basis VARCHAR NOT NULL,
    closed BOOLEAN NOT NULL,
    closed_by VARCHAR NOT NULL,
    known_from TIMESTAMP NOT NULL,
    known_to TIMESTAMP
);

INSERT INTO window_versions
SELECT w.claim_id, w.window_start, w.window_end, w.window_basis, w.closed, w.closed_by, c.recorded_at, NULL
FROM windows w JOIN claims c ON c.claim_id = w.claim_id AND c.retracted_at IS NULL
ORDER BY w.claim_id;
