-- Disagreements that are no surer than chance: of many pairs of statements some look alike, so the more there were to
-- pick from, the surer a finding must be. Two documents offer as many pairs as the product of their claims; of a side that
-- several state, the smallest document counts, so that a further witness never makes a finding less likely.
CREATE OR REPLACE TEMP TABLE unlikely AS
WITH told AS (
    SELECT source, doc_id, count(*) AS number FROM claims WHERE retracted_at IS NULL AND extractor <> 'sentence' GROUP BY source, doc_id
), sided AS (
    SELECT f.item, s.number, list_product(f.part_values) AS score,
        row_number() OVER (PARTITION BY f.item ORDER BY s.number) AS rank
    FROM staged_findings f JOIN staged_sides s ON s.item = f.item AND NOT s.consistent
    WHERE f.kind <> 'supersession' AND f.reason <> 'lag' AND f.way IN ('same-key', 'near-statement', 'paraphrase')
        -- No two documents offer more pairs than the two largest would.
        AND list_product(f.part_values) < getvariable('least_score') + getvariable('score_per_tenfold')
            * greatest(0, log10((SELECT max(number) FROM told) ** 2 / getvariable('few_pairs')))
), stated AS (
    SELECT d.item, d.rank, d.score, p.place, p.claim_id, c.source, c.doc_id
    FROM sided d
    JOIN staged_places p ON p.item = d.item AND p.number = d.number
    JOIN claims c ON c.claim_id = p.claim_id AND c.retracted_at IS NULL
    WHERE d.rank <= 2
), ends AS (
    SELECT s.item, s.rank, s.score, min(t.number) AS number, min_by(s.claim_id, s.place) AS claim_id
    FROM stated s JOIN told t ON t.source = s.source AND t.doc_id = s.doc_id
    GROUP BY s.item, s.rank, s.score
)
SELECT a.item, least(a.claim_id, b.claim_id) AS claim_a, greatest(a.claim_id, b.claim_id) AS claim_b, a.score
FROM ends a JOIN ends b ON b.item = a.item AND a.rank = 1 AND b.rank = 2
WHERE a.score < getvariable('least_score')
    + getvariable('score_per_tenfold') * greatest(0, log10(a.number * b.number / getvariable('few_pairs')));

-- Nor do pages disagree that each say both: their authors told the two apart, or one page is a copy of the other.
INSERT INTO unlikely
WITH disputed AS (
    SELECT f.item, list_product(f.part_values) AS score
    FROM staged_findings f
    WHERE f.kind <> 'supersession' AND f.way IN ('same-key', 'near-statement', 'paraphrase', 'copied')
), stated AS (
    SELECT d.item, d.score, s.number, p.claim_id, c.source, c.doc_id
    FROM disputed d
    JOIN staged_sides s ON s.item = d.item AND NOT s.consistent
    JOIN staged_places p ON p.item = s.item AND p.number = s.number
    JOIN claims c ON c.claim_id = p.claim_id AND c.retracted_at IS NULL
), pages AS (
    SELECT item, source, doc_id, count(DISTINCT number) AS sides FROM stated GROUP BY item, source, doc_id
), both_told AS (
    SELECT p.item
    FROM pages p JOIN (SELECT item, count(DISTINCT number) AS sides FROM stated GROUP BY item) a USING (item)
    GROUP BY p.item, a.sides
    HAVING min(p.sides) = a.sides AND count(*) > 1
), met_within AS (
    SELECT DISTINCT x.item
    FROM stated x
    JOIN stated y ON y.item = x.item AND y.source = x.source AND y.doc_id = x.doc_id AND y.number <> x.number
    JOIN meetings m ON m.claim_a = least(x.claim_id, y.claim_id) AND m.claim_b = greatest(x.claim_id, y.claim_id)
), ends AS (
    SELECT s.item, s.score, s.number, min(s.claim_id) AS claim_id
    FROM stated s SEMI JOIN both_told USING (item) ANTI JOIN met_within USING (item)
    WHERE s.item NOT IN (SELECT item FROM unlikely)
    GROUP BY s.item, s.score, s.number
), ranked AS (
    SELECT item, score, claim_id, row_number() OVER (PARTITION BY item ORDER BY number) AS rank FROM ends
)
SELECT a.item, least(a.claim_id, b.claim_id), greatest(a.claim_id, b.claim_id), a.score
FROM ranked a JOIN ranked b ON b.item = a.item AND a.rank = 1 AND b.rank = 2;

DELETE FROM stopped_pairs WHERE gate = 'unlikely';
INSERT INTO stopped_pairs
SELECT claim_a, claim_b, 'unlikely', round(max(score), 3)
FROM unlikely ANTI JOIN stopped_pairs USING (claim_a, claim_b)
GROUP BY claim_a, claim_b ORDER BY ALL;
DELETE FROM staged_findings WHERE item IN (SELECT item FROM unlikely);
DELETE FROM staged_sides WHERE item IN (SELECT item FROM unlikely);
DELETE FROM staged_places WHERE item IN (SELECT item FROM unlikely);
DROP TABLE unlikely;
