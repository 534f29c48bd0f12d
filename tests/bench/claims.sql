-- Synthetic claims: $claims of them under $claims / 5 keys, one of which (key 1) holds a hundredth of all. Three keys in
-- 25 have several values. Everything follows from the number of a claim, so that a size has one content.
CREATE TEMP TABLE numbered AS
SELECT
    i AS number,
    CASE WHEN i < hot THEN 1 ELSE 2 + (i - hot) % (keys - 1) END AS key,
    CASE WHEN i < hot THEN i ELSE (i - hot) // (keys - 1) END AS rank,
    hash(i) % documents AS document
FROM range($claims) r(i), (SELECT $claims // 100 AS hot, $claims // 5 AS keys, $claims // 50 AS documents);

CREATE TEMP TABLE told AS
SELECT
    number, key, rank, document, pick,
    key % 25 < 3 AS several,
    -- Of the keys with several values most have two, some up to five; the hot one has five.
    CASE WHEN key = 1 THEN rank % 5 WHEN key % 25 >= 3 THEN 0 WHEN pick % 5 = 0 THEN rank % 5 ELSE rank % 2 END AS step,
    -- Claims of one key differ in scope for one key in eight, most of these in explicit ones.
    CASE
        WHEN pick % 10 < 8 THEN CASE WHEN pick % 80 < 9 AND rank % 2 = 1 THEN 1 + pick % 3 ELSE 0 END
        WHEN pick % 80 > 75 THEN 1 + rank % 3
        ELSE 1 + pick % 3
    END AS scope,
    hash(number + 7) % 100 AS chance
FROM (SELECT *, (hash(key + 3) % 1000)::BIGINT AS pick FROM numbered);

INSERT INTO sources VALUES ('scale', '/scale');

INSERT INTO documents BY NAME
SELECT
    'scale' AS source, printf('%03d/page-%07d.md', n // 1000, n) AS doc_id, 'Page ' || n AS title,
    CASE WHEN n % 8 > 0 THEN DATE '2020-01-01' + (hash(n) % 2000)::INTEGER END AS published,
    'front-matter' AS published_basis, NULL::DATE AS effective,
    CASE WHEN n % 20 < 2 THEN '1.' || n % 20 ELSE '' END AS version,
    ['primary', 'secondary', 'tertiary', ''][1 + n % 4] AS source_type, '' AS author,
    CASE WHEN n % 3 = 0 THEN 'team ' || n % 50 ELSE '' END AS owner,
    CASE WHEN n % 20 < 2 THEN 'series ' || n // 20 ELSE '' END AS series,
    []::VARCHAR[] AS supersedes, 'markdown' AS format, 'hash of ' || n AS content_hash, 'f' AS fingerprint,
    0 AS silenced, []::VARCHAR[] AS metadata_names, []::VARCHAR[] AS metadata_values, ''::BLOB AS text_zlib,
    DATE '2026-11-30' AS recorded_at, NULL::DATE AS retracted_at
FROM range($claims // 50) r(n)
ORDER BY source, doc_id;

INSERT INTO scopes SELECT DISTINCT scope_id, items FROM scope_choices;

INSERT INTO claims BY NAME
SELECT
    v.* EXCLUDE (kind_number, value_number) REPLACE (
        printf('%020x', t.number) AS claim_id,
        d.source AS source, d.doc_id AS doc_id, d.doc_id || '#' || t.number % 5 AS chunk_id,
        'subject ' || t.key AS subject, 'Subject ' || t.key AS subject_text,
        'limit ' || t.pick % 200 AS predicate, 'limit ' || t.pick % 200 AS predicate_text,
        ['exact', 'max', 'default', 'exact', 'exact'][1 + t.pick % 5] AS bound,
        s.scope_id AS scope_id,
        CASE
            WHEN t.chance < 96 THEN 'asserted' WHEN t.chance = 96 THEN 'historical' WHEN t.chance = 97 THEN 'example'
            WHEN t.chance = 98 THEN 'planned' ELSE 'negated'
        END AS status,
        CASE WHEN t.chance % 20 = 7 THEN DATE '2021-01-01' + (t.number % 1500)::INTEGER ELSE d.published END
            AS window_start,
        CASE WHEN t.chance % 20 = 7 THEN 'stated' WHEN d.published IS NULL THEN 'unknown' ELSE 'document-date' END
            AS window_basis,
        t.number // ($claims // 50) * 100 AS start_at, t.number // ($claims // 50) * 100 + 60 AS end_at,
        t.number // ($claims // 50) AS line, t.number // ($claims // 50) AS unit_id,
        'The limit of subject ' || t.key || ' is ' || v.value_text || ' as told in line ' || t.number % 60 || '.' AS quote,
        0.7 + t.number % 25 / 100 AS confidence,
        'the limit of subject ' || t.key || ' is' AS statement,
        (hash(t.number + 11) >> 1)::BIGINT AS text_hash
    ),
    NULL::DATE AS retracted_at,
    fact_of('subject ' || t.key, 'limit ' || t.pick % 200) AS fact
FROM told t
JOIN value_choices v ON v.kind_number = t.pick % 20 AND v.value_number = t.pick // 20 + 60 * t.step
JOIN scope_choices s ON s.number = t.scope
JOIN documents d ON d.doc_id = printf('%03d/page-%07d.md', t.document // 1000, t.document)
ORDER BY t.document, t.number;

INSERT INTO keys SELECT printf('%020x', number), key FROM told ORDER BY 1;

-- Each claim of a key has met the one before it.
INSERT INTO meetings
SELECT
    printf('%020x', number), printf('%020x', following), 'near-statement',
    0.5 + (number % 40) / 100, CASE WHEN scope <> next_scope AND scope * next_scope = 0 THEN ['tier'] ELSE [] END
FROM (
    SELECT
        number, scope, lead(number) OVER of_key AS following, lead(scope) OVER of_key AS next_scope
    FROM told WINDOW of_key AS (PARTITION BY key ORDER BY rank)
)
WHERE following IS NOT NULL
ORDER BY 1, 2;
