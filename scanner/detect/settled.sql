-- One row a finding that columns decided: what it says and is, which side it prefers, and what its confidence rests on.
-- `plain`: its texts stand in JSON as they are but for quotes and backslashes, so that SQL can sign it.
CREATE OR REPLACE TEMP MACRO json_text(words) AS '"' || replace(replace(words, '\', '\\'), '"', '\"') || '"';

CREATE OR REPLACE TEMP TABLE settled AS
WITH scores AS (
    SELECT key, min(score) AS weakest FROM encounters GROUP BY key
),
met AS (
    SELECT g.item, g.key, a.value_key AS one_key, b.value_key AS other_key, a.value_kind, a.unit,
        c.one_hash, c.other_hash
    FROM tellings g
    JOIN clashes c ON c.key = g.key AND c.scope_id = g.scope_id AND c.possible = g.possible
    JOIN spoken a ON a.said = c.one
    JOIN spoken b ON b.said = c.other
    WHERE NOT g.is_update
    UNION ALL
    SELECT g.item, g.key, o.value_key, n.value_key, o.value_kind, o.unit, g.old_hash, g.new_hash
    FROM tellings g
    JOIN spoken o ON o.said = g.old
    JOIN spoken n ON n.said = g.new
    WHERE g.is_update
),
best AS (
    SELECT
        c.item,
        min({
            'less': -coalesce(e.score, CASE WHEN s.key IS NULL THEN 0.9 ELSE round(0.8 * s.weakest, 4) END),
            'one': c.one_key, 'other': c.other_key, 'kind': c.value_kind, 'unit': c.unit,
            'way': coalesce(e.way, 'same-key')
        }) AS best
    FROM met c
    LEFT JOIN scores s ON s.key = c.key
    LEFT JOIN encounters e
        ON e.key = c.key AND e.low_hash = least(c.one_hash, c.other_hash) AND e.high_hash = greatest(c.one_hash, c.other_hash)
    GROUP BY c.item
),
told AS (
    SELECT
        item, any_value(bound) AS bound, arg_min(named, naming << 20 | number) AS place, count(*) AS sides,
        list_sort(list(value_key)) AS value_keys, NOT bool_or(regexp_matches(value_key, '[\x00-\x1f]')) AS plain,
        min(first_document) = max(last_document) AS one_document,
        bool_and(changing) AND count(newest) = count(*) AND min(newest) <> max(newest) AS moved,
        max(newest) AS newest, max(standing) AS highest, max(authority) AS strongest,
        min(confidence) AS extraction, min(witnesses) > 1 AS witnessed, bool_and(dated) AS dated, bool_or(known) AS known,
        coalesce(bool_or(approximate), false) AS rough, min(standing) AS standing,
        CASE
            WHEN bool_or(plain_unit IS NULL) OR min(plain_unit) <> max(plain_unit) OR isinf(max(abs(middle))) THEN 1.0
            WHEN max(abs(middle)) = 0 THEN 0.0
            ELSE least(1.0, (max(middle) - min(middle)) / max(abs(middle)))
        END AS apart
    FROM sides
    WHERE NOT consistent
    GROUP BY item
),
typed AS (
    SELECT
        t.*, g.key, w.items, g.is_update, g.possible, g.missing, g.lag, g.returns, best.way,
        -best.less AS score, best.kind AS kind, best.unit AS unit,
        CASE
            WHEN g.is_update THEN 'update'
            WHEN g.lag IS NOT NULL THEN 'freshness'
            WHEN t.one_document THEN 'in-document'
            WHEN g.possible THEN 'scope'
            WHEN t.moved THEN 'freshness'
            ELSE 'factual'
        END AS type
    FROM told t
    JOIN tellings g ON g.item = t.item
    JOIN scopes_met w ON w.scope_id = g.scope_id
    JOIN best b ON b.item = t.item
),
-- A stated newer value goes before all else, then the newest of at least equal standing, then the highest authority.
preferring AS (
    SELECT
        t.item,
        CASE
            WHEN any_value(t.is_update) THEN 1
            WHEN any_value(t.lag) IS NOT NULL THEN min(s.number) FILTER (s.value_hash = t.lag)
            WHEN any_value(t.type) = 'freshness' AND count_if(s.newest = t.newest) = 1
                AND max(s.standing) FILTER (s.newest = t.newest) >= any_value(t.highest)
            THEN min(s.number) FILTER (s.newest = t.newest)
            WHEN count_if(s.authority = t.strongest) = 1 THEN min(s.number) FILTER (s.authority = t.strongest)
        END AS preferred
    FROM typed t
    JOIN sides s ON s.item = t.item AND NOT s.consistent
    GROUP BY t.item
),
-- Who has something to correct: the first owner of a side that is not preferred.
owned AS (
    SELECT
        p.item, any_value(p.preferred) AS preferred,
        arg_min(s.owning, coalesce(s.number = p.preferred, false)::INTEGER << 20 | s.number)
            FILTER (s.owning IS NOT NULL) AS owning
    FROM preferring p
    JOIN sides s ON s.item = p.item AND NOT s.consistent
    GROUP BY p.item
),
-- Each value and the documents that say it, most often one. Lists are sorted once they are whole: sorting while they grow
-- takes longer. What is sorted by is cut off afterwards.
said_in AS (
    SELECT s.item, s.value_hash, d.named
    FROM sides s
    JOIN placed d ON d.number = s.first_document
    WHERE NOT s.consistent AND s.first_document = s.last_document
    UNION ALL
    SELECT
        s.item, s.value_hash,
        array_to_string(list_transform(list_sort(list(printf('%012d', d.number) || d.named)), lambda d: substring(d, 13)), ',')
    FROM (
        SELECT DISTINCT s.item, s.value_hash, m.number
        FROM (FROM sides WHERE NOT consistent AND first_document <> last_document) t
        JOIN saying s ON s.item = t.item AND s.value_hash = t.value_hash
        JOIN members m ON m.place = s.place
    ) s
    JOIN placed d ON d.number = s.number
    GROUP BY s.item, s.value_hash
),
stood AS (
    SELECT
        p.item, list_sort(list(s.value_key || chr(1) || '[' || json_text(s.value_key) || ',[' || p.named || ']]')) AS stands
    FROM said_in p
    JOIN sides s ON s.item = p.item AND s.value_hash = p.value_hash AND NOT s.consistent
    GROUP BY p.item
)
SELECT
    t.* EXCLUDE (value_keys, newest, highest, strongest, moved, one_document, place, plain, apart),
    o.preferred, coalesce(w.owner, '') AS owner, m.subject, m.predicate, m.subject_text, m.predicate_text,
    t.plain AND NOT regexp_matches(m.subject || m.predicate, '[\x00-\x1f]') AS plain,
    substring(sha256(
        '[' || json_text(m.subject) || ',' || json_text(m.predicate) || ',' || t.items || ',['
        || array_to_string(list_transform(t.value_keys, lambda value: json_text(value)), ',') || ']]'
    ), 1, 16) AS content,
    substring(sha256('[' || array_to_string(list_transform(s.stands, lambda side: split_part(side, chr(1), 2)), ',') || ']'), 1, 16) AS places,
    coalesce(list_max(list_filter(getvariable('apart_steps'), lambda step: step <= t.apart)), 0.0) AS apart
FROM typed t
JOIN owned o ON o.item = t.item
JOIN stood s ON s.item = t.item
JOIN members m ON m.place = t.place
LEFT JOIN members f ON f.place = o.owning
LEFT JOIN placed w ON w.number = f.number;

-- What confidence and severity follow from, for Python to weigh once each.
CREATE OR REPLACE TEMP TABLE grounds AS
SELECT row_number() OVER () AS ground, *
FROM (
    SELECT DISTINCT is_update, possible, type, extraction, score, apart, rough, dated, known, witnessed, standing FROM settled
);
