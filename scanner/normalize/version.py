"""Find version numbers in a text, with the bound that the words around them give, and order version labels."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from scanner.model import Bound, Mention, Version
from scanner.normalize.moment_words import alternation
from scanner.rules import RuleSet

__all__ = ["VersionGrammar"]

_STAGES = ("dev", "draft", "alpha", "beta", "pre", "rc", "final", "post")
_REACH = 40
_LIST = re.compile(r"\s*(?:,|/|&|,?\s*\b(?:and|or)\b)\s*", re.IGNORECASE)
_SPAN = re.compile(r"\s*(?:-|–|—|to|through)\s*", re.IGNORECASE)
_PLURAL = re.compile(r"\b(?:versions|releases)\s*$", re.IGNORECASE)
_NAME = re.compile(r"(?:^|(?P<mid>[\w,;:)]\s+)|[\s(\"'“])(?P<name>(?:[A-Z][\w+#.]*|[a-z]+[A-Z]\w*)(?:-\w+)?)\s+$")


def _closing(words: Iterable[str]) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-])(?:{alternation(words)})\s*(?:of\s+)?$", re.IGNORECASE)


def _opening(words: Iterable[str]) -> re.Pattern[str]:
    return re.compile(rf"\s*(?:{alternation(words)})(?!\w)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Candidate:
    start: int
    end: int
    version: Version
    sure: bool


@dataclass(frozen=True)
class VersionGrammar:
    """The closed grammar of version numbers. Build it once from the cards; it keeps no state."""

    pattern: re.Pattern[str]
    stages: Mapping[str, str]
    cue: re.Pattern[str]
    event: re.Pattern[str]
    names: re.Pattern[str]
    later: re.Pattern[str]
    higher: re.Pattern[str]
    earlier: re.Pattern[str]
    lower: re.Pattern[str]
    low: re.Pattern[str]
    high: re.Pattern[str]
    not_before: re.Pattern[str]
    not_after: re.Pattern[str]
    stage_words: re.Pattern[str]

    @classmethod
    def build(cls, rules: RuleSet) -> VersionGrammar:
        """Compile the ``version.`` cards.

        Raises:
            KeyError: if a card the grammar needs is missing.
        """
        stages = {word.casefold(): stage for stage in _STAGES for word in rules.words(f"version.stage.{stage}")}
        glued = alternation(w for w, stage in stages.items() if " " not in w and stage not in ("post", "draft"))
        pattern = re.compile(
            r"(?<![\w.$€£#§/@])(?<!\d,)(?P<v>(?-i:v)(?=\d)|(?-i:v)\.\s?(?=\d+\.\d)|(?-i:V)(?=\d+\.))?"
            r"(?P<parts>\d{1,5}(?:\.\d{1,6}){0,4})"
            rf"(?:(?P<x>\.[xX*])|[-._ ]?(?P<stage>(?<=[\d-])(?:{glued})|(?<=\d[._])(?:{glued})|(?<=\.\d[- ])"
            rf"(?:{glued}))[-.]?(?P<n>\d{{1,4}})?"
            r"|(?P<patch>[a-z])(?P<pn>\d{1,3})?)?(?:\+[\w.]+)?(?![\w/@]|\.\w|,\d|-\d+(?!\.?\d))",
            re.IGNORECASE,
        )
        return cls(
            pattern=pattern,
            stages=stages,
            cue=_closing(rules.words("version.cue")),
            event=_closing(rules.words("version.event")),
            names=re.compile(rf"(?<![\w-])(?:{alternation(rules.words('version.names'))})[\s/]*$"),
            later=_opening(rules.words("version.later")),
            higher=re.compile(rf"\s*(?:{alternation(w for w in rules.words('version.higher'))})(?!\w)", re.IGNORECASE),
            earlier=_opening(rules.words("version.earlier")),
            lower=_opening(rules.words("version.lower")),
            low=re.compile(
                rf"(?:(?<=\W)|^|(?<=\w)(?=[<>=~^≥≤]))({alternation(rules.words('version.min'))})\s*$", re.IGNORECASE
            ),
            high=re.compile(
                rf"(?:(?<=\W)|^|(?<=\w)(?=[<>=~^≥≤]))({alternation(rules.words('version.max'))})\s*$", re.IGNORECASE
            ),
            not_before=_closing(rules.words("version.not-before")),
            not_after=_opening(rules.words("version.not-after")),
            stage_words=re.compile(
                rf"(?<![^\W\d])({alternation(stages)})[\s.-]*(\d{{1,4}})?(?![^\W\d])", re.IGNORECASE
            ),
        )

    def find(self, text: str, alone: bool = False, cued: bool = False) -> tuple[Mention, ...]:
        """The versions of ``text`` in document order.

        ``alone`` says that ``text`` is a whole cell or value; ``cued`` that its header or key speaks of a version, so
        that "12" or "3.8" alone is one. Dates, addresses, section numbers and quantities are left out.
        """
        mentions: list[Mention] = []
        previous: _Candidate | None = None
        for match in self.pattern.finditer(text):
            candidate = self._candidate(text, match, alone and cued)
            if candidate is None:
                continue
            if not candidate.sure and not self._listed(text, previous, candidate):
                continue
            mentions.append(self._mention(text, candidate))
            if previous is not None:
                self._pair(text, mentions, previous, candidate)
            previous = candidate
        return tuple(mentions)

    def _candidate(self, text: str, match: re.Match[str], trusted: bool) -> _Candidate | None:
        start, end = match.span()
        before, after = text[max(0, start - _REACH) : start], text[end : end + _REACH]
        parts = tuple(int(part) for part in match["parts"].split("."))
        version = self._version(match, parts)
        if (
            version is None
            or re.search(r"[^\W\d]-$", before)
            or (re.search(r"\d[-–]$", before) and not re.search(r"\d\.\d+[-–]$", before))
        ):
            return None
        if trusted and not (text[:start] + text[end:]).strip(" \t()*+"):
            return _Candidate(start, end, version, True)
        bare = self.low.search(before) or self.high.search(before)
        stem = before[: bare.start()] if bare else before
        marked = match["v"] is not None or self.cue.search(before) is not None or self.cue.search(stem) is not None
        marked = marked or (
            len(parts) > 1 and self.event.search(before) is not None and not self.not_after.match(after)
        )
        if self.not_after.match(after) and not marked:
            return None
        if marked:
            # "Release 30 days later", "revision 30000" count something.
            counted = len(parts) == 1 and (parts[0] >= 1000 or self.not_after.match(after))
            return None if counted else _Candidate(start, end, version, True)
        if self.not_before.search(stem) and not bare:
            return _Candidate(start, end, version, False)
        if _other(match["parts"], parts) or (len(parts) == 4 and max(parts) < 256 and match["stage"] is None):
            return None
        strong = len(parts) >= 3 or match["stage"] is not None or match["x"] is not None
        return _Candidate(start, end, version, strong or self._named(stem, after, parts, bare))

    def _named(self, before: str, after: str, parts: tuple[int, ...], bare: re.Match[str] | None) -> bool:
        """Whether one or two numbers are a version by the product before them or the range words after them."""
        comparing = bare is not None and bare[1][0] in "^~"
        if comparing:
            return len(parts) > 1
        if len(parts) == 1 and parts[0] >= 1900:
            return False
        known = self.names.search(before) is not None
        symbolic = bare is not None and not bare[1][0].isalpha()
        if symbolic and bare is not None and (len(bare[1]) > 1 or len(parts) > 1):
            return re.search(r"[A-Za-z]{3}\s?$|[\"'`(\[,]\s*$", before) is not None
        later = self.later.match(after) is not None or self.earlier.match(after) is not None
        if len(parts) == 1:
            return known and bool(later or symbolic or self.higher.match(after) or self.lower.match(after))
        if known or later:
            return True
        # Laws and forms are numbered like this ("CFR 410.302"), years in front are releases ("2019.1").
        if parts[0] >= 100 and not 2000 <= parts[0] < 2100:
            return False
        name = _NAME.search(before)
        return name is not None and name["mid"] is not None and self.not_before.search(before) is None

    def _version(self, match: re.Match[str], parts: tuple[int, ...]) -> Version | None:
        stage, patch, number = match["stage"], match["patch"], match["n"]
        if stage and len(stage) == 1 and not number:
            stage, patch = None, stage
        if patch is not None:
            # "1.1.1k" and "2018.4.36f1": the letter or the number after it is one more part.
            if len(parts) < 3:
                return None
            parts = (*parts, int(match["pn"]) if match["pn"] else ord(patch.casefold()) - 96)
        if len(parts) == 1 and stage is not None and not re.search(r"\d[-._ ]", match.group()):
            return None
        stage = self.stages[stage.casefold()] if stage else ""
        if stage == "final":
            stage = ""
        if stage and number:
            stage += number.lstrip("0") or "0"
        return Version(parts, stage)

    @staticmethod
    def _listed(text: str, previous: _Candidate | None, candidate: _Candidate) -> bool:
        """Whether a weak form goes on a list or range of versions: "Python 3.8, 3.9 and 3.10"."""
        if previous is None or len(candidate.version.parts) != len(previous.version.parts):
            return False
        between = text[previous.end : candidate.start]
        return len(candidate.version.parts) > 1 and bool(_LIST.fullmatch(between) or _SPAN.fullmatch(between))

    def _mention(self, text: str, item: _Candidate) -> Mention:
        before = text[max(0, item.start - _REACH) : item.start]
        outer_start, outer_end, bound = item.start, item.end, None
        for pattern, kind in (
            (self.later, Bound.MIN),
            (self.higher, Bound.MIN),
            (self.earlier, Bound.MAX),
            (self.lower, Bound.MAX),
        ):
            match = pattern.match(text, item.end)
            if match:
                bound, outer_end = kind, match.end()
                break
        if bound is None:
            stem = before
            cue = self.cue.search(stem) or self.names.search(stem)
            if cue:
                stem = stem[: cue.start()]
            for pattern, kind in ((self.low, Bound.MIN), (self.high, Bound.MAX)):
                match = pattern.search(before) or pattern.search(stem)
                if match:
                    bound, outer_start = kind, item.start - len(before) + match.start(1)
                    break
        start, end = item.start, item.end
        return Mention(start, end, text[start:end], item.version, bound, outer_start=outer_start, outer_end=outer_end)

    @staticmethod
    def _pair(text: str, mentions: list[Mention], previous: _Candidate, item: _Candidate) -> None:
        """ "versions 1.2 to 1.4": the ends of a range are its lowest and highest version."""
        if not _SPAN.fullmatch(text[previous.end : item.start]) or previous.version.parts >= item.version.parts:
            return
        if not _PLURAL.search(text[max(0, previous.start - _REACH) : previous.start]):
            return
        for place, bound in ((-2, Bound.MIN), (-1, Bound.MAX)):
            old = mentions[place]
            mentions[place] = Mention(old.start, old.end, old.text, old.value, bound)

    def _rank(self, word: str) -> int:
        return _STAGES.index(self.stages[re.sub(r"[\s-]+", " ", word)]) - _STAGES.index("final")

    def order(self, label: str) -> tuple[tuple[int, ...], int, int, str]:
        """A key by which versions of one document sort, oldest first: a total order over all labels.

        The numbers count first ("1.10" after "1.9", "2nd edition" after "1st", dates by year, month, day; trailing
        zeros do not count), then the stage (dev, draft, alpha, beta, preview, candidate, release, amendment) and its
        number, last the words, so that different labels never tie.
        """
        folded = " ".join(label.casefold().split())
        rest, rank, number = folded, 0, 0
        words = [m for m in self.stage_words.finditer(folded) if len(m[1]) > 1 or m[2]]
        if words:
            # "Final draft" is a draft.
            match = min(words, key=lambda m: (self._rank(m[1]), m.start()))
            rank, number = self._rank(match[1]), int(match[2] or 0)
            if rank:
                rest = folded[: match.start()] + " " + folded[match.end() :]
        parts = [int(part[:18]) for part in re.findall(r"[0-9]+", rest)]
        if not parts:
            letter = re.search(r"\brev(?:ision)?\.?\s*([a-z])\b", rest)
            parts = [ord(letter[1]) - 96] if letter else []
        while parts and parts[-1] == 0:
            parts.pop()
        return tuple(parts), rank, number, folded


def _other(text: str, parts: tuple[int, ...]) -> bool:
    """Dotted numbers of another kind: 13.05.2024, 1.234.567, 555.123.4567."""
    if len(parts) != 3:
        return False
    dated = 1 <= parts[0] <= 31 and 1 <= parts[1] <= 12 and 1900 <= parts[2] <= 2100
    lengths = [len(part) for part in text.split(".")]
    return dated or lengths[1:] == [3, 3] or lengths == [3, 3, 4]
