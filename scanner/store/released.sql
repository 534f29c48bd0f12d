-- Give claims back the windows that they have without any resolution.
DELETE FROM windows w USING decided d WHERE d.claim_id = w.claim_id AND d.windowed;

INSERT INTO windows BY NAME
SELECT
    claim_id, base_start AS window_start, base_end AS window_end, base_basis AS window_basis, base_reason AS reason,
    base_closed AS closed, base_closed_by AS closed_by
FROM decided
WHERE windowed AND held
ORDER BY claim_id;

DELETE FROM decided;
