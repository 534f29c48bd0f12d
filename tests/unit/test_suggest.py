"""Suggested synonyms: evidence and vetoes, what a person accepts, and the figures of set-valued predicates."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import pytest

from scanner.detect import DetectSettings, predicate_figures
from scanner.jobs import accept, suggest
from scanner.jobs.suggest import Likeness, Suggestion
from scanner.model import Alignment, Bound, EntityRef, Value
from scanner.nlp import Embedder
from scanner.rules import RuleError, load_rules
from scanner.rules.writer import ACCEPTED_FILE
from scanner.settings import Settings
from scanner.store import Store
from tests.unit.store_builders import DAY, amount, claim, doc, fill

RULES = load_rules()
Fact = tuple[str, str, Value]


def filled(facts: Iterable[Fact]) -> Store:
    """A store that holds each fact in a document of its own."""
    store = Store.open(":memory:")
    documents, claims = [], []
    for number, (subject, predicate, value) in enumerate(facts):
        documents.append(doc(f"{number:03}.md"))
        claims.append(claim(documents[-1], value, subject=subject, predicate=predicate, bound=Bound.EXACT))
    fill(store, documents, claims, DAY)
    return store


def same(first: str, second: str, subjects: int, differing: int = 0) -> list[Fact]:
    """``first`` and ``second`` of some subjects, with equal values but for ``differing`` of them."""
    facts: list[Fact] = []
    for number in range(subjects):
        facts.append((f"s{number}", first, amount(100 + number, "second")))
        facts.append((f"s{number}", second, amount(100 + number + (number < differing), "second")))
    return facts


def alike(cosine: float) -> Likeness:
    """A model to which all names are equally like."""

    def likeness(phrases: Sequence[str]) -> list[list[float]]:
        return [[1.0 if a == b else cosine for b in phrases] for a in phrases]

    return likeness


def found(facts: Iterable[Fact], cosine: float = 0.6) -> tuple[Suggestion, ...]:
    return suggest(filled(facts), RULES, Settings(), alike(cosine))


def test_equal_values_and_like_names_are_suggested_with_their_figures() -> None:
    (only,) = found(same("polling pause", "poll gap", 3))
    assert {only.first.predicate, only.second.predicate} == {"polling pause", "poll gap"}
    assert (only.equal, only.different, only.likeness, only.known) == (3, 0, 0.6, False)


def test_a_card_keeps_its_name() -> None:
    (only,) = found([*same("aa pause", "timeout", 2), ("s9", "aa pause", amount(5, "second"))])
    assert (only.first.predicate, only.second.predicate, only.known) == ("timeout", "aa pause", True)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("minimum pause", "maximum pause"),
        ("start lag", "end lag"),
        ("gross weight ratio", "net weight ratio"),
        ("tls 1.2 share", "tls 1.3 share"),
        ("covered days", "not covered days"),
        ("request timeout", "idle timeout span of the very long kind of name"),
        ("timeout", "interval"),  # two cards are two predicates
    ],
)
def test_vetoes(first: str, second: str) -> None:
    assert found(same(first, second, 3), 0.95) == ()


def test_values_that_differ_on_common_subjects_speak_against() -> None:
    assert found(same("polling pause", "poll gap", 3, differing=2), 0.95) == ()
    assert len(found(same("polling pause", "poll gap", 8, differing=2), 0.95)) == 1


def test_without_a_common_subject_only_very_like_names_are_suggested() -> None:
    facts: list[Fact] = [("s1", "polling pause", amount(5, "second")), ("s2", "poll gap", amount(7, "second"))]
    assert found(facts, 0.6) == ()
    assert len(found(facts, 0.8)) == 1


def test_values_of_two_kinds_are_never_one_predicate() -> None:
    facts: list[Fact] = [("s1", "lead time", amount(5, "second")), ("s2", "lead times", amount(5, "metre"))]
    assert found(facts, 0.99) == ()


def test_the_order_of_documents_changes_nothing() -> None:
    facts = [*same("polling pause", "poll gap", 3), *same("loan span", "lending span", 3)]
    forth, back = found(facts), found(facts[::-1])
    assert [(s.suggestion_id, s.equal, s.likeness) for s in forth] == [
        (s.suggestion_id, s.equal, s.likeness) for s in back
    ]
    assert len(forth) > 1


def test_an_accepted_name_is_read_as_the_other(tmp_path: Path) -> None:
    (only,) = found([*same("aa pause", "timeout", 2)])
    path = accept(only, RULES, tmp_path)
    rules = load_rules(tmp_path)
    assert path == tmp_path / ACCEPTED_FILE
    assert "aa pause" in rules.predicates["timeout"].names
    assert set(RULES.predicates["timeout"].names) < set(rules.predicates["timeout"].names)
    assert rules.predicates["timeout"].fires == RULES.predicates["timeout"].fires
    (other,) = found(same("polling pause", "poll gap", 3))
    accept(other, rules, tmp_path)
    again = load_rules(tmp_path)
    new = again.predicates[other.first.predicate]
    assert other.second.predicate in new.names
    assert new.functional is None
    assert "aa pause" in again.predicates["timeout"].names
    assert sorted(p.name for p in tmp_path.iterdir()) == [ACCEPTED_FILE]


def test_a_card_that_the_site_wrote_itself_is_left_to_it(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text('[[predicate]]\nid = "timeout"\nnames = ["pause"]\n')
    rules = load_rules(tmp_path)
    (only,) = suggest(filled(same("aa pause", "timeout", 2)), rules, Settings(), alike(0.6))
    with pytest.raises(RuleError, match=r"mine\.toml: predicate 'timeout' is a card of yours already"):
        accept(only, rules, tmp_path)
    assert [p.name for p in tmp_path.iterdir()] == ["mine.toml"]


def test_the_model_loads_offline_and_is_not_asked_for_a_verdict() -> None:
    cosines = Embedder().similarity(["notice period", "period of notice", "parking fee"])
    assert cosines[0][1] > 0.8 > 0.5 > cosines[0][2]
    assert cosines == Embedder().similarity(["notice period", "period of notice", "parking fee"])


def test_figures_of_a_predicate_with_several_values_in_one_document() -> None:
    store = Store.open(":memory:")
    documents, claims, keys = [], [], {}
    for number in range(8):
        document = doc(f"{number}.md")
        documents.append(document)
        for at, name in enumerate(("ann", "bob") if number < 7 else ("ann", "ann")):
            value = EntityRef(name, name)
            claims.append(claim(document, value, at, subject=f"s{number}", predicate="night reviewer"))
            keys[claims[-1].claim_id] = number + 1
    fill(store, documents, claims, DAY)
    store.replace_alignment(Alignment(keys=keys))
    figures = predicate_figures(store, RULES, DetectSettings(), ["night reviewer", "nothing"])
    assert set(figures) == {"night reviewer"}
    one = figures["night reviewer"]
    assert (one.subjects, one.several, one.by_card, one.learnt) == (8, 7, None, True)
