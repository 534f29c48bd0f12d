"""Cut a block's text into sentences by rule, without a parse."""

from __future__ import annotations

import re
from dataclasses import dataclass

from scanner.rules import RuleSet

__all__ = ["Splitter"]

_END = re.compile(r"[.!?…]+[\"'”’»)\]]*(?=\s|$)")
_BLANK = re.compile(r"\n[ \t]*\n")
_WORD_BEFORE = re.compile(r"[^\s(\[\"'“‘]+$")

_IDENTIFIER = re.compile(r"`|--?\w|\w+[_./:]\w|[a-z]+[A-Z]|\$\w|[a-z]+\d|[a-z]\w*-\w")
_SHORT_LINE = 60


@dataclass(frozen=True, slots=True)
class Splitter:
    """Cuts a text into sentences; its words come from the cards named ``sentence …``.

    ``titles`` never end a sentence; ``numbered`` end one unless a number or single capital follows ("No. 5");
    ``open_`` end one only before one of ``starters``; ``links`` are words after which a single capital is an initial.
    """

    titles: frozenset[str]
    numbered: frozenset[str]
    open_: frozenset[str]
    starters: frozenset[str]
    links: frozenset[str]

    @classmethod
    def of(cls, rules: RuleSet) -> Splitter:
        """The splitter of the cards in force.

        Raises:
            KeyError: if one of its cards is missing.
        """
        cues = ("title", "numbered", "open", "starter", "link")
        return cls(*(frozenset(rules.words(f"sentence {cue}")) for cue in cues))

    def __call__(self, text: str) -> tuple[tuple[int, int], ...]:
        """The half-open ranges of the sentences of ``text``, in order, without surrounding white space.

        Semicolons and colons do not end a sentence. Blank lines always do, and so do the breaks of a run of short
        lines that each begin anew (an address, a list set as lines).
        """
        ranges: list[tuple[int, int]] = []
        for start, end in _paragraphs(text):
            at = start
            for match in _END.finditer(text, start, end):
                if self._ends(text, match, at, end):
                    _add(ranges, text, at, match.end())
                    at = match.end()
            _add(ranges, text, at, end)
        return tuple(ranges)

    def _ends(self, text: str, match: re.Match[str], sentence: int, limit: int) -> bool:
        """Whether the punctuation ``match`` ends the sentence that began at ``sentence``."""
        rest = text[match.end() : min(limit, match.end() + 60)].lstrip()
        if not rest:
            return True
        following = rest.split(None, 1)[0]
        bare = following.strip("\"'“”‘’()[]*,;:.!?")
        lower = bare.lower()
        if bare[:1].islower() and not _IDENTIFIER.match(rest):
            return False
        if following[:1] in ",;:–—-/=<>|&+" and not _IDENTIFIER.match(following):
            return False
        mark = match.group()
        if not mark.startswith(".") or mark.startswith(".."):
            return True
        before = _WORD_BEFORE.search(text, sentence, match.start())
        word = before.group() if before else ""
        if not word:
            return True
        # Only the last words matter; copying the whole sentence at each stop would be quadratic.
        head = text[max(sentence, match.start() - len(word) - 200) : match.start() - len(word)].strip(" \t\n\"'“‘([")
        return self._word_ends(word, head, bare, lower)

    def _word_ends(self, word: str, head: str, following: str, lower: str) -> bool:
        """Whether "``word``." can end a sentence before ``following``; ``head`` is the sentence up to the word."""
        folded = word.lower()
        if folded in self.titles:
            return False
        if folded in self.numbered:
            return not (following[:1].isdigit() or (len(following) == 1 and following.isupper()))
        if folded in self.open_:
            return lower in self.starters and not following[:1].isdigit()
        if not head and re.fullmatch(r"\(?(?:\d{1,3}(?:\.\d{1,3})*|[A-Za-z]|[ivxIVX]{1,5})\)?", word):
            return False
        if len(word) == 1 and word.isupper():
            if lower in self.starters:
                return True
            previous = head.split()[-1] if head.split() else ""
            return previous[:1].islower() and previous.lower() not in self.links
        if re.fullmatch(r"(?:[A-Z]\.)+[A-Z]", word):
            return lower in self.starters
        return True


def _add(ranges: list[tuple[int, int]], text: str, start: int, end: int) -> None:
    piece = text[start:end]
    left = len(piece) - len(piece.lstrip())
    right = len(piece.rstrip())
    if left < right:
        ranges.append((start + left, start + right))


def _paragraphs(text: str) -> list[tuple[int, int]]:
    """Ranges between blank lines, and single lines where lines are short and each begins anew."""
    if "\n" not in text:
        return [(0, len(text))]
    found: list[tuple[int, int]] = []
    at = 0
    for match in [*_BLANK.finditer(text), None]:
        stop = match.start() if match else len(text)
        found.extend(_lines(text, at, stop))
        at = match.end() if match else stop
    return found


def _lines(text: str, start: int, end: int) -> list[tuple[int, int]]:
    lines: list[tuple[int, int]] = []
    at = start
    for line in text[start:end].split("\n"):
        lines.append((at, at + len(line)))
        at += len(line) + 1
    kept = [text[low:high].strip() for low, high in lines]
    kept = [line for line in kept if line]
    fresh = all(not line[0].islower() and line[0] not in "([" for line in kept)
    short = all(len(line) <= _SHORT_LINE for line in kept)
    ragged = len({len(line) // 8 for line in kept}) > 1 or len(kept) == 2
    loose = all(line[-1] not in ",-–(" for line in kept[:-1])
    if len(kept) > 1 and fresh and short and ragged and loose:
        return lines
    return [(start, end)]
