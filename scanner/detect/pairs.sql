-- Within one scope and kind of value: which values exclude one another, which agree, and which doubles cannot tell
-- apart (`unclear`, left to exact arithmetic). A group is worth pairing only if its intervals do not all meet.
CREATE OR REPLACE TEMP TABLE pairs AS
WITH candidates AS (
    SELECT key, scope_id, value_kind, unit
    FROM spoken
    GROUP BY ALL
    HAVING count(*) > 1 AND (
        value_kind NOT IN ('quantity', 'moment') OR max(lo) > min(hi) - getvariable('rounding') * max(greatest(abs(lo), abs(hi)))
    )
),
slack AS (
    SELECT m.key, max(t.tolerance) AS tolerance FROM members m JOIN tolerances t ON t.predicate = m.predicate GROUP BY m.key
),
met AS (
    SELECT
        a.key, a.scope_id, a.bound, a.value_kind, a.unit, a.value_hash AS one, b.value_hash AS other,
        a.value_key AS one_key, b.value_key AS other_key,
        greatest(a.lo, b.lo) - least(a.hi, b.hi) AS gap,
        greatest(abs(a.lo), abs(a.hi), abs(b.lo), abs(b.hi)) AS largest,
        coalesce(s.tolerance, 0.0) AS tolerance,
        a.lo = trunc(a.lo) AND a.hi = trunc(a.hi) AND b.lo = trunc(b.lo) AND b.hi = trunc(b.hi)
            AND greatest(abs(a.lo), abs(a.hi), abs(b.lo), abs(b.hi)) < 9007199254740992 AS whole
    FROM spoken a
    SEMI JOIN candidates c
        ON c.key = a.key AND c.scope_id = a.scope_id AND c.value_kind = a.value_kind AND c.unit = a.unit
    JOIN spoken b
        ON b.key = a.key AND b.scope_id = a.scope_id AND b.value_kind = a.value_kind AND b.unit = a.unit
        AND a.value_key < b.value_key
    LEFT JOIN slack s ON s.key = a.key
    ANTI JOIN left_over o ON o.key = a.key
)
SELECT
    * EXCLUDE (gap, largest, tolerance, whole),
    CASE value_kind
        WHEN 'quantity' THEN CASE
            WHEN gap > 2 * (tolerance + getvariable('rounding')) * largest THEN 'different'
            WHEN gap < (tolerance - getvariable('rounding')) * largest OR (whole AND gap <= 0) THEN 'compatible'
            ELSE 'unclear'
        END
        WHEN 'moment' THEN CASE WHEN gap > 0 THEN 'different' ELSE 'compatible' END
        WHEN 'version' THEN CASE
            WHEN contains(one_key, '-') OR contains(other_key, '-') THEN 'different'
            WHEN starts_with(other_key || '.', one_key || '.') THEN 'compatible'
            ELSE 'different'
        END
        ELSE 'different'
    END AS verdict
FROM met;

INSERT INTO left_over SELECT DISTINCT key FROM pairs WHERE verdict = 'unclear';
