"""Fit the weights of alignment: which pairs of statements speak of one fact, learnt from labelled pairs.

Pairs that a label joins (values that differ, or that agree in another form) are examples; all other pairs of differing
values in the same collections, and in real documentation without labels, are counter-examples. Of what is shared the
open half alone is used.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from scanner.align import align
from scanner.align.features import document_of
from scanner.align.likelihood import Likelihood
from scanner.align.pair import Pair
from scanner.align.rivalry import Rivalry
from scanner.align.signs import FEATURES
from scanner.model import DocumentRecord, VerdictKind, compare_bounded
from scanner.rules import RuleSet, load_rules
from scanner.store import Store
from tests.bench.corpora import Corpus, find_corpus, newest, snapshots
from tests.bench.own_cases import own_pack
from tests.bench.packs import CASES, Pack, load_pack, work_folder
from tests.bench.quality import find_pack
from tests.bench.runner import run_scanner
from tests.bench.scoring import scorer
from tests.bench.stored import Stored

__all__ = ["CARD", "Sample", "fit", "labelled", "run", "unlabelled"]

CARD = Path(__file__).parents[2] / "scanner" / "rules" / "alignment" / "weights.toml"
_PAGES = "natural-crosspage"
_REAL_CORPORA = ("gsa-tts-handbook", "discord-api-docs", "etcd-docs")
_MOST_REAL = 1500  # counter-examples taken of each real collection, evenly
_DIGITS = 4
_STRENGTH = 0.5  # inverse regularisation: few examples, many features
_REAL = 5  # weight of all real documentation, as a multiple of that of the cases: a knowledge base is mostly such pairs


@dataclass(frozen=True)
class Sample:
    """Features of one pair, whether it speaks of one fact, and the case it stands in."""

    features: tuple[float, ...]
    one_fact: bool
    group: str


def run(corpora: Sequence[str], *, write: bool) -> int:
    """Scan the labelled cases and the newest state of real documentation, fit, and write the card.

    Prints one JSON line: how many pairs there were, and how well the weights rank those of the closed half, which they
    have not seen (the area under the curve).
    """
    own, later, dev = own_pack(), own_pack(later=True), load_pack(CASES / "dev")
    stores = {
        pack.name: run_scanner(pack.root / "docs", pack.root / "manifest.csv", _kept(pack.name)).store
        for pack in (own, later, dev)
    }
    states = [
        [run_scanner(live.docs, live.manifest, _kept(live.name)).store for live in _states(find_corpus(name))]
        for name in corpora or _REAL_CORPORA
    ]
    pages = find_pack(_PAGES)
    told = run_scanner(pages.root / "docs", pages.root / "manifest.csv", _kept(pages.name)).store
    cases = labelled(own, stores[own.name], "all")
    cases += [sample for pack in (later, dev) for sample in labelled(pack, stores[pack.name], "open")]
    real = [sample for found in states for store in found for sample in unlabelled(store)]
    real += _evenly(labelled(pages, told, "open"))
    intercept, weights = fit(cases, real)
    unseen = [sample for pack in (later, dev) for sample in labelled(pack, stores[pack.name], "closed")]
    print(
        json.dumps(
            {
                "pairs": len(cases),
                "of one fact": sum(sample.one_fact for sample in cases),
                "real": len(real),
                "auc closed": round(_area(unseen, intercept, weights), 3),
                "closed pairs": len(unseen),
            }
        )
    )
    if write:
        CARD.write_text(card(intercept, weights), encoding="utf-8")
    return 0


def _states(corpus: Corpus) -> list[Corpus]:
    """The newest state of a corpus and one from the middle of its history, each as a knowledge base of its own."""
    days = snapshots(corpus)
    if not days:
        return [corpus]
    return [newest(corpus), *([newest(corpus, until=days[len(days) // 2])] if len(days) > 1 else [])]


def _kept(name: str) -> Path:
    return work_folder() / f"fit-{name}"


def _area(samples: Sequence[Sample], intercept: float, weights: Mapping[str, float]) -> float:
    from sklearn.metrics import roc_auc_score

    scores = [
        intercept + sum(w * x for w, x in zip(weights.values(), sample.features, strict=True)) for sample in samples
    ]
    return float(roc_auc_score([sample.one_fact for sample in samples], scores))


class _Recorder(Likelihood):
    """Weighs nothing and remembers the pairs it was asked to weigh."""

    def of(self, pair: Pair, rivalry: Rivalry, least: float = 0.0) -> float:
        """Remember the pair; no pair is likely."""
        self.seen.append((pair, self.features(pair, rivalry)))
        return 0.0

    @cached_property
    def seen(self) -> list[tuple[Pair, tuple[float, ...]]]:
        """The pairs that got as far as being weighed, with their features."""
        return []


def _pairs(store: Path) -> Iterator[tuple[str, str, tuple[str, str], bool, tuple[float, ...]]]:
    """Claim ids, documents, whether the values agree, and features of each pair that the firm gates let through."""
    rules = load_rules()
    recorders: list[_Recorder] = []

    def weigh(documents: Sequence[DocumentRecord], rules: RuleSet) -> Likelihood:
        likelihood = Likelihood.build(documents, rules)
        recorders.append(_Recorder(0.0, {}, likelihood.titles, likelihood.cards))
        return recorders[-1]

    with Store.open(store) as opened:
        align(opened, rules, fingerprint="fit", weigh=weigh)
        opened.drop_alignment()
    for pair, features in recorders[0].seen:
        verdict = compare_bounded(pair.a.bound, pair.a.value, pair.b.bound, pair.b.value).kind
        low, high = sorted((pair.a, pair.b), key=lambda claim: claim.claim_id)
        agree = verdict in {VerdictKind.SAME, VerdictKind.COMPATIBLE}
        yield low.claim_id, high.claim_id, (document_of(pair.a)[1], document_of(pair.b)[1]), agree, features


def labelled(pack: Pack, store: Path, half: str) -> list[Sample]:
    """The pairs of a pack's half (``all``, ``open`` or ``closed``): those its labels join, and the others."""
    joined = _joined(pack, store, half)
    samples = []
    for a, b, documents, agree, features in _pairs(store):
        if half != "all" and pack.half(documents) != half:
            continue
        kind = joined.get((a, b))
        one_fact = kind == "positive" or (kind == "none" and agree)
        if agree and not one_fact:
            continue  # values that agree without a label may well speak of one fact
        samples.append(Sample(features, one_fact, documents[0].partition("/")[0]))
    return samples


def _joined(pack: Pack, store: Path, half: str) -> dict[tuple[str, str], str]:
    gold, docs = scorer().load_pack(str(pack.root))[:2]
    stored = Stored(store)
    found: dict[tuple[str, str], str] = {}
    for item in gold:
        if half != "all" and pack.half([item["doc_a"], item["doc_b"]]) != half:
            continue
        kind = "none" if item["kind"] == "none" else "positive"
        for pair in stored.joined(item, docs):
            if found.get(pair) != "positive":
                found[pair] = kind
    return found


def unlabelled(store: Path) -> list[Sample]:
    """Pairs of differing values in real documentation: nearly none of them speaks of one fact."""
    samples = [Sample(features, False, documents[0]) for _, _, documents, agree, features in _pairs(store) if not agree]
    return _evenly(samples)


def _evenly(samples: Sequence[Sample]) -> list[Sample]:
    """Examples, and counter-examples up to a number, taken evenly."""
    against = [sample for sample in samples if not sample.one_fact]
    step = max(1, len(against) // _MOST_REAL)
    return [sample for sample in samples if sample.one_fact] + against[::step][:_MOST_REAL]


def fit(cases: Sequence[Sample], real: Sequence[Sample]) -> tuple[float, dict[str, float]]:
    """Intercept and weights, per unit of each feature."""
    import numpy
    from sklearn.linear_model import LogisticRegression
    from sklearn.preprocessing import StandardScaler

    samples = [*cases, *real]
    table = numpy.array([sample.features for sample in samples])
    target = numpy.array([sample.one_fact for sample in samples])
    share = _REAL * len(cases) / len(real) if real else 0.0
    importance = numpy.array([1.0] * len(cases) + [share] * len(real))
    scaler = StandardScaler().fit(table)
    model = LogisticRegression(C=_STRENGTH, max_iter=5000).fit(scaler.transform(table), target, importance)
    weights = {name: float(w / s) for name, w, s in zip(FEATURES, model.coef_[0], scaler.scale_, strict=True)}
    intercept = float(model.intercept_[0] - sum(w * m for w, m in zip(weights.values(), scaler.mean_, strict=True)))
    return intercept, weights


def card(intercept: float, weights: dict[str, float]) -> str:
    """The card file that holds the weights."""
    head = (
        "# How much each feature of two statements changes the log-odds that they speak of one fact.\n"
        "# Written by `python -m tests.bench fit`; see scanner/align/signs.py for what the features are.\n"
    )
    entries = {"intercept": intercept, **weights}
    return head + "".join(f'\n[[weight]]\nid = "{name}"\nweight = {w:.{_DIGITS}f}\n' for name, w in entries.items())
