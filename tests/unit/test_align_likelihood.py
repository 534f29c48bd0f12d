"""The weights of alignment: each belongs to a feature, and the cases they are fitted to are sound."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path

import pytest

from scanner.align import align
from scanner.align.likelihood import Likelihood
from scanner.align.nearness import FAR, doublings
from scanner.align.pair import Pair
from scanner.align.rivalry import Rivalry
from scanner.align.signs import FEATURES, RANGES, View
from scanner.cli.app import run
from scanner.normalize.recognise import Recogniser
from scanner.rules import load_rules
from scanner.store import Store
from tests.bench.own_cases import FOLDER, read_cases


def test_every_feature_has_a_weight_and_every_weight_a_feature() -> None:
    assert set(load_rules().weights) == {"intercept", *FEATURES}


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.txt")), ids=lambda path: path.stem)
def test_every_label_of_the_own_cases_stands_once_in_its_documents(path: Path) -> None:
    cases = read_cases(path.read_text(encoding="utf-8"))
    assert len({case.id for case in cases}) == len(cases) > 0
    assert all(
        case.gold and label["kind"] in {"conflict", "supersession", "possible", "none"}
        for case in cases
        for label in case.gold
    )


def test_evidence_that_stands_twice_is_refused() -> None:
    text = "=== a-1\n@ a.md | type=primary\nTwo of two.\ngold none | x | a.md | wo | 2 | a.md | Two | 2\n"
    with pytest.raises(ValueError, match="stands 2 times"):
        read_cases(text)


RECOGNISE = Recogniser.build(load_rules())


@pytest.mark.parametrize(
    ("a", "b", "apart"),
    [
        ("30 days", "60 days", 1.0),
        ("90 minutes", "1.5 hours", 0.0),
        ("4 GB", "4 GiB", 0.0),
        ("5 MB", "5 TB", FAR),
        ("3 to 5 days", "5 to 9 days", 0.0),
        ("25 kg", "25 days", FAR),
        ("1 June 2025", "2 July 2025", 1.0),
        ("1 June 2025", "2025", 0.0),
        ("9 am", "10 am", 3.0),
    ],
)
def test_values_are_apart_by_doublings(a: str, b: str, apart: float) -> None:
    mine, theirs = (RECOGNISE(text, False)[0].value for text in (a, b))
    assert mine is not None and theirs is not None
    assert doublings(mine, theirs) == doublings(theirs, mine) == pytest.approx(apart, abs=0.1)


PAGES = {
    "guide.md": "# Halden lab\n\nSamples are kept for 30 days.\n\nThe drying oven runs at 60 °C for two hours.\n"
    "\nA sample bag weighs at most 25 kg.\n",
    "faq.md": "# Halden lab questions\n\nSamples are kept for 45 days at Halden.\n\nThe oven may run for 3 hours.\n"
    "\nNo sample bag may weigh more than 30 kg.\n",
    "fees.md": "# Fees of the Halden lab\n\nDrying costs 40 EUR a bag.\n\nSamples are kept for a fee after 30 days.\n",
}


class _Asked(Likelihood):
    """Compares what is said of a pair early with what is said of it in the end."""

    @cached_property
    def seen(self) -> list[tuple[float, float, bool]]:
        """Both answers for each pair asked of, and whether the early one is sound."""
        return []

    def of(self, pair: Pair, rivalry: Rivalry, least: float = 0.0) -> float:
        exact, early = Likelihood.of(self, pair, rivalry), Likelihood.of(self, pair, rivalry, least)
        view = View(pair, rivalry, self.titles)
        within = all(low <= FEATURES[name](view) <= high for name, (low, high) in RANGES.items())
        self.seen.append((exact, early, within and (early == exact or (early == 0.0 and exact < least))))
        return exact


def test_what_is_surely_unlikely_is_said_early_and_of_no_other_pair(tmp_path: Path) -> None:
    for name, text in PAGES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    store = tmp_path / "store.duckdb"
    run(["ingest", str(tmp_path), "--db", str(store), "--as-of", "2026-11-30"])
    rules = load_rules()
    with Store.open(store) as opened:
        built = Likelihood.build(opened.documents(), rules)
        asked = _Asked(built.intercept, built.weights, built.titles, built.cards)
        align(opened, rules, fingerprint="test", weigh=lambda documents, rules: asked)
    assert all(sound for _, _, sound in asked.seen)
    assert any(early == 0.0 < exact for exact, early, _ in asked.seen)
    assert any(early > 0.0 for _, early, _ in asked.seen)
