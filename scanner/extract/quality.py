"""``X is thread-safe``, ``X is non-refundable``, ``X cannot be dimmed``: a lasting quality, as yes or no."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from scanner.extract.assertion import phrase_pattern
from scanner.extract.clause import Clause
from scanner.extract.narrative import Narrator, Sentence
from scanner.model import AnyOf, Flag, Mention, Status, SubjectBasis, Triple
from scanner.rules import RuleSet

__all__ = ["FIRES", "NAME", "SILENT", "Qualities", "build", "cue"]

NAME = "quality"
_LINK = re.compile(
    r"\b(?:is|are|remains?|stays?|comes?)\s+"
    r"(?P<not>(?:not|never|n[’']t)\s+)?(?:(?:also|now|still|currently|always|fully|completely|all|both|therefore)\s+)*"
    r"(?P<more>(?:[\w-]+\s*,\s*|[\w-]+\s+and\s+|both\s+){0,2})(?P<not2>(?:not|never)\s+)?$"
    r"|\b(?:is|are)n[’']t\s+(?P<more2>)$",
    re.IGNORECASE,
)
_LINKING = AnyOf.of(
    ("is", "are", "isn", "aren", "remain", "remains", "stay", "stays", "come", "comes")  # "isn't" is two words here
)
_STATED = re.compile(
    r"\b(?:is|are)\s+(?P<not>(?:not|never)\s+)?(?:\w+ly\s+)?(?:stored|kept|sent|saved|written|transmitted|held|transferred|logged)\s+$",
    re.IGNORECASE,
)
_DOABLE = re.compile(
    r"\b(?P<not>cannot|can\s?not|can[’']t|can\s+never)\s+be\s+(?P<verb>[a-z]{2,}ed)\b"
    r"|\bcan\s+(?:also\s+|easily\s+)?be\s+(?P<verb2>[a-z]{2,}ed)\b",
    re.IGNORECASE,
)
_LIMITED = re.compile(
    r"\b(?:if|when|unless|until|except|only|before|after|once|while|during|without|than|as\s+(?:long|soon|far)|in\s+case|"
    r"by\s+default|initially|partly|partially|should|whether)\b",
    re.IGNORECASE,
)
_NEGATIVE = re.compile(r"^(?:non-?|un|in|im|ir|il|not\s+)(?=[a-z])", re.IGNORECASE)
_FREE = re.compile(r"(?<![\w-])(?P<stuff>[a-z]{3,}(?:-[a-z]+)?)[-\s]free(?![\w-]|\s+of\b)", re.IGNORECASE)
_RELATIVE = re.compile(r"\b(?:that|what)\s+$|(?<![,–])\s(?:which|who)\s+$", re.IGNORECASE)
_SUBORDINATE = frozenset({"relcl", "acl", "advcl"})


@dataclass(frozen=True)
class Qualities:
    """The words of qualities: each with the quality it tells of and whether it grants or denies it."""

    told: Mapping[str, tuple[str, bool]]
    pattern: re.Pattern[str]
    refused: frozenset[str]

    @classmethod
    def of(cls, rules: RuleSet) -> Qualities:
        """The qualities of the cards in force."""
        told = {word.casefold(): (word.casefold(), True) for word in rules.words("quality")}
        for pair in rules.words("quality opposite"):
            word, _, quality = (part.strip().casefold() for part in pair.partition("="))
            told[word] = (quality, False)
        endings = "|".join(re.escape(word) for word in rules.words("quality ending"))
        listed = phrase_pattern(told).pattern
        open_ = rf"(?<![\w-])(?:non-)?[a-z][a-z]+(?:-[a-z]+)*?-?(?:{endings})(?![\w-])"
        return cls(told, re.compile(f"{listed}|{open_}", re.IGNORECASE), frozenset(rules.words("no quality")))

    def read(self, words: str) -> tuple[str, bool] | None:
        """The quality that some words tell of, and whether they grant it; ``None`` for no one."""
        folded = " ".join(words.casefold().split())
        known = self.told.get(folded)
        if known is not None:
            return known
        if folded in self.refused:
            return None
        bare = _NEGATIVE.sub("", folded)
        if bare != folded and bare in self.told:
            return bare, False
        if bare != folded and self.is_open(bare):
            return bare, False
        return (folded, True) if self.is_open(folded) else None

    def is_open(self, word: str) -> bool:
        """Whether a word ends like a quality and none of the cards refuses it."""
        found = self.pattern.fullmatch(word)
        return found is not None and word not in self.refused and len(word) > len("able") + 1


def cue(rules: RuleSet) -> str:
    """What makes a sentence worth parsing for a quality, as the body of a pattern."""
    told = Qualities.of(rules).pattern.pattern
    return (
        rf"\b(?:is|are|remains?|stays?|isn[’']t|aren[’']t)\s+(?:[\w,-]+\s+){{0,5}}?(?:{told})"
        rf"|(?<=\w)[-\s]free(?![\w-])|\bcan(?:not|[’']t|\s+not|\s+never)\s+be\s+[a-z]+ed\b"
    )


def build(rules: RuleSet) -> Narrator:
    qualities = Qualities.of(rules)

    def extract(sentence: Sentence, mentions: tuple[Mention, ...]) -> Iterable[Triple]:
        del mentions
        text = sentence.unit.text
        if text.rstrip().endswith((":", "?")):
            return
        linked = _LINKING.within(text)
        for found in qualities.pattern.finditer(text) if linked else ():
            before = text[: found.start()]
            link = _LINK.search(before) or (
                _STATED.search(before) if found.group()[:3].lower() in {"in ", "as "} else None
            )
            told = qualities.read(found.group()) if link is not None else None
            if told is None or link is None or _RELATIVE.search(before[: link.start()]):
                continue
            groups = link.groupdict()
            denied = bool(groups.get("not") or groups.get("not2")) or "n't" in link.group() or "n’t" in link.group()
            if groups.get("not") and groups.get("more") and not groups.get("not2"):
                denied = True
            start = found.start() if link.re is not _LINK else _denial(link, found.start())
            triple = _triple(sentence, (start, found.end()), told[0], told[1] is not denied)
            if triple is not None:
                yield triple
        for found in _FREE.finditer(text) if linked else ():
            link = _LINK.search(text[: found.start()])
            if link is not None and not link["not"] and not link["not2"]:
                triple = _triple(sentence, found.span(), f"contain {found['stuff']}", False)
                if triple is not None:
                    yield triple
        for found in _DOABLE.finditer(text):
            verb = (found["verb"] or found["verb2"]).lower()
            triple = _triple(sentence, found.span(), f"can be {verb}", not found["not"])
            if triple is not None:
                yield replace(triple, confidence=0.75)

    return extract


def _denial(link: re.Match[str], start: int) -> int:
    """Where the "not" or "isn't" before a quality begins, ``start`` if there is none: it is part of what is said."""
    if link["more2"] is not None:
        return link.start()
    return min((link.start(name) for name in ("not", "not2") if link[name]), default=start)


def _triple(sentence: Sentence, span: tuple[int, int], quality: str, holds: bool) -> Triple | None:
    """The claim that the subject of the clause at ``span`` has a quality or not; ``None`` where it is only a case."""
    text = sentence.unit.text
    mention = Mention(*span, text[span[0] : span[1]], Flag(holds))
    clause = sentence.stated(mention)
    if (
        clause.verb is None
        or (clause.subordinate in _SUBORDINATE and sentence.restricts(clause))
        or clause.past
        or _limited(sentence, clause, span)
    ):
        return None
    phrase = sentence.subject(clause)
    if phrase is None or sentence.parse.tokens[phrase.head].tag in {"EX", "WP", "WDT", "DT"}:
        return None
    if phrase.span[0] >= span[0] or any(
        sentence.parse.tokens[c].lemma in {"no", "some", "most", "many", "few"}
        for c in sentence.parse.children[phrase.head]
    ):
        return None
    pronoun = sentence.parse.tokens[phrase.head].pos == "PRON"
    triple = sentence.triple(
        NAME,
        mention,
        clause,
        subject="" if pronoun else phrase.whole,
        basis=SubjectBasis.NONE if pronoun else SubjectBasis.GRAMMAR,
        predicate=quality,
        confidence=0.8,
        scope=phrase.scope,
    )
    if triple.status not in {Status.NEGATED, Status.ASSERTED}:
        return None
    return replace(triple, functional=True, status=Status.ASSERTED, bound=None)


def _limited(sentence: Sentence, clause: Clause, span: tuple[int, int]) -> bool:
    """Whether the clause says of which case it speaks, or that the quality is wanted, not there."""
    low, high = min(clause.span[0], span[0]), max(clause.span[1], span[1])
    return bool(clause.condition or _LIMITED.search(sentence.unit.text[low:high])) or clause.modal in {
        "must",
        "should",
        "may",
        "might",
        "could",
        "would",
        "shall",
        "will",
    }


FIRES = (
    ("The client is not thread-safe.", "thread-safe", "not thread-safe", None),
    ("The client isn't thread-safe.", "thread-safe", "isn't thread-safe", None),
    ("The deposit is non-refundable.", "refundable", "non-refundable", None),
    ("Tickets are personal and not transferable.", "transferable", "not transferable", None),
    ("All backups are encrypted.", "encrypted", "encrypted", None),
    ("Keys are stored in plain text.", "encrypted", "in plain text", None),
    ("The lamp cannot be dimmed.", "can be dimmed", "cannot be dimmed", None),
    ("Delivery is asynchronous.", "synchronous", "asynchronous", None),
    ("The rye loaf is milk-free.", "contain milk", "milk-free", None),
    ("Field names are case-insensitive.", "case-sensitive", "case-insensitive", None),
    ("Pay the deposit, which is non-refundable.", "refundable", "non-refundable", None),
)
SILENT = (
    "The committee is responsible.",
    "The ticket is refundable if the train is late.",
    "The folder should be encrypted.",
    "Backups were encrypted.",
    "Is the client thread-safe?",
    "The tour is available.",
    "Files that are encrypted are slow to open.",
    "Only signed letters are kept.",
    "Orders are delivered free of charge.",
    "Tickets which are refundable cost more.",
)
