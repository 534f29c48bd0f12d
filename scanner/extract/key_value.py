"""Key-value lines, definitions and labelled items: the key names the predicate, or the thing the value is about."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from scanner.extract.altered import pattern as altered
from scanner.extract.cells import Cells, CellValue
from scanner.extract.example import Example
from scanner.extract.labels import is_clause
from scanner.extract.licence import of_licence
from scanner.extract.topic import Topics
from scanner.extract.wording import Bounds, Statuses, Words, is_identifier
from scanner.model.claim import Bound, Status, SubjectBasis
from scanner.model.triple import Triple, Unit, UnitKind
from scanner.model.value import EntityRef, Flag, Moment, Quantity, Text
from scanner.rules import RuleSet

__all__ = ["FIRES", "NAME", "SILENT", "build"]

NAME = "key_value"

_KINDS = frozenset({UnitKind.KEY_VALUE, UnitKind.LIST_ITEM, UnitKind.SENTENCE})
_OF = re.compile(r"(?P<slot>[\w ]{2,30}?)\s+(?:of|for)\s+(?:the\s+)?(?P<thing>\S.*)")
_ONE_WORD = re.compile(r"[A-Za-z_][\w.-]*")
_ADDRESSED = re.compile(r"<[^<>\s]+@[^<>\s]+>")
_CODE = re.compile(r"[\[\]{}=<>@#|]|\w\((?!s\))")
_ASIDE = re.compile(
    r"(?:note|notes|hint|tip|example|examples|warning|caution|important|see(?: also)?|ps|p\.s|answer|question|q|a|"
    r"result|output|remember|update|edit|source|todo|fix|summary)",
    re.IGNORECASE,
)
_LICENCE = re.compile(r"licen[cs]|copying|copyright|rights", re.IGNORECASE)
_PLAIN_LABEL = re.compile(r"[A-Z][a-z]+(?:[ -][a-z]+){0,2}")
_RUN_IN_WORDS = 4
_PARTS = re.compile(r"[,;](?=\s)")
_PART_WORDS = 6
_CASE = re.compile(r"\s+(?P<case>(?:on|for|in|at|during|with|if|when)\s+[^,;.()]{2,60})", re.IGNORECASE)
_UNTIL = re.compile(r"[,;]\s*(?:until|till)\s*$", re.IGNORECASE)
_TEXT_WORDS = 6
_LOOSE_LENGTH = 90


def build(rules: RuleSet) -> Callable[[Unit], Iterable[Triple]]:
    """The extractor of lines and items that begin with a key."""
    return _KeyValues(
        Cells.of(rules),
        Topics.of(rules),
        Bounds.of(rules),
        Statuses.of(rules),
        Words.of(rules, "slot key"),
        Words.of(rules, "default"),
        Words.of(rules, "slot choices"),
        Words.of(rules, "column person"),
        altered(rules),
    ).extract


@dataclass(frozen=True, slots=True)
class _Naming:
    """What a key makes of its value: the subject, and the predicate unless the value brings its own."""

    subject: str
    basis: SubjectBasis
    predicate: str
    is_thing: bool = False


@dataclass(frozen=True, slots=True)
class _KeyValues:
    cells: Cells
    topics: Topics
    bounds: Bounds
    statuses: Statuses
    slots: Words
    default: Words
    choices: Words
    persons: Words
    altered: re.Pattern[str]

    def extract(self, unit: Unit) -> Iterator[Triple]:
        if unit.key is None or unit.kind not in _KINDS:
            return
        run_in = _is_run_in(unit)
        if unit.kind is not UnitKind.KEY_VALUE and not run_in and not _is_listed(unit):
            return
        key = unit.text[unit.key[0] : unit.key[1]].strip().strip("*`\"'")
        name = key.partition(" (")[0]
        if is_identifier(name):
            key = name
        start = _value_start(unit.text, unit.key[1])
        if (
            not key
            or start >= len(unit.text)
            or self.choices.whole(key)
            or (_CODE.search(key) and not is_identifier(key))
        ):
            return
        addressed = self.persons.within(key) or _ADDRESSED.search(unit.text, start)
        people = self.cells.names(unit, start, len(unit.text)) if addressed else None
        end = len(unit.text.rstrip(" .")) if run_in else len(unit.text)
        values = [people] if people else list(self.cells.values(unit, start, end, words=_TEXT_WORDS))
        naming = self._naming(unit, key, values)
        status = self.statuses.of_list(unit.lead, key, *unit.headings[-1:])
        for value in values:
            if isinstance(value.mention.value, Text) and (
                not self._is_value(unit, start, naming) or self.altered.match(unit.text, unit.key[1])
            ):
                continue
            if run_in and not isinstance(value.mention.value, Text | Flag | EntityRef) and not _is_all(unit, value):
                continue  # what a number under such a label says, its own words tell
            yield self._triple(unit, key, start, value, naming, status, several=len(values) > 1)

    def _is_value(self, unit: Unit, start: int, naming: _Naming) -> bool:
        """Whether words behind a key are its value: not the first line of a letter, nor what an option is for."""
        if naming.basis is not SubjectBasis.IDENTIFIER:
            return bool(naming.subject) and not is_clause(unit.text[start:])
        words = unit.text[start:].split()
        coded = any(low <= start + 1 < high for low, high in unit.codes)
        return len(words) <= 2 or coded or self.default.within(unit.text[start:])

    def _naming(self, unit: Unit, key: str, values: list[CellValue]) -> _Naming:
        start = unit.key[0] if unit.key else 0
        coded = is_identifier(key) or any(low <= start + 1 and low < high for low, high in unit.codes[:1])
        if unit.caption and unit.caption not in unit.text:
            return _Naming(unit.caption, SubjectBasis.LABEL, key)
        if coded:
            return _Naming(key, SubjectBasis.IDENTIFIER, "value", is_thing=True)
        topic, basis = self.topics.of_unit(unit)
        if self.slots.whole(key):
            owner = _owner(unit, self.topics)
            return _Naming(owner or topic, SubjectBasis.LABEL if owner else basis, key)
        parted = _OF.fullmatch(key)
        if parted and (self.slots.whole(parted["slot"]) or is_identifier(parted["thing"])):
            code = is_identifier(parted["thing"])
            return _Naming(parted["thing"], SubjectBasis.IDENTIFIER if code else SubjectBasis.LABEL, parted["slot"])
        if values and of_licence(values[0].mention) and not _LICENCE.search(key):
            return _Naming(key, SubjectBasis.LABEL, "licence", is_thing=True)  # "Photographs: CC BY 4.0"
        if values and values[0].label and _is_name(key):
            return _Naming(key, SubjectBasis.LABEL, values[0].label, is_thing=True)
        return _Naming(topic, basis, key)

    def _triple(
        self, unit: Unit, key: str, start: int, value: CellValue, naming: _Naming, status: Status, *, several: bool
    ) -> Triple:
        predicate = naming.predicate
        scope: tuple[tuple[str, str], ...] = ()
        if value.label and naming.is_thing:
            predicate = value.label
        elif value.label and several:
            predicate = f"{predicate} {value.label}"
        elif value.label and value.label.lower() not in key.lower():
            scope = (("", f"for {value.label}"),)
        if isinstance(value.mention.value, Moment) and _UNTIL.search(unit.text, start, value.mention.start):
            predicate = f"{naming.predicate} end"  # "doors at 7 pm, until 9 pm"
        behind = _CASE.match(unit.text, value.mention.outer[1]) if several and not value.label else None
        if behind is not None:  # "45 EUR per day, 25 EUR on the last day"
            scope = (*scope, ("", behind["case"]))
        if value.remark:
            scope = (*scope, ("", f"for {value.remark}"))
        bound = value.mention.bound
        if bound is None:
            bound = self.bounds.named(predicate) or self.bounds.named(key)
            if bound is None and self.default.within(_beside(unit, start, value) if several else unit.text[start:]):
                bound = Bound.DEFAULT
        if bound is Bound.DEFAULT and predicate == "value":
            predicate = "default"
        return Triple(
            unit=unit,
            extractor=NAME,
            subject=naming.subject,
            subject_basis=naming.basis,
            predicate=predicate,
            mention=value.mention,
            bound=bound,
            status=status,
            scope=scope,
            statement=(0, len(unit.text)),
            headers=(*((unit.lead,) if unit.lead else ()), *unit.headers),
            lead=key,
            confidence=_confidence(unit, value, naming),
        )


def _beside(unit: Unit, start: int, value: CellValue) -> str:
    """The part of a key's words, between commas, in which one of several values stands."""
    text, mention = unit.text, value.mention
    low = max([text.rfind(mark, start, mention.start) + 1 for mark in ",;("] + [start])
    high = min([at for mark in ",;)" if (at := text.find(mark, mention.end)) >= 0] + [len(text)])
    return text[low:high]


def _confidence(unit: Unit, value: CellValue, naming: _Naming) -> float:
    """Words are a surer value of an option or a slot than of any run-in heading."""
    if isinstance(value.mention.value, Text) and naming.basis is not SubjectBasis.IDENTIFIER:
        return 0.7
    return 0.9 if unit.kind is UnitKind.KEY_VALUE else 0.8


def _is_listed(unit: Unit) -> bool:
    """Whether a short item is a name or option with its value behind a dash; with a colon it would be a pair."""
    if unit.key is None or len(unit.text) > _LOOSE_LENGTH:
        return False
    after = unit.text[unit.key[1] :].lstrip()
    dashed = unit.kind is UnitKind.LIST_ITEM and after[:1] in "–—-"
    return dashed or is_identifier(unit.text[unit.key[0] : unit.key[1]].strip(" `"))


def _is_run_in(unit: Unit) -> bool:
    """Whether a sentence of a paragraph is a short label with a few words behind its colon ("Housing: IP68.")."""
    if unit.kind is not UnitKind.SENTENCE or unit.key is None:
        return False
    label = unit.text[slice(*unit.key)].strip()
    if _ASIDE.fullmatch(label) or not _PLAIN_LABEL.fullmatch(label):
        return False
    behind = unit.text[unit.key[1] :].lstrip()
    value = behind[1:].strip(" .*_`")
    if behind[:1] != ":" or is_clause(value):
        return False
    return 0 < len(value.split()) <= _RUN_IN_WORDS or _is_listing(unit)


def _is_all(unit: Unit, value: CellValue) -> bool:
    """Whether a value is all that stands behind a label ("Dues: 40 EUR."), or one of several labelled ones."""
    mention = value.mention
    if not isinstance(mention.value, Quantity):
        return False
    start = unit.key[1] if unit.key is not None else 0
    beside = unit.text[start : mention.outer[0]] + unit.text[mention.outer[1] :]
    return not any(char.isalnum() for char in beside) or (bool(value.label) and _is_listing(unit))


def _is_listing(unit: Unit) -> bool:
    """Whether behind a label each part between commas is a few words with one value: "adults 9 EUR, children 4 EUR"."""
    if unit.key is None:
        return False
    at = unit.key[1]
    count = 0
    for part in _PARTS.split(unit.text[at:]):
        inside = [m for m in unit.mentions if m.value is not None and at <= m.start < at + len(part)]
        if len(inside) != 1 or len(part.split()) > _PART_WORDS:
            return False
        at += len(part) + 1
        count += 1
    return count > 1


def _value_start(text: str, key_end: int) -> int:
    """Where the value begins behind the key: after its colon, dash or equals sign."""
    at = key_end
    while at < len(text) and text[at] in " :=–—-\t`*\"'":
        if text[at] == "-" and text[at + 1 : at + 2].isdigit():
            break
        at += 1
    return at


def _is_name(key: str) -> bool:
    """Whether a key is a name: it holds a number or a capital after its first word."""
    words = key.split()
    return any(c.isdigit() for c in key) or any(word[:1].isupper() for word in words[1:])


def _owner(unit: Unit, topics: Topics) -> str:
    """The option or term right above a slot key: an identifier that leads the list, or the nearest heading."""
    lead = unit.lead.strip().rstrip(":")
    if lead and (is_identifier(lead) or _ONE_WORD.fullmatch(lead)):
        return lead
    heading = unit.headings[-1].strip("` ") if unit.headings else ""
    return heading if heading and is_identifier(heading) and topics.names_thing(heading) else ""


FIRES: tuple[Example, ...] = (
    Example(
        "# Mill\n\nThe mill stands on a hill. Admission: adults 9 EUR, children 4 EUR. Annual dues: 40 EUR.\n",
        (
            ("Mill", "Admission adults", "9 EUR"),
            ("Mill", "Admission children", "4 EUR"),
            ("Mill", "Annual dues", "40 EUR"),
        ),
    ),
    Example(
        "# Bramble Hall\n\n- Opened: 4 May 2011\n- Head of kitchen: Ana Ruiz\n- Maximum guests: 120\n",
        (
            ("Bramble Hall", "Opened", "4 May 2011"),
            ("Bramble Hall", "Head of kitchen", "Ana Ruiz"),
            ("Bramble Hall", "Maximum guests", "120"),
        ),
    ),
    Example(
        "# Support\n\n- Ferrule 2.7: end of life 2026-08-24, when paid support stops as well\n",
        (("Ferrule 2.7", "end of life", "2026-08-24"),),
    ),
    Example(
        "# Options\n\n- `poll-interval`: 20m unless configured\n- `db_host`: 127.0.0.1 unless configured\n",
        (("poll-interval", "default", "20m"), ("db_host", "default", "127.0.0.1")),
    ),
    Example(
        "# Store\n\n### max_retries\n\nDefault: 5\n\nType: Integer\n",
        (("max_retries", "Default", "5"), ("max_retries", "Type", "Integer")),
    ),
    Example(
        "# Peru\n\n- **Land boundaries**: Bolivia 942 km; Chile 168 km\n",
        (("Peru", "Land boundaries Bolivia", "942 km"), ("Peru", "Land boundaries Chile", "168 km")),
    ),
    Example(
        "# Cyclo café\n\n- When: 25 April, doors at 7.30 pm, until 9 pm\n",
        (
            ("Cyclo café", "When", "25 April"),
            ("Cyclo café", "When doors at", "7.30 pm"),
            ("Cyclo café", "When end", "9 pm"),
        ),
    ),
    Example(
        "# Otter probe\n\nThe probe lasts 18 months. Housing: IP68. Captions: SRT only.\n",
        (("Otter probe", "Housing", "IP68"), ("Otter probe", "Captions", "SRT only")),
    ),
)
SILENT: tuple[Example, ...] = (
    Example("# Guide\n\nWash it by hand. Note: use cold water. See: the leaflet.\n"),
    Example("# Guide\n\nAsk for one thing: do not hurry, or the glue of the second board will never set well.\n"),
    Example("# Guide\n\nIf you are late: call 5 minutes before.\n"),
    Example("# Guide\n\n- Owner: n/a\n- Limit: -\n- Room: see above\n"),
    Example("# Guide\n\nNote: the shop is closed.\n"),
)
