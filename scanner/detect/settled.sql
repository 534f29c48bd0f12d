-- One row a finding that columns decided, for Python to name, weigh and sign; lists are in order of sides.
CREATE OR REPLACE TEMP TABLE settled AS
WITH scores AS (
    SELECT key, min(score) AS weakest FROM encounters GROUP BY key
),
best AS (
    SELECT
        c.key, c.scope_id,
        min({
            'less': -coalesce(e.score, CASE WHEN s.key IS NULL THEN 0.9 ELSE round(0.8 * s.weakest, 4) END),
            'one': c.one_key, 'other': c.other_key, 'kind': c.value_kind, 'unit': c.unit,
            'way': coalesce(e.way, 'same-key')
        }) AS best
    FROM clashes c
    ANTI JOIN left_over o ON o.key = c.key
    LEFT JOIN scores s ON s.key = c.key
    LEFT JOIN encounters e ON e.key = c.key AND e.low = c.one_key AND e.high = c.other_key
    GROUP BY c.key, c.scope_id
),
told AS (
    SELECT
        key, scope_id, any_value(items) AS items, any_value(bound) AS bound,
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
    GROUP BY key, scope_id
)
SELECT
    row_number() OVER (ORDER BY t.key, t.scope_id) + getvariable('first') - 1 AS item,
    t.* EXCLUDE (named), named.subject, named.predicate, m.subject_text, m.predicate_text,
    best.way, -best.less AS score, best.kind AS kind, best.unit AS unit
FROM told t
JOIN best b ON b.key = t.key AND b.scope_id = t.scope_id
JOIN members m ON m.rowid = t.named.place
ORDER BY item;
