"""Who holds a role: ``the head of sales is Ana Ruiz``, ``Ana Ruiz takes over as head``, ``run by Ana Ruiz``."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from scanner.extract.assertion import phrase_pattern
from scanner.extract.narrative import Narrator, Sentence
from scanner.model import (
    AnyOf,
    Change,
    EntityRef,
    Mention,
    Moment,
    Role,
    Status,
    SubjectBasis,
    Triple,
    Window,
    WindowBasis,
)
from scanner.rules import RuleSet

NAME = "role"
_WORD = r"(?:[A-Z][\w’'.-]*[\w]|[A-Z]\.?)"
_PERSON = rf"{_WORD}(?:\s+(?:(?:van|von|de|der|den|da|di|del|la|le|bin|al)\s+)*{_WORD}){{1,3}}"
_PARTY = rf"{_WORD}(?:\s+(?:(?:of|and|for|the|van|von|de|der|den|da|di|&)\s+)*{_WORD}){{0,5}}"
_STOP = r"(?!(?:is|was|are|has|will|on|from|since|and|who|as|at|in|for|with|to|until)\b)"
_OF = rf"(?:\s+(?:of|for|at)\s+(?:the\s+)?(?P<of>[A-Za-z][\w&’'-]*(?:\s+{_STOP}[\w&’'-]+){{0,3}}))?"

_REACH = 16  # characters before a role in which its article stands


def build(rules: RuleSet) -> Narrator:
    nouns = sorted(rules.words("role noun"), key=lambda word: (-len(word), word))
    noun = "(?:" + "|".join(re.escape(word) for word in nouns) + r")(?!\w)"
    role = rf"(?P<role>(?:(?:[A-Za-z][\w-]*\s+){{0,3}}?){noun}){_OF}"
    taking = (
        "(?:" + "|".join(re.escape(w) for w in sorted(rules.words("taking verb"), key=lambda w: (-len(w), w))) + ")"
    )
    holding = "(?:" + "|".join(re.escape(w) for w in rules.words("holding verb")) + ")"
    passing, leaving = (
        "|".join(re.escape(word) for word in rules.words(cue)) for cue in ("passing role", "leaving verb")
    )
    own = (
        rf"(?P<role>(?:(?!(?:the|a|an|its|our|your|{passing})\b)[a-z][\w-]*\s+){{0,2}}?(?!(?:{passing})\b){noun}){_OF}"
    )
    office = phrase_pattern(rules.words("taking office"))
    several = "|".join(re.escape(word) for word in rules.words("indefinite role"))
    indefinite = re.compile(rf"(?<!\w)(?:{several})\s+$", re.IGNORECASE)
    holder, held = AnyOf.of(nouns), AnyOf.of(rules.words("holding verb"))
    patterns = (
        # the <role> of X is <Name>
        re.compile(
            rf"\b(?i:(?:the|our|its)\s+)?(?i:{role})(?:,)?\s+(?:is|remains|was|has\s+been|will\s+be)\s+(?P<name>{_PERSON})"
        ),
        # <Name> takes over as / is / remains (the) <role> of X
        re.compile(
            rf"(?P<name>{_PERSON})\s+(?:(?:has|have|had|will|been|was|is)\s+)*(?i:{taking})\s+(?:(?:as|the|our|its|a|an|to|become|interim|acting|new|be)\s+)*(?i:{role})"
        ),
        # <Name>, <role> of X
        re.compile(rf"(?P<name>{_PERSON}),\s+(?:the\s+|our\s+)?(?i:{role})"),
        # with the hall manager, <Name>
        re.compile(rf"\b(?i:(?:the|our|your|its)\s+{own}),\s+(?P<name>{_PERSON})(?=\s*(?:[,.;)]|$))"),
        # <Name> looks after the money as treasurer
        re.compile(
            rf"(?P<name>{_PERSON})\s+(?!(?i:{leaving})\b)[a-z]+s\s+(?:(?!(?:and|or|but|who|that|as|{leaving})\b)[a-z’'-]+\s+){{0,6}}as\s+(?i:(?:(?:the|our|its)\s+)?{role})(?=\s*(?:[.,;)]|$))"
        ),
        # "<Thing>", staged by <Name>
        re.compile(rf"[\"“](?P<thing>[^\"“”]{{2,60}})[\"”],\s+(?P<verb>{holding})\s+by\s+(?P<name>{_PERSON})"),
        # <things> of X is held by <Name>
        re.compile(
            rf"\b(?i:(?P<thing>[A-Za-z][\w-]*(?:\s+[a-z][\w-]*){{0,3}}?)(?:\s+(?:of|in|for|to)\s+(?:the\s+)?(?P<of>[\w`.-]+(?:\s+[\w-]+){{0,2}}))?)\s+(?:is|are|was|were|remains|has\s+been)\s+(?P<verb>{holding})\s+by\s+(?:the\s+)?(?P<name>{_PARTY})"
        ),
        # Copyright (c) 2014 <Name>
        re.compile(
            r"\b(?P<verb>[Cc]opyright)\s+(?:\([cC]\)\s*|©\s*)?(?:\d{4}(?:\s*[-–,]\s*\d{4})*,?\s+)?(?:by\s+)?"
            rf"(?P<name>{_PARTY})"
        ),
    )

    needs = (*(holder,) * 5, held, held, AnyOf.of(["copyright"]))

    def extract(sentence: Sentence, mentions: tuple[Mention, ...]) -> Iterable[Triple]:
        text = sentence.unit.text
        taken: list[tuple[int, int]] = []
        for pattern in (pattern for needed, pattern in zip(needs, patterns, strict=True) if needed.within(text)):
            for found in pattern.finditer(text):
                if any(low < found.end("name") and found.start("name") < high for low, high in taken):
                    continue
                if _opens_with_function_word(sentence, found.start("name")):
                    continue
                taken.append(found.span("name"))
                triple = _triple(sentence, found, office)
                role_at = found.start("role") if found.groupdict().get("role") else 0
                if role_at and indefinite.search(text[max(0, role_at - _REACH) : role_at]):
                    triple = replace(triple, functional=False)
                yield triple

    return extract


_FUNCTION = frozenset({"SCONJ", "ADP", "DET", "PRON", "AUX", "CCONJ", "ADV"})


def _opens_with_function_word(sentence: Sentence, start: int) -> bool:
    """Whether what looks like a name begins with a word that only opens the sentence ("If FILE is …")."""
    first = sentence.parse.at(start, start + 1)
    return start == 0 and bool(first) and sentence.parse.tokens[first[0]].pos in _FUNCTION


def _triple(sentence: Sentence, found: re.Match[str], office: re.Pattern[str]) -> Triple:
    groups = found.groupdict()
    start, end = found.span("name")
    name = found.group("name")
    mention = Mention(start, end, name, EntityRef(name.casefold(), name))
    clause = sentence.clause(mention)
    of = (groups.get("of") or "").strip()
    if groups.get("role"):
        predicate, subject = groups["role"], ""
        if of and not of[0].isupper():
            predicate, of = f"{predicate} of {of}", ""
        elif of and len(of.split()) == 1:
            # "Head of Operations" is one role, "CEO of Acme Corp" a role and its holder's firm.
            predicate, of = f"{predicate} of {of}", ""
        subject = of
    else:
        verb = groups["verb"] or ""
        verb = "copyright holder" if verb.lower() == "copyright" else verb
        thing = (groups.get("thing") or "").strip()
        predicate = f"{thing} {verb}" if of else verb
        subject = of or thing
    triple = sentence.triple(
        NAME,
        mention,
        clause,
        subject=subject,
        basis=SubjectBasis.GRAMMAR if subject else SubjectBasis.NONE,
        predicate=predicate,
        confidence=0.85,
    )
    moments = [m for m in sentence.unit.mentions if isinstance(m.value, Moment) and m.value.start is not None]
    window = None
    if office.search(found.group()):
        day = next((m.value for m in moments if m.role in {Role.NONE, Role.EFFECTIVE, Role.SINCE, Role.AS_OF}), None)
        if isinstance(day, Moment) and day.start is not None:
            window = Window(day.start, None, WindowBasis.STATED)
        status = Status.ASSERTED if triple.status in {Status.HISTORICAL, Status.NEGATED} else triple.status
        return replace(triple, window=window, change=Change.NEW, status=status, functional=True)
    return replace(triple, functional=True if groups.get("role") else None)


FIRES = (
    ("The head of operations is Bettina Kowal.", "head of operations", "Bettina Kowal", None),
    ("Ana Ruiz takes over as Vice President of Sales on 1 October 2024.", "Vice President of Sales", "Ana Ruiz", None),
    ("Keys are kept by the hall manager, Jonas Ek.", "hall manager", "Jonas Ek", None),
    ("Questions go to our head of training, Mira Sand.", "head of training", "Mira Sand", None),
    ("Petra Voss looks after the money as treasurer.", "treasurer", "Petra Voss", None),
    ("Ola Berg represents the pupils as chair of the council.", "chair of council", "Ola Berg", None),
    ('"Paper Moon", staged by Ella Brandt, opens the season.', "staged Paper Moon", "Ella Brandt", None),
    ("Copyright of the handbook is held by Erik Lund.", "Copyright held", "Erik Lund", None),
)
SILENT = (
    "The head of the bed can be raised.",
    "Members are led by example.",
    "The director is on leave.",
    "Ask the hall manager, Monday to Friday.",
    "The poem quotes the author, Mark Twain.",
    "Petra Voss resigns as treasurer.",
    "Ola Berg replaces Tim Hay as chair.",
    "Write to the secretary, Harbour Road 4.",
    "If FILE is in a director of the tree, it is read.",
)
