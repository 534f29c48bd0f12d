"""A stated count against what it counts: "the following four items:" over five of them, "three forms (a and b)"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from scanner.extract.slips.lists import Listing, listings
from scanner.extract.slips.side import Check, Pair, side
from scanner.extract.slips.stated import Stated, Statements
from scanner.extract.wording import Words
from scanner.model import Document, Quantity, Reason, Unit, UnitKind
from scanner.rules import RuleSet

__all__ = ["build"]

_FEWEST = 2
_FURTHEST = 2  # a list that is further off than this is another one, or was cut up
_SHORT = 8
_FOLLOWING, _OPENING = 4, 10
_JOINED = re.compile(r"\s(?:and|or|&|\+|vs\.?|to|plus)\s|[/;]", re.IGNORECASE)
_HEAD = re.compile(r"[,:(]|\s[–—-]\s")
_INLINE = re.compile(r"\s?(?:\((?P<inside>[^()]*)\)|(?::|\s[–—-])\s(?P<after>[^:;()]*?)\.?$)")
_BRACKETED = re.compile(r"<[^<>]*>|\([^()]*\)|\[[^\[\]]*\]|`[^`]*`")
_AND = re.compile(r"(?:,\s*|\s)(?:and|or)\s", re.IGNORECASE)
_ITEM_WORDS = 4
_NO_ITEM = frozenset(
    [
        "with",
        "which",
        "who",
        "that",
        "where",
        "when",
        "if",
        "see",
        "e.g.",
        "i.e.",
        "e.g",
        "like",
        "as",
        "the",
        "following",
        "for",
        "from",
        "in",
        "to",
        "is",
    ]
)


def build(rules: RuleSet) -> Check:
    """The check of stated counts."""
    return _Counts(
        Statements.build(rules),
        tuple(rules.words("list open end")),
        tuple(rules.words("list apart")),
        Words.of(rules, "list goes on"),
    ).check


@dataclass(frozen=True, slots=True)
class _Counts:
    statements: Statements
    going_on: tuple[str, ...]
    apart: tuple[str, ...]
    later: Words

    def check(self, document: Document, units: Sequence[Unit]) -> Iterator[Pair]:
        for listing in listings(document.blocks, units):
            stated = self.statements.introducing(listing.lead)
            if stated is None or self._fits(listing, stated):
                continue
            if document.format == "text" and len(listing.items) > stated.number:
                continue  # plain text does not tell where a numbered list ends
            yield _pair(listing.lead, stated, listing.items[-1], (0, len(listing.items[-1].text)), len(listing.items))
        for unit in units:
            if unit.kind in {UnitKind.SENTENCE, UnitKind.LIST_ITEM}:
                yield from self._inline(unit)

    def _fits(self, listing: Listing, stated: Stated) -> bool:
        """Whether a list has, or may well have, as many things: it goes on, is two lists, or an item names several."""
        number = stated.number
        listed = len(listing.items)
        if number in {listed, listing.leaves} or listed < _FEWEST or listing.mixed or abs(listed - number) > _FURTHEST:
            return True
        texts = [item.text.strip().lower().rstrip(".;,") for item in listing.items]
        if any(text.endswith(self.going_on) or text.startswith(self.apart) for text in texts):
            return True
        if listed < number and any(self._goes_on(unit) for unit in listing.further[:_FOLLOWING]):
            return True
        noun = listing.lead.text[slice(*stated.span)].split()[-1].lower()
        if number == _sorted_into(texts, noun) or (listed < number and _names_several(texts, noun)):
            return True
        joined = sum(bool(_JOINED.search(" ".join(_HEAD.split(text)[0].split()[:_SHORT]))) for text in texts)
        joined += sum("," in text and len(text.split()) <= _ITEM_WORDS for text in texts)
        return listed < number <= listed + joined

    def _goes_on(self, unit: Unit) -> bool:
        """Whether a paragraph behind a list names one thing more: "In addition, you can …", "We also use …"."""
        return self.later.within(" ".join(unit.text.split(". ")[0].split()[:_OPENING]))

    def _inline(self, unit: Unit) -> Iterator[Pair]:
        """A count whose things are named right behind it."""
        found = self.statements.of(unit)
        if found is None:
            return
        mention, span = found
        named = _INLINE.match(unit.text, span[1])
        if named is None or not isinstance(mention.value, Quantity) or mention.value.lo is None:
            return
        group = "inside" if named["inside"] is not None else "after"
        text = named[group].strip()
        items = self._items(text)
        number = int(mention.value.lo)
        if items in {0, number} or abs(items - number) > _FURTHEST:
            return
        stated = Stated(number, span, pointing=True)
        start = named.start(group) + len(named[group]) - len(named[group].lstrip())
        yield _pair(unit, stated, unit, (start, start + len(text)), items)

    def _items(self, text: str) -> int:
        """How many things an enumeration names, 0 if it is none for sure: short names, one "and" before the last."""
        if text.lower().endswith(self.going_on) or len(_AND.findall(text)) > 1:
            return 0
        text = _BRACKETED.sub(lambda found: found.group().replace(",", ";"), text)  # "Result<T, E>" is one thing
        if ", " not in text and not re.search(r"\d,\d", text):
            text = text.replace(",", ", ")  # "(clock,peer and sync)"
        *parts, last = text.split(", ") if ", " in text else [text]
        ends = [part for part in _AND.split(last) if part.strip()]
        if not parts and len(ends) < _FEWEST:
            return 0
        items = [*parts, *ends]
        if any(_AND.search(part) or part.lower().startswith(("and ", "or ")) for part in parts):
            return 0
        if len(ends) == 1 and not _AND.match(f" {last}") and len(parts) < _FEWEST:
            return 0
        words = [item.split() for item in items]
        plain = all(0 < len(w) <= _ITEM_WORDS and w[0].lower() not in _NO_ITEM for w in words)
        return len(items) if plain and not re.search(r"\d\s*[-–]\s*\d|[/&+=]", text) else 0


def _names_several(texts: Sequence[str], noun: str) -> bool:
    """Whether one item opens with several of the things counted: "The two panels below show …"."""
    several = re.compile(
        rf"(?:the\s+|all\s+)?(?:two|three|four|five|six|both|several|\d+)\s+(?:\w+\s+)?{_stem(noun)}\w{{0,3}}\b"
    )
    return any(several.match(text) for text in texts)


def _stem(noun: str) -> str:
    return re.escape(noun[: max(3, len(noun) - 3)])  # "shelves" and "shelf"


def _sorted_into(texts: Sequence[str], noun: str) -> int:
    """Into how many of the things counted, by their numbers, items are sorted ("… is group 2"); 0 if they are not."""
    numbered = re.compile(rf"\b{_stem(noun)}\w{{0,3}}\s(\d+)\b")
    found = [match[1] for text in texts if (match := numbered.search(text)) is not None]
    return len(set(found)) if len(found) > len(texts) / 2 else 0


def _pair(unit: Unit, stated: Stated, where: Unit, span: tuple[int, int], listed: int) -> Pair:
    reason, predicate = Reason.COUNT_DIFFERS, "number of things listed"
    said, real = (Quantity(Fraction(n), Fraction(n)) for n in (stated.number, listed))
    return (
        side(reason, unit, stated.span, unit.text[slice(*stated.span)], said, predicate),
        side(reason, where, span, f"{listed} listed", real, predicate),
    )
