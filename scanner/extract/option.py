"""Options and parameters: default, maximum, minimum, range, allowed values and "required" in the text about one."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from scanner.extract.option_examples import FIRES, SILENT
from scanner.extract.topic import Topics
from scanner.extract.wording import Statuses, Words, is_identifier
from scanner.model.claim import Bound, Change, SubjectBasis
from scanner.model.present import AnyOf
from scanner.model.triple import Mention, Triple, Unit, UnitKind
from scanner.model.value import Flag, Quantity, Term, Text
from scanner.rules import RuleSet

__all__ = ["FIRES", "NAME", "SILENT", "build"]

NAME = "option"

_KINDS = frozenset({UnitKind.SENTENCE, UnitKind.LIST_ITEM, UnitKind.KEY_VALUE, UnitKind.CODE_LINE})
_SLOTS = (
    ("default", Bound.DEFAULT, "slot default"),
    ("maximum", Bound.MAX, "slot maximum"),
    ("minimum", Bound.MIN, "slot minimum"),
    ("recommended", Bound.RECOMMENDED, "slot recommended"),
    ("range", None, "slot range"),
)
_NAME_WORDS = r"[`\"']?(?P<of>[A-Za-z_$-][\w.$/-]*)[`\"']?"
_GAP = (
    r"(?:\s+(?:value|setting))?"
    rf"(?:\s+(?:of|for)\s+(?:the\s+)?(?:(?:option|parameter|setting|flag|variable)\s+)?{_NAME_WORDS})?"
    r"(?:\s*(?::|=|is\s+set\s+to|is|are|was|to|of)){0,2}\s*"
)
_LABEL_WORDS = 5
_QUOTE = "`\"'“”‘’"
_TOKEN = re.compile(r"[`\"'“‘]?(?P<token>[^\s`\"'“”‘’,;()\]]+)")
_WORDS_TOKEN = re.compile(
    r"(?:true|false|none|null|empty|unlimited|infinity|infinite|disabled|enabled|off|on|auto|never|always)\b", re.I
)
_ITEM = re.compile(r"[`\"'“‘]?(?P<item>[\w./+-]+(?:\s(?!(?:and|or)\b)[\w./+-]+)?)[`\"'”’]?")
_ITEM_BREAK = re.compile(r"\s*(?:,\s*(?:and|or)\s+|,\s*|\s+(?:and|or)\s+|\s*\|\s*|/)")
_PAIR = re.compile(r"\s*[\[(][^,()\[\]]{1,20},[^,()\[\]]{1,20}[\])]")
_AFTER = r"\s*\((?:the\s+)?default\)|\s+by\s+default\b|\s+is\s+(?:the|its)\s+default\b"
_SET = re.compile(r"(?<![\w.-])(?P<name>[A-Za-z_][\w.-]*)=$")
_MARK = re.compile(r"(?:^|(?<=[.(;,:]\s)|(?<=[(\[]))(?P<word>[A-Za-z]+)(?=\s*(?:[.,;)\]]|$))")
_OWN = re.compile(r"^\s*$|[.;,]\s+$|[(\[]\s*$")
_BRACKETED = re.compile(r"[(\[][^()\[\]]*$")
_TERM = re.compile(r"[a-z][\w.-]*")
_ASIDE_WORDS = 3


def build(rules: RuleSet) -> Callable[[Unit], Iterable[Triple]]:
    """The extractor of what is said of an option."""
    slots = tuple((name, bound, _pattern(rules.words(cue))) for name, bound, cue in _SLOTS)
    marks = {
        phrase.lower(): Term(card.domain, card.id)
        for card in rules.terms.values()
        if card.domain == "modality"
        for phrase in card.phrases
        if " " not in phrase
    }
    marks = {word: term for word, term in marks.items() if word in {"required", "optional", "mandatory", "recommended"}}
    flags = {word.lower(): holds for cue, holds in (("yes", True), ("no", False)) for word in rules.words(cue)}
    return _Options(
        slots,
        AnyOf.of(word for _, _, cue in _SLOTS for word in rules.words(cue)),
        _pattern(rules.words("slot choices")),
        marks,
        flags,
        Topics.of(rules),
        Statuses.of(rules),
        Words.of(rules, "newer"),
        Words.of(rules, "slot key"),
        re.compile(rf"{_AFTER}|\s+{_cases(rules)}", re.IGNORECASE),
    ).extract


def _cases(rules: RuleSet) -> str:
    """What says behind a value that it holds if nothing else is given ("unless set"), as a pattern."""
    words = (words for words in rules.words("default") if words.split()[0] in {"if", "when", "unless"})
    return rf"(?:{'|'.join(re.escape(w).replace(chr(92) + ' ', chr(92) + 's+') for w in sorted(words))})(?![\w-])"


def _pattern(words: Iterable[str]) -> re.Pattern[str]:
    body = "|".join(re.escape(word).replace(r"\ ", r"\s+") for word in sorted(words, key=lambda w: (-len(w), w)))
    return re.compile(rf"(?<![\w-])(?:{body})(?![\w-]){_GAP}", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Owner:
    """The option a unit speaks of, and from where its own words begin."""

    name: str
    basis: SubjectBasis
    start: int = 0


@dataclass(frozen=True, slots=True)
class _Options:
    """What is said of options; ``slots`` need one of the words of ``needed``."""

    slots: tuple[tuple[str, Bound | None, re.Pattern[str]], ...]
    needed: AnyOf
    choices: re.Pattern[str]
    marks: dict[str, Term]
    flags: dict[str, bool]
    topics: Topics
    statuses: Statuses
    changes: Words
    keys: Words
    after: re.Pattern[str]

    def extract(self, unit: Unit) -> Iterator[Triple]:
        if unit.kind not in _KINDS or (unit.kind is UnitKind.CODE_LINE and " " in unit.lead):
            return
        owner = self._owner(unit)
        named = self.needed.within(unit.text)
        if owner is None and not named:
            return
        changed = named and owner is None and self.changes.within(unit.text)
        if changed and sum(isinstance(m.value, Quantity | Flag | Text) for m in unit.mentions) > 1:
            return  # the sentence states a change, whose two ends belong together
        taken: list[tuple[int, int]] = []
        for name, bound, pattern in self.slots if named else ():
            for match in pattern.finditer(unit.text, owner.start if owner else 0):
                owner = owner or self._described(unit, match)
                ends = self._ends(unit, match.end()) if name == "range" and owner else None
                if ends and owner:
                    yield self._triple(unit, owner, "minimum", Bound.MIN, ends[0], match)
                    yield self._triple(unit, owner, "maximum", Bound.MAX, ends[1], match)
                    continue
                subject = self._subject(unit, match, owner)
                mention = self._value(unit, match.end(), bare=name == "range") if subject else None
                keyed = unit.key is not None and match.start() <= unit.key[0] + 1
                if (
                    mention is None
                    or subject is None
                    or keyed
                    or any(a < mention.end and mention.start < b for a, b in taken)
                ):
                    continue
                taken.append((mention.start, mention.end))
                triple = self._triple(unit, subject, name, bound, mention, match)
                yield replace(triple, change=Change.NEW) if changed else triple
        if owner is None:
            return
        yield from self._trailing(unit, owner, taken)
        yield from self._choices(unit, owner)
        yield from self._marked(unit, owner)

    def _owner(self, unit: Unit) -> _Owner | None:
        """The label the unit begins with or stands under, if an option can be named so."""
        if unit.key is not None:
            key = unit.text[unit.key[0] : unit.key[1]].partition(" (")[0].strip(" `\"'*:")
            coded = any(low <= unit.key[0] + 1 for low, _ in unit.codes) or is_identifier(key)
            if key and coded:
                return _Owner(key, SubjectBasis.IDENTIFIER, unit.key[0] + len(key))
            heading = _heading(unit)
            if heading:
                return _Owner(heading, SubjectBasis.HEADING)
            if self.keys.whole(key):
                lead = unit.lead.strip(" `\"'*:")
                return _Owner(lead, SubjectBasis.LABEL) if lead and " " not in lead else None
            plain = key and not re.search(r"[()\[\]{}=<>@]", key) and len(key.split()) <= _LABEL_WORDS
            return (
                _Owner(key, SubjectBasis.LABEL, unit.key[0] + len(key))
                if plain and unit.kind is not UnitKind.SENTENCE
                else None
            )
        lead = unit.lead.strip(" `\"'*:")
        if lead and (
            is_identifier(lead) or unit.kind is UnitKind.CODE_LINE or (unit.headers and len(lead.split()) <= 4)
        ):
            return _Owner(lead, SubjectBasis.IDENTIFIER if is_identifier(lead) else SubjectBasis.LABEL)
        heading = _heading(unit)
        return _Owner(heading, SubjectBasis.HEADING) if heading else None

    def _described(self, unit: Unit, match: re.Match[str]) -> _Owner | None:
        """The plain word that a definition describes, where the match opens a sentence or bracket of its own.

        "limit: how many records to return (default: 100)"; "grace: time for a stop, milliseconds. Default 5000."
        """
        if match["of"] or not _OWN.search(unit.text[: match.start()]):
            return None
        term = unit.text[slice(*unit.key)].strip(" `\"'*:") if unit.key is not None else unit.lead.strip(" `\"'*")
        told = unit.text[unit.key[1] if unit.key is not None else 0 : match.start()].split()
        if not _TERM.fullmatch(term) or (unit.key is not None and len(told) < _ASIDE_WORDS):
            return None
        return _Owner(term, SubjectBasis.LABEL)

    def _subject(self, unit: Unit, match: re.Match[str], owner: _Owner | None) -> _Owner | None:
        """The option named in the phrase itself, else the code name right before it, else the owner."""
        named = match["of"]
        if named and (is_identifier(named) or any(a <= match.start("of") < b for a, b in unit.codes)):
            return _Owner(named.rstrip("."), SubjectBasis.IDENTIFIER)
        if named:
            return None
        before = [(a, b) for a, b in unit.codes if b <= match.start()]
        if before and not (owner and match.group()[:1].isupper()):
            low, high = before[-1]
            between = unit.text[high : match.start()].strip(" `'\"").lower()
            if between == "(" and owner and owner.basis is SubjectBasis.IDENTIFIER:
                return owner  # "`--wal-dir`: a folder inside `data-dir` (default: `wal`)": the bracket is the line's
            if between in {"", "has a", "has the", "with a", "(", "'s", "has", ","} or (
                owner is None and len(between.split()) <= 2 and not between.endswith((",", ".", ";"))
            ):
                return _Owner(unit.text[low:high], SubjectBasis.IDENTIFIER)
        return owner

    def _value(self, unit: Unit, at: int, *, bare: bool = False) -> Mention | None:
        """The value at ``at``: a mention, a code word, a quoted word, or a word that can only be a value."""
        text = unit.text
        while at < len(text) and text[at] in _QUOTE + " (":
            at += 1
        for mention in unit.mentions:
            if mention.value is not None and mention.outer[0] <= at + 1 and at <= mention.start + 1 <= mention.end:
                return mention
        token = _TOKEN.match(text, at)
        if token is None or bare:
            return None
        start, end = token.span("token")
        while end > start and text[end - 1] in ".:":
            end -= 1
        word = text[start:end]
        coded = any(low <= start < high for low, high in unit.codes)
        quoted = start > 0 and text[start - 1] in _QUOTE
        alone = end >= len(text.rstrip(" .;)")) or text[end : end + 1] in ".;)"
        # Such brackets hold nothing but the value: "(default: json)".
        helped = text[end : end + 1] in tuple(")]") and _BRACKETED.search(text[:start]) is not None
        if not any(c.isalnum() for c in word) or not (
            helped or coded or quoted or _WORDS_TOKEN.fullmatch(word) or (alone and not word.isalpha())
        ):
            return None
        return Mention(start, end, word, self._coded(word))

    def _ends(self, unit: Unit, at: int) -> tuple[Mention, Mention] | None:
        """Both ends of a range written as a pair in brackets: "(0.0, 1.0)"."""
        pair = _PAIR.match(unit.text, at)
        if pair is None:
            return None
        inside = [m for m in unit.mentions if m.value is not None and at <= m.start and m.end <= pair.end()]
        return (inside[0], inside[1]) if len(inside) == 2 else None

    def _coded(self, word: str) -> Flag | Text:
        folded = word.lower()
        return Flag(self.flags[folded]) if folded in self.flags else Text(folded)

    def _triple(
        self,
        unit: Unit,
        owner: _Owner,
        predicate: str,
        bound: Bound | None,
        mention: Mention,
        match: re.Match[str] | None = None,
    ) -> Triple:
        start = min(match.start(), mention.start) if match else mention.start
        if match and unit.text[: match.start()].endswith("(") and owner.basis is SubjectBasis.LABEL:
            start = 0  # what a definition says before its bracket is what has the default
        return Triple(
            unit=unit,
            extractor=NAME,
            subject=owner.name,
            subject_basis=owner.basis,
            predicate=predicate,
            mention=mention,
            bound=bound,
            status=self.statuses.named(*unit.headings[-1:]),
            statement=(start, max(mention.end, match.end() if match else 0)),
            headers=tuple(text for text in (*unit.headers, unit.caption) if text),
            lead=owner.name,
            confidence=0.9 if owner.basis is SubjectBasis.IDENTIFIER else 0.8,
        )

    def _trailing(self, unit: Unit, owner: _Owner, taken: list[tuple[int, int]]) -> Iterator[Triple]:
        """ "`false` (default)" and "5 by default"."""
        for match in self.after.finditer(unit.text):
            end = match.start()
            values = [m for m in unit.mentions if m.value is not None and end - 1 <= m.outer[1] <= end]
            if values:
                mention = values[-1]
            else:
                word = re.search(r"[\w./-]+(?=[`\"'”’]?$)", unit.text[:end])
                if word is None:
                    continue
                coded = any(a <= word.start() < b for a, b in unit.codes)
                key = unit.key is not None and unit.key[0] <= word.start() < unit.key[1]
                sure = word.group().lower() in self.flags or _WORDS_TOKEN.fullmatch(word.group())
                if not (coded or key or sure):
                    continue
                mention = Mention(word.start(), word.end(), word.group(), self._coded(word.group()))
                if key:
                    heading = _heading(unit) or self.topics.of_unit(unit)[0]
                    owner = _Owner(heading, SubjectBasis.HEADING)
            if not any(a < mention.end and mention.start < b for a, b in taken):
                taken.append((mention.start, mention.end))
                set_to = _SET.search(unit.text[: mention.outer[0]])  # "`shared=yes` by default"
                named = owner if set_to is None else _Owner(set_to["name"], SubjectBasis.IDENTIFIER)
                yield self._triple(unit, named, "default", Bound.DEFAULT, mention)

    def _choices(self, unit: Unit, owner: _Owner) -> Iterator[Triple]:
        """Each value of an enumeration, as something the option allows."""
        for match in self.choices.finditer(unit.text):
            at = match.end()
            found: list[re.Match[str]] = []
            while item := _ITEM.match(unit.text, at):
                found.append(item)
                gap = _ITEM_BREAK.match(unit.text, item.end())
                if gap is None:
                    break
                at = gap.end()
            spelt = all(any(a <= m.start("item") < b for a, b in unit.codes) or _quoted(unit.text, m) for m in found)
            closed = found and unit.text[found[-1].end() :].strip()[:1] in {"", ".", ";", ")"}
            if len(found) < 2 or not (spelt or closed):
                return
            for item in found:
                start, end = item.span("item")
                end -= len(item["item"]) - len(item["item"].rstrip("."))
                mention = Mention(start, end, unit.text[start:end], Flag(True))
                yield self._triple(unit, owner, f"allows {unit.text[start:end]}", None, mention, match)

    def _marked(self, unit: Unit, owner: _Owner) -> Iterator[Triple]:
        """ "Required." or "(optional)" set apart by punctuation."""
        for match in _MARK.finditer(unit.text, owner.start):
            term = self.marks.get(match["word"].lower())
            if term is not None:
                start, end = match.span("word")
                yield self._triple(unit, owner, "required", None, Mention(start, end, match["word"], term))
                return


def _is_range(mention: Mention) -> bool:
    return isinstance(mention.value, Quantity) and mention.value.lo != mention.value.hi


def _quoted(text: str, match: re.Match[str]) -> bool:
    return text[match.start()] in _QUOTE


def _heading(unit: Unit) -> str:
    """The nearest heading, if it is a code-like name."""
    heading = unit.headings[-1].strip(" `\"'") if unit.headings else ""
    return heading if heading and is_identifier(heading) else ""
