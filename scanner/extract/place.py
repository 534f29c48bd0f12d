"""What no construction names: a value known only by its place meets nothing but other versions of that place, and
something malformed is passed on so that it is counted.

By its place too is known what a key says as a whole, where that is more than one value ("two members of the audit
team", "2.7, 3.2").
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass

from scanner.extract.cells import Cells
from scanner.extract.labels import is_clause
from scanner.extract.wording import Statuses, Words, is_identifier
from scanner.model import Moment, Quantity, Status, SubjectBasis, Text, Triple, Unit, UnitKind
from scanner.model.triple import Mention
from scanner.rules import RuleSet

NAME = "place"
_KINDS = frozenset({UnitKind.SENTENCE, UnitKind.LIST_ITEM, UnitKind.KEY_VALUE, UnitKind.ROW, UnitKind.HEADING})
_CONFIDENCE = 0.6
_ASIDE = re.compile(r"\([^()]*\)|\[[^\[\]]*\]|[;,.]?\s*\bnotes?\b\s*[:–-].*", re.IGNORECASE | re.DOTALL)
_SPACE = re.compile(r"\s+")
_LONGEST = 400  # characters with remarks
_MOST_WORDS = 16  # more are prose
_SHOWN = 118
_FEWEST_LETTERS = 2
_LETTER = re.compile(r"[^\W\d_]")
_NUMBERED = re.compile(r"\d\s*$")  # "Step 3": a list's own numbering
_CODE = re.compile(r"[\[\]{}=<>@#|$\\]|\w\(")


def build(rules: RuleSet) -> Callable[[Unit, Collection[int]], Iterable[Triple]]:
    """Finds, in a unit, what the constructions left over; the second argument are the starts of claimed values."""
    return _Places(Cells.of(rules), Words.of(rules, "column note", "structure free"), Statuses.of(rules)).unclaimed


@dataclass(frozen=True, slots=True)
class _Places:
    cells: Cells
    free: Words
    statuses: Statuses

    def unclaimed(self, unit: Unit, claimed: Collection[int]) -> Iterator[Triple]:
        """Triples for the mentions whose start is not in ``claimed``, and for what the unit's key says as a whole."""
        for mention in unit.mentions:
            if mention.value is None and mention.start not in claimed:
                yield _triple(unit, mention, "")
        if unit.kind not in _KINDS:
            return
        amounts = any(m.value is not None and not isinstance(m.value, Moment) for m in unit.mentions)
        for mention in unit.mentions:
            if mention.value is None or mention.start in claimed or not _tells(unit, mention):
                continue
            if amounts and isinstance(mention.value, Moment) and unit.kind is not UnitKind.ROW:
                continue  # it says when the amount holds
            named = unit.text[slice(*unit.key)] if unit.key is not None else ""
            yield _triple(unit, mention, named or ("date" if isinstance(mention.value, Moment) else "figure"))
        whole = self._whole(unit)
        if whole is not None and unit.key is not None:
            yield _triple(unit, whole, unit.text[slice(*unit.key)].strip(" *`:"))

    def _whole(self, unit: Unit) -> Mention | None:
        """What a key says apart from remarks, where it is words or several values and no free text."""
        if unit.key is None or unit.kind not in {UnitKind.KEY_VALUE, UnitKind.LIST_ITEM}:
            return None
        if self.statuses.of_list(unit.lead, *unit.headings[-1:]) is Status.EXAMPLE:
            return None  # which example is shown is no fact
        key = unit.text[slice(*unit.key)].strip(" *`:")
        start, end = _behind(unit.text, unit.key[1]), len(unit.text.rstrip())
        words = unit.text[start:end]
        if not key or _CODE.search(key.replace("(s)", "")) or _NUMBERED.search(key) or self.free.whole(key):
            return None
        if len(words) > _LONGEST or self.cells.is_empty(words):
            return None
        bare = _SPACE.sub(" ", _ASIDE.sub(" ", words)).strip(" ;,")
        if len(_LETTER.findall(bare)) < _FEWEST_LETTERS and len(unit.mentions) < 2:
            return None
        if is_identifier(bare) or _is_one(unit, start, bare) or _is_prose(bare):
            return None
        end = min(end, start + _SHOWN)
        return Mention(start, end, unit.text[start:end], Text(bare.casefold()))


def _is_prose(words: str) -> bool:
    return len(words.split()) > _MOST_WORDS or is_clause(words) or words.endswith((".", ":", "?", "!"))


def _is_one(unit: Unit, start: int, bare: str) -> bool:
    """Whether a value is all that the words say."""
    return any(m.value is not None and m.outer[0] <= start + 1 and len(m.text) + 4 >= len(bare) for m in unit.mentions)


def _tells(unit: Unit, mention: Mention) -> bool:
    """Whether a value is more than a running number: rows and headings are numbered, and named by bare numbers."""
    value = mention.value
    if unit.kind is UnitKind.HEADING:  # dates and versions in headings name what stands below
        return bool(unit.headings) and isinstance(value, Quantity) and bool(value.unit or value.noun)
    if unit.kind is not UnitKind.ROW:
        return True
    return not isinstance(value, Quantity) or bool(value.unit or value.noun) or value.lo != value.hi


def _behind(text: str, at: int) -> int:
    while at < len(text) and text[at] in " :=–—\t`*\"'":
        at += 1
    return at


def _triple(unit: Unit, mention: Mention, predicate: str) -> Triple:
    return Triple(
        unit=unit,
        extractor=NAME,
        subject="",
        subject_basis=SubjectBasis.NONE,
        predicate=predicate,
        mention=mention,
        bound=mention.bound,
        statement=(0, len(unit.text)),
        lead=unit.lead,
        functional=False,  # a change of the place is an update; two such values never contradict
        confidence=_CONFIDENCE,
    )
