-- The sides of what is in dispute, and the values that agree with one of them and exclude none (`consistent`).
CREATE OR REPLACE TEMP TABLE clashes AS
SELECT p.* FROM pairs p ANTI JOIN left_over o ON o.key = p.key WHERE verdict = 'different' AND exclusive AND NOT one_unit;

CREATE OR REPLACE TEMP TABLE roles AS
WITH disputing AS (
    SELECT key, scope_id, one AS value_hash FROM clashes UNION SELECT key, scope_id, other FROM clashes
),
friends AS (
    SELECT key, scope_id, one AS mine, other AS theirs, other_key AS value_key FROM pairs WHERE verdict = 'compatible'
    UNION ALL
    SELECT key, scope_id, other, one, one_key FROM pairs WHERE verdict = 'compatible'
),
agreeing AS (
    SELECT DISTINCT f.key, f.scope_id, f.theirs AS value_hash, f.value_key
    FROM friends f
    SEMI JOIN disputing d ON d.key = f.key AND d.scope_id = f.scope_id AND d.value_hash = f.mine
    ANTI JOIN disputing n ON n.key = f.key AND n.scope_id = f.scope_id AND n.value_hash = f.theirs
)
SELECT key, scope_id, value_hash, false AS consistent FROM disputing
UNION ALL
SELECT key, scope_id, value_hash, true
FROM agreeing
QUALIFY row_number() OVER (PARTITION BY key, scope_id ORDER BY value_key) <= getvariable('most_consistent');

INSERT INTO left_over
SELECT DISTINCT key FROM (
    SELECT key FROM roles WHERE NOT consistent GROUP BY key, scope_id HAVING count(*) > getvariable('max_sides')
);

-- The claims that say a side's value, by place.
CREATE OR REPLACE TEMP TABLE saying AS
SELECT h.place, h.key, h.scope_id, h.value_hash, r.consistent
FROM holding h
JOIN roles r ON r.key = h.key AND r.scope_id = h.scope_id AND r.value_hash = h.value_hash
ANTI JOIN left_over o ON o.key = h.key;

CREATE OR REPLACE TEMP TABLE sides AS
WITH told AS (
    SELECT
        s.key, s.scope_id, s.value_hash, s.consistent, min(s.place) AS first,
        min(coalesce(m.opens, d.day, DATE '9999-12-31')) AS opens,
        CASE WHEN bool_and(m.opens IS NOT NULL) THEN min(m.opens) END AS valid_from,
        bool_or(m.opens IS NOT NULL) AS dated,
        CASE WHEN bool_or(m.basis = 'document-date') THEN 'document-date' ELSE 'unknown' END AS basis,
        max(d.day) AS newest, max(d.standing) AS standing, max(d.authority) AS authority,
        max(m.confidence) AS confidence, count(DISTINCT m.text_hash) AS witnesses,
        coalesce(bool_or(m.functional), false) AS known, coalesce(bool_and(m.changes IS NOT false), true) AS changing,
        arg_min(d.owner, s.place) FILTER (WHERE d.owner <> '') AS owner,
        list_sort(list(DISTINCT m.number)) AS documents,
        min({
            'blank': m.subject = '', 'basis': list_position(getvariable('bases'), m.subject_basis), 'subject': m.subject,
            'predicate': m.predicate, 'place': s.place
        }) AS named
    FROM saying s
    JOIN members m ON m.rowid = s.place
    JOIN placed d ON d.number = m.number
    GROUP BY ALL
),
worded AS (
    SELECT key, scope_id, value_hash, arg_min(value_text, {'less': -times, 'first': first}) AS value
    FROM (
        SELECT s.key, s.scope_id, s.value_hash, m.value_text, count(*) AS times, min(s.place) AS first
        FROM saying s
        JOIN members m ON m.rowid = s.place
        GROUP BY ALL
    )
    GROUP BY key, scope_id, value_hash
)
SELECT
    t.*, w.value, f.canonical, f.value_key, f.bound, f.plain_unit, (f.lo + f.hi) / 2 AS middle, f.approximate, f.items,
    row_number() OVER (
        PARTITION BY t.key, t.scope_id
        ORDER BY t.consistent, CASE WHEN t.consistent THEN f.value_key END, t.opens, t.first
    ) - 1 AS number
FROM told t
JOIN worded w ON w.key = t.key AND w.scope_id = t.scope_id AND w.value_hash = t.value_hash
JOIN members f ON f.rowid = t.first;
