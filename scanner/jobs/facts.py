"""What held of a subject on a day; the subject is found by its normal form, or the end of its name."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from datetime import date

from rapidfuzz import fuzz

from scanner.jobs.errors import InputError
from scanner.store import Store, Table

__all__ = ["facts", "folded", "match_names", "meant", "near_names"]

_WORD = re.compile(r"[a-z0-9]+")
_NEAR = 60
_NEAR_WORD = 80
_OFFERED = 8


def folded(name: str) -> tuple[str, ...]:
    """The words of a name in lower case, without punctuation: ``/api/v2/users`` is ``api v2 users``."""
    return tuple(_WORD.findall(name.casefold()))


def match_names(wanted: str, names: Iterable[str]) -> tuple[str, ...]:
    """The names that ``wanted`` means, sorted: those equal to it, else those equal in words, else those ending in
    its words, else those that hold its words in a row. A difference in a digit is a difference: no likeness counts.
    """
    known = sorted(set(names))
    if wanted in known:
        return (wanted,)
    words = folded(wanted)
    if not words:
        return ()
    forms = [(name, folded(name)) for name in known]
    steps: tuple[Callable[[tuple[str, ...]], bool], ...] = (
        lambda form: form == words,
        lambda form: form[-len(words) :] == words,
        lambda form: any(form[at : at + len(words)] == words for at in range(len(form))),
    )
    fitting = (tuple(name for name, form in forms if fits(form)) for fits in steps)
    return next((found for found in fitting if found), ())


def near_names(wanted: str, names: Iterable[str]) -> tuple[str, ...]:
    """Up to eight names that look like ``wanted``, most alike first: to offer, never to take."""
    known = sorted(set(names))
    words = set(folded(wanted))
    sharing = [name for name in known if words & set(folded(name))]
    scored = [(_likeness(wanted.casefold(), name.casefold()), name) for name in known]
    alike = sorted((found for found in scored if found[0] >= _NEAR), key=lambda found: (-found[0], found[1]))
    return tuple(dict.fromkeys([*(name for _, name in alike), *sharing]))[:_OFFERED]


def _likeness(wanted: str, name: str) -> float:
    """Of the whole names, or of ``wanted`` and one nearly equal word: parts of long names look like anything."""
    words = (fuzz.ratio(wanted, word, score_cutoff=_NEAR_WORD) for word in name.split())
    return float(max(fuzz.ratio(wanted, name), *words))


_FACTS = """
SELECT f.subject_text AS subject, f.predicate_text AS predicate, f.bound, f.value, f.scope, f.valid_from, f.valid_to,
    f.window_basis AS dated_by, f.source, f.doc_id, f.line, f.quote
FROM facts_as_of($day) f
LEFT JOIN keys k ON k.claim_id = f.claim_id
WHERE (list_contains($subjects, f.subject) AND list_contains($predicates, f.predicate))
    OR k.key IN (
        SELECT t.key FROM claims c JOIN keys t ON t.claim_id = c.claim_id
        WHERE list_contains($subjects, c.subject) AND list_contains($predicates, c.predicate)
    )
ORDER BY f.subject, f.predicate, f.bound, f.scope, f.valid_from NULLS FIRST, f.source, f.doc_id, f.start_at, f.claim_id
"""


def facts(store: Store, subject: str, predicate: str | None, day: date) -> Table:
    """What held of a subject on ``day``, with where it stands; no rows if nothing is known to have.

    What was found to speak of the same thing under another name (it has the same key) is part of the answer.

    Raises:
        InputError: if no claim has such a subject, or such a predicate of it; the nearest are named.
    """
    subjects, predicates = meant(store, subject, predicate)
    answer = store.fetch(_FACTS, {"day": day, "subjects": list(subjects), "predicates": list(predicates)})
    rows = answer.to_pylist()
    columns = tuple(answer.column_names)
    return Table(columns, tuple(tuple(_shown(name, row[name]) for name in columns) for row in rows))


def meant(store: Store, subject: str, predicate: str | None = None) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The normal forms of the subjects and predicates that names as a person writes them mean, sorted.

    Raises:
        InputError: if no claim has such a subject, or such a predicate of it; the nearest are named.
    """
    names, written_ones = _names(store, "subject")
    subjects = {name for written in match_names(subject, names) for name in names[written]}
    if not subjects:
        raise InputError(f"no claim is about {subject!r}{_offer(subject, written_ones)}")
    stated, written_ones = _names(store, "predicate", sorted(subjects))
    wanted = list(stated) if predicate is None else match_names(predicate, stated)
    predicates = {name for written in wanted for name in stated[written]}
    if not predicates:
        raise InputError(f"no claim says the {predicate!r} of {subject!r}{_offer(predicate or '', written_ones, True)}")
    return tuple(sorted(subjects)), tuple(sorted(predicates))


def _shown(name: str, value: object) -> object:
    if name == "scope" and isinstance(value, str):
        return ", ".join(f"{dimension}={word}" for dimension, word in json.loads(value))
    return value


def _names(store: Store, part: str, subjects: list[str] | None = None) -> tuple[dict[str, set[str]], tuple[str, ...]]:
    """Every name of a subject or predicate, canonical and as written, with the canonical ones it stands for; and of
    those as written one for each way to write it, to offer.
    """
    where = "" if subjects is None else "WHERE list_contains($subjects, subject)"
    rows = store.fetch(
        f"SELECT DISTINCT {part} AS name, {part}_text AS written FROM claims {where} ORDER BY ALL",
        None if subjects is None else {"subjects": subjects},
    ).to_pylist()
    names: dict[str, set[str]] = {}
    for row in rows:
        for name in (row["name"], row["written"]):
            names.setdefault(name, set()).add(row["name"])
    written = {str(row["written"]).casefold(): str(row["written"]) for row in reversed(rows)}
    return names, tuple(sorted(written.values()))


def _offer(wanted: str, known: Iterable[str], all_of_them: bool = False) -> str:
    near = near_names(wanted, known)
    if not near and all_of_them:
        near = tuple(sorted(known))[:_OFFERED]
    return f"; near it: {', '.join(near)}" if near else ""
