"""Of which release, year or case of something a statement is told: by its headings, its own words, or its file."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from scanner.align.phrases import alternation, phrases
from scanner.model import Claim

__all__ = ["Told", "edition_apart", "heading_release", "names_edition"]

_VERSION = re.compile(
    r"(?<![\w.,/-])v?(\d+(?:\.\d+)+(?:\.x)?(?:[-.]?(?:rc|beta|alpha|a|b|dev|post)[-.]?\d*)?)(?![\w.]*\w)", re.I
)
_ONE_NUMBER = re.compile(r"(?<![\w.])(?:v|version |release )(\d+)(?![\w.]*\w)", re.I)
_IN_NAME = re.compile(r"(?:(?<=[-_. /])|^)v?\d+(?:[._]\d+)+(?=$|[-_. /])", re.I)
_BRACKETS = re.compile(r"\([^()]*\)|\[[^\[\]]*\](?!\()|[—–-]\s.*|:\s.*")
_WORD = re.compile(r"[^\W\d_][\w+#.’'-]*")
_PARTS = re.compile(r"q[1-4]|\d+")
_NAME_WORDS = 2


def heading_release(heading: str, words: re.Pattern[str], numbered: frozenset[str]) -> str:
    """The version in a heading that says what one release brought ("2.4.1 (May 2024)", "What's new in 5.0"), or ``""``.

    ``words`` are those of releases. A number before other words ("2.1 Introduction"), or behind one of ``numbered``
    ("Table 2.1"), numbers the heading.
    """
    text = heading.strip().strip("[]*_` ")
    found = {match.group(1).casefold(): match for match in (*_VERSION.finditer(text), *_ONE_NUMBER.finditer(text))}
    if len(found) != 1:
        return ""
    version, match = next(iter(found.items()))
    told = words.search(text) is not None
    rest = _BRACKETS.sub("", text[match.end() :]).strip(" ]*_`.,")
    before = _WORD.findall(_BRACKETS.sub("", text[: match.start()]))
    if told and len(before) + len(_WORD.findall(rest)) <= 3 * _NAME_WORDS:
        return version
    if rest or len(before) > _NAME_WORDS or any(word.casefold() in numbered for word in before):
        return ""
    return version


def _file_release(doc_id: str, words: re.Pattern[str]) -> str:
    """The version in the name of a file that tells of one release: nothing but a version, or one beside such a word."""
    stem = doc_id.rpartition("/")[2]
    for ending in (".rst", ".md", ".mdx", ".txt", ".html", ".htm", ".adoc"):
        stem = stem.removesuffix(ending)
    found = _IN_NAME.findall(stem)
    if len(found) != 1:
        return ""
    rest = stem.replace(found[0], " ").strip(" -_.")
    return found[0].casefold().lstrip("v") if not rest or words.search(re.sub(r"[-_.]+", " ", rest)) else ""


_LATEST = re.compile(r"\b(?:latest|newest|current|currently|stable|now)\b", re.IGNORECASE)


def names_edition(claim: Claim) -> bool:
    """Whether a value is the version in the name of its file: it says which edition this is, and nothing of its thing.

    "All that is planned for 2.4" in "plan-2.4.md"; what calls its version the latest tells more.
    """
    written = claim.value_text.casefold().lstrip("v")
    if not written[:1].isdigit() or _LATEST.search(claim.evidence.quote):
        return False
    stem = claim.evidence.doc_id.rpartition("/")[2]
    return any(written == found.casefold().lstrip("v") for found in _IN_NAME.findall(re.sub(r"\.[a-z]+$", "", stem)))


@lru_cache(maxsize=65536)
def edition_apart(a: str, b: str) -> bool:
    """Whether two file names differ in the version that each is written for, and in nothing else."""
    left, right = _IN_NAME.findall(a), _IN_NAME.findall(b)
    return bool(left) and left != right and _IN_NAME.sub("#", a) == _IN_NAME.sub("#", b)


@dataclass(frozen=True)
class Told:
    """The cards' words that say of what something is told.

    ``releases`` finds a word of releases, ``numbered`` are nouns that number places in a text, ``periods`` finds a
    period that comes again, ``cases`` the word before a case, ``fields`` are heads of names that many objects share.
    ``opposed`` are pairs of words that set apart two cases of what follows them.
    """

    releases: re.Pattern[str]
    numbered: frozenset[str]
    periods: re.Pattern[str]
    cases: re.Pattern[str]
    fields: frozenset[str]
    opposed: tuple[tuple[str, str], ...]
    # What was read is kept: gates ask the same of each pair of a claim, and patterns cost more than all else of a gate.
    _told: dict[tuple[str, ...], str] = field(default_factory=dict, compare=False, repr=False)
    _named: dict[str, frozenset[str]] = field(default_factory=dict, compare=False, repr=False)

    @classmethod
    def build(cls, words: Callable[[str], Sequence[str]]) -> Told:
        """``words`` gives the words of a card."""
        periods = alternation(words("instance period"))
        year = r"(\d{4}|\d{2})(?:\s?[/–-]\s?\d{2,4})?"
        return cls(
            phrases(words("release word")),
            frozenset(words("reference noun")),
            re.compile(
                rf"(?<!\w)(?:(?:{periods})(?:\s?ended|\s?ending)?\s?[-'’]?{year}|{year}\s(?:{periods})|q[1-4]\s?(?:fy\s?)?'?{year})(?!\w)",
                re.IGNORECASE,
            ),
            phrases(words("case word")),
            frozenset(words("field noun")),
            tuple((pair.split(" = ")[0], pair.split(" = ")[1]) for pair in words("opposed case")),
        )

    def release(self, claim: Claim, *, of_file: bool = True) -> str:
        """The release that a statement is told of, by the innermost heading that names one, else its file; or ``""``.

        Without ``of_file`` neither the file's name nor its title counts: those of two versions differ by nature.
        """
        headings = claim.evidence.context if of_file else claim.evidence.context[1:]
        place = (claim.evidence.doc_id if of_file else "", *headings)
        known = self._told.get(place)
        if known is None:
            told = (heading_release(heading, self.releases, self.numbered) for heading in reversed(headings))
            known = next(filter(None, told), "") or (_file_release(place[0], self.releases) if of_file else "")
            self._told[place] = known
        return known

    def another_period(self, a: Claim, b: Claim) -> bool:
        """Whether each statement names years or seasons of which it tells, and they have none in common."""
        mine, theirs = self._periods(a), self._periods(b)
        return bool(mine) and bool(theirs) and mine.isdisjoint(theirs)

    def _periods(self, claim: Claim) -> frozenset[str]:
        """The periods in a statement; one that a key or column gives as its value ("Current: FY25") is no scope."""
        quote = claim.evidence.quote
        if claim.extractor in {"key_value", "table"}:
            quote = quote.replace(claim.value_text, " ")
        known = self._named.get(quote)
        if known is None:
            known = frozenset(_folded(found.group()) for found in self.periods.finditer(quote))
            self._named[quote] = known
        return known


def _folded(period: str) -> str:
    """A period by its quarter and the last two digits of its years: FY24 is fiscal year 2024."""
    return " ".join(part if part.startswith("q") else part[-2:] for part in _PARTS.findall(period.casefold()))
