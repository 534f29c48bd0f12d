-- Within one kind of value and one scope, or two that may be one: which values exclude one another, which agree, and
-- which doubles cannot tell apart (`unclear`, left to exact arithmetic). `one` comes before `other` by scope, then by value;
-- `scope_id` is what both scopes state together; of two scopes, `bond` tells how they stand. A group is worth pairing only
-- if its intervals do not all meet.
CREATE OR REPLACE TEMP TABLE pairs AS
WITH apart AS (
    SELECT *, CASE WHEN bonded THEN 0 ELSE scope_id END AS heap FROM spoken WHERE taking_part
),
candidates AS (
    SELECT key, heap, sort
    FROM apart
    GROUP BY key, heap, sort
    HAVING count(*) > 1 AND (
        min(value_kind) NOT IN ('quantity', 'moment') OR max(lo) > min(hi) - getvariable('rounding') * max(greatest(abs(lo), abs(hi)))
    )
),
worth AS (
    SELECT a.*
    FROM apart a
    SEMI JOIN candidates c ON c.key = a.key AND c.heap = a.heap AND c.sort = a.sort
    ANTI JOIN left_over o ON o.key = a.key
),
slack AS (
    SELECT m.key, max(t.tolerance) AS tolerance FROM members m JOIN tolerances t ON t.predicate = m.predicate GROUP BY m.key
),
met AS (
    SELECT
        a.key, a.scope_id, a.said AS one, b.said AS other, NULL AS bond, a.value_hash AS one_hash, b.value_hash AS other_hash,
        a.soft, a.value_kind, a.value_key AS one_key, b.value_key AS other_key, a.lo, a.hi, b.lo AS other_lo, b.hi AS other_hi
    FROM worth a
    JOIN worth b
        ON b.key = a.key AND b.scope_id = a.scope_id AND b.sort = a.sort AND a.value_key < b.value_key
    UNION ALL
    SELECT
        a.key, s.joint, a.said, b.said, s.bond, a.value_hash, b.value_hash,
        a.soft, a.value_kind, a.value_key, b.value_key, a.lo, a.hi, b.lo, b.hi
    FROM worth a
    JOIN bonds s ON s.one = a.scope_id
    JOIN worth b
        ON b.key = a.key AND b.scope_id = s.other AND b.sort = a.sort AND b.value_hash <> a.value_hash
    WHERE a.bonded
),
compared AS (
    SELECT
        m.*,
        greatest(lo, other_lo) - least(hi, other_hi) AS gap,
        greatest(abs(lo), abs(hi), abs(other_lo), abs(other_hi)) AS largest,
        coalesce(s.tolerance, 0.0) AS tolerance,
        lo = trunc(lo) AND hi = trunc(hi) AND other_lo = trunc(other_lo) AND other_hi = trunc(other_hi)
            AND largest < 9007199254740992 AS whole
    FROM met m
    LEFT JOIN slack s ON s.key = m.key
)
SELECT
    key, scope_id, one, other, bond, one_hash, other_hash, soft, value_kind = 'flag' AS flag,
    CASE value_kind
        WHEN 'quantity' THEN CASE
            WHEN gap > 2 * (tolerance + getvariable('rounding')) * largest THEN 'different'
            WHEN gap < (tolerance - getvariable('rounding')) * largest OR (whole AND gap <= 0) THEN 'compatible'
            ELSE 'unclear'
        END
        WHEN 'moment' THEN CASE WHEN gap > 0 THEN 'different' ELSE 'compatible' END
        WHEN 'version' THEN CASE
            WHEN contains(one_key, '-') OR contains(other_key, '-') THEN 'different'
            WHEN starts_with(other_key || '.', one_key || '.') OR starts_with(one_key || '.', other_key || '.') THEN 'compatible'
            ELSE 'different'
        END
        ELSE 'different'
    END AS verdict
FROM compared;

INSERT INTO left_over SELECT DISTINCT key FROM pairs WHERE verdict = 'unclear';
