"""``dropped support for X``, ``support for X has been added``, ``no support for X``: membership told by the noun."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from scanner.extract.assertion import phrase_pattern
from scanner.extract.narrative import Narrator, Sentence
from scanner.model import Bound, Change, Flag, Mention, Status, SubjectBasis, Triple, Version
from scanner.rules import RuleSet

NAME = "backing"
_NAME = r"[\w`][\w.+#/’'`-]*"
_STOP = (
    r"(?!(?:and|or|but|in|on|at|from|since|as|with|via|by|to|for|is|are|was|were|has|have|had|will|may|can|because|when|"
    r"if|that|which|so|entirely|completely|only|yet|any)\b)"
)
_LEAD = r"(?:(?:the|all|our|its|any|older|old|new)\s+)*"
_THING = rf"{_LEAD}(?P<thing>{_STOP}{_NAME}(?:\s+{_STOP}{_NAME}){{0,3}})"
_JOINED = re.compile(
    rf"\s*(?:,\s*(?:and\s+|or\s+)?|\s(?:and|or)\s+){_LEAD}(?P<thing>{_STOP}{_NAME}(?:\s+{_STOP}{_NAME}){{0,3}})"
)
_END = re.compile(r"\s*(?:[.,;:()]|$|\b(?:and|or|but|in|from|since|as\s+of|because|entirely|completely|only)\b)")
_PLANNED = re.compile(
    r"\b(?:will|to\s+be|plan(?:s|ned)?|going\s+to|would|should|may|might|could|if|unless)\b", re.IGNORECASE
)
_BASE = frozenset({"add", "introduce", "drop", "remove"})
_NEGATED = re.compile(r"(?:\bnot|n[’']t|\bnever)\s+(?:\w+\s+(?:or\s+)?){0,2}$", re.IGNORECASE)
_WAS = re.compile(r"\b(?:was|were|had)\s+(?:never|not)\b", re.IGNORECASE)
_SAID = r"(?:(?:is|are|was|were|has|have|been|being|now|also|already|finally|therefore|no|longer)\s+)*"
_PRODUCT = re.compile(r"(?<![\w.])(?P<name>[A-Z][\w+#.]*(?:\s[A-Z][\w+#]*)?)\s+(?:version\s+)?$")
_NEEDED = re.compile(r"\b(?:need|requir|support|run|work|must|minimum|at\s+least)\w*\b", re.IGNORECASE)


def build(rules: RuleSet) -> Narrator:
    holds = {word.casefold(): True for word in rules.words("support given")}
    holds |= {word.casefold(): False for word in rules.words("support taken")}
    verbs = phrase_pattern(holds).pattern
    nouns = phrase_pattern(rules.words("support noun")).pattern
    before = re.compile(rf"(?P<verb>{verbs})\s+(?:the\s+|our\s+|its\s+)?{nouns}\s+(?:for|of)\s+{_THING}", re.IGNORECASE)
    behind = re.compile(rf"{nouns}\s+(?:for|of)\s+{_THING}\s+{_SAID}(?P<verb>{verbs})", re.IGNORECASE)
    none = re.compile(rf"(?P<verb>\bno(?:\s+longer\s+(?:any\s+)?)?)\s+{nouns}\s+(?:for|of)\s+{_THING}", re.IGNORECASE)

    def extract(sentence: Sentence, mentions: tuple[Mention, ...]) -> Iterable[Triple]:
        text = sentence.unit.text
        if text.rstrip().endswith((":", "?")):
            return
        yield from _lowest(sentence, mentions)
        for pattern in (before, behind, none):
            for found in pattern.finditer(text):
                verb = " ".join(found["verb"].casefold().split())
                base = verb in _BASE and text[: found.start("verb")].strip(" -*") != ""
                if base or _NEGATED.search(text[: found.start()]):
                    continue
                if _PLANNED.search(text) or _WAS.search(found.group()):
                    continue
                yield from _triples(sentence, found, holds=holds.get(verb, False), told=pattern is not none)

    return extract


def _lowest(sentence: Sentence, mentions: tuple[Mention, ...]) -> Iterable[Triple]:
    """ "Node 16 or newer is needed": the lowest version is one that will do."""
    text = sentence.unit.text
    for mention in mentions:
        product = _PRODUCT.search(text[: mention.start])
        if not isinstance(mention.value, Version) or mention.bound is not Bound.MIN or product is None:
            continue
        if not _NEEDED.search(text) or _PLANNED.search(text):
            continue
        name = f"{product['name']} {mention.text}"
        triple = sentence.triple(
            NAME,
            replace(mention, value=Flag(True), bound=None),
            sentence.clause(mention),
            subject="",
            basis=SubjectBasis.NONE,
            predicate=f"support {name}",
            confidence=0.75,
        )
        if triple.status is Status.ASSERTED:
            yield replace(
                triple, bound=None, functional=True, statement=(product.start("name"), mention.outer[1]), lead=name
            )


def _triples(sentence: Sentence, found: re.Match[str], *, holds: bool, told: bool) -> Iterable[Triple]:
    """A claim for each thing named; ``told``: the statement says that this is new."""
    text = sentence.unit.text
    spans = [found.span("thing")]
    if found.end("thing") > found.end("verb"):
        while (more := _JOINED.match(text, spans[-1][1])) is not None and more["thing"][:1].isupper():
            spans.append(more.span("thing"))
        if not _END.match(text, spans[-1][1]):
            return
    mention = Mention(*found.span("verb"), found["verb"], Flag(holds))
    for low, high in spans:
        name = text[low:high].strip(" `.")
        triple = sentence.triple(
            NAME,
            mention,
            sentence.clause(mention),
            subject="",
            basis=SubjectBasis.NONE,
            predicate=f"support {name}",
            confidence=0.8,
        )
        if triple.status is Status.EXAMPLE:
            continue
        yield replace(
            triple,
            status=Status.ASSERTED,
            bound=None,
            functional=True,
            scope=(),
            statement=(min(found.start(), low), max(found.end(), high)),
            lead=name,
            change=Change.NEW if told else Change.NONE,
        )


FIRES = (
    ("Dropped support for PostgreSQL 12", "support PostgreSQL 12", "Dropped", None),
    ("Support for Windows 7 has been removed.", "support Windows 7", "removed", None),
    ("This release adds support for WebP images.", "support WebP images", "adds", None),
    ("There is no support for wheelchairs.", "support wheelchairs", "no", None),
    ("We no longer offer support for fax orders and Telex.", "support Telex", "no longer offer", None),
    ("Node 16 or newer is needed.", "support Node 16", "16", None),
    ("Added support for Arm64 and Risc-V.", "support Risc-V", "Added", None),
)
SILENT = (
    "Support for Windows 7 will be removed next year.",
    "If you drop support for Windows 7, tell us.",
    "The council dropped its support for the bridge's planned extension to the north.",
    "Support for families is found in the hall.",
    "How do I add support for Arm64?",
    "We do not remove support for older phones.",
    "Then add support for your own offer.",
)
