-- One row a finding that columns decided, for Python to name, weigh and sign; lists are in order of sides.
CREATE OR REPLACE TEMP TABLE settled AS
WITH scores AS (
    SELECT key, min(score) AS weakest FROM encounters GROUP BY key
),
met AS (
    SELECT g.item, c.key, c.one_key, c.other_key, c.value_kind, c.unit
    FROM tellings g
    JOIN clashes c ON c.key = g.key AND c.scope_id = g.scope_id
    WHERE NOT g.is_update
    UNION ALL
    SELECT g.item, g.key, least(o.value_key, n.value_key), greatest(o.value_key, n.value_key), o.value_kind, o.unit
    FROM tellings g
    JOIN spoken o ON o.key = g.key AND o.scope_id = g.scope_id AND o.value_hash = g.old
    JOIN spoken n ON n.key = g.key AND n.scope_id = g.scope_id AND n.value_hash = g.new
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
    LEFT JOIN encounters e ON e.key = c.key AND e.low = c.one_key AND e.high = c.other_key
    GROUP BY c.item
),
told AS (
    SELECT
        item, any_value(items) AS items, any_value(bound) AS bound,
        min({
            'blank': named.blank, 'basis': named.basis, 'subject': named.subject, 'predicate': named.predicate,
            'number': number, 'place': named.place
        }) AS named,
        list(value_key ORDER BY number) AS value_keys, list(newest ORDER BY number) AS newest,
        list(standing ORDER BY number) AS standing, list(authority ORDER BY number) AS authority,
        list(coalesce(owner, '') ORDER BY number) AS owners, list(documents ORDER BY number) AS documents,
        min(confidence) AS extraction, min(witnesses) AS witnesses, bool_and(dated) AS dated, bool_or(known) AS known,
        bool_and(changing) AS changing, bool_or(approximate) AS rough,
        CASE
            WHEN bool_or(plain_unit IS NULL) OR min(plain_unit) <> max(plain_unit) OR isinf(max(abs(middle))) THEN 1.0
            WHEN max(abs(middle)) = 0 THEN 0.0
            ELSE least(1.0, (max(middle) - min(middle)) / max(abs(middle)))
        END AS apart
    FROM sides
    WHERE NOT consistent
    GROUP BY item
)
SELECT
    t.* EXCLUDE (named), g.key, g.is_update, g.lag, g.returns, named.subject, named.predicate, m.subject_text,
    m.predicate_text, best.way, -best.less AS score, best.kind AS kind, best.unit AS unit
FROM told t
JOIN tellings g ON g.item = t.item
JOIN best b ON b.item = t.item
JOIN members m ON m.rowid = t.named.place
ORDER BY t.item;
