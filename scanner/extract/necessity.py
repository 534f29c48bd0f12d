"""``No booking needed``, ``you need a ticket``, ``dogs welcome``: a duty or leave told without a sentence of duty."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace

from scanner.extract.assertion import phrase_pattern
from scanner.extract.clause import noun_phrase
from scanner.extract.narrative import Narrator, Sentence
from scanner.model import Mention, Status, SubjectBasis, Term, Triple
from scanner.nlp import Parse
from scanner.rules import RuleSet

NAME = "necessity"
_WORD = r"[A-Za-z][\w’'-]*"
_TURNED = {"required": "optional", "optional": "prohibited"}
_OPENING = r"(?:^|(?<=[,;:–—(])\s*|(?<=\s-)\s+)"
_SCOPE = r"(?:\s+(?P<scope>(?:for|at|on|in|to|with)\s+[^,;.:()]+))?"
_END = r"(?=\s*(?:[.,;:)!]|$))"
_LIMITED = re.compile(
    r"\b(?:if|when|unless|until|except|only|before|after|than|that|which|longer|more|most|other|further|such)\b",
    re.IGNORECASE,
)
_AMOUNTS = frozenset({"lot", "amount", "deal", "bit", "number", "little", "time", "kind", "sort"})
_NEED = frozenset({"need", "require"})
_NEEDING = frozenset({"you", "everyone", "everybody", "anyone", "nobody"})


def build(rules: RuleSet) -> Narrator:
    states = _states(rules)
    opposites = {code: states[f"code {other}"] for code, other in _TURNED.items()}
    joined = phrase_pattern(states).pattern
    # "no booking is needed", "no dogs allowed": the noun carries the negation.
    negated = re.compile(
        rf"\bno\s+(?P<thing>{_WORD}(?:\s+{_WORD}){{0,3}}?)\s+(?:(?:is|are)\s+)?(?P<state>{joined}){_SCOPE}{_END}",
        re.IGNORECASE,
    )
    # "Booking essential.", "…, booking required": nothing else stands in its part of the sentence.
    bare = re.compile(
        rf"{_OPENING}(?P<thing>{_WORD}(?:\s+{_WORD}){{0,2}}?)\s+(?P<state>{joined})\s*(?:[.;)!]|$)", re.IGNORECASE
    )
    alone = sign(rules)
    verbs = phrase_pattern(rules.words("bare duty verb"))
    spared, idle = frozenset(rules.words("going without")), frozenset(rules.words("without apart"))

    def extract(sentence: Sentence, mentions: tuple[Mention, ...]) -> Iterable[Triple]:
        text = sentence.unit.text
        if text.rstrip().endswith((":", "?")):
            return
        taken: list[tuple[int, int]] = []
        for pattern, turned in ((negated, True), (bare, False)):
            for found in pattern.finditer(text):
                stated = states[" ".join(found["state"].lower().split())]
                term = opposites.get(stated.code) if turned else stated
                span = found.span("thing")
                if (
                    term is None
                    or _LIMITED.search(found.group())
                    or verbs.search(found["thing"])
                    or any(low < span[1] and span[0] < high for low, high in taken)
                    or any(m.value is not None and m.start < found.end() and found.start() < m.end for m in mentions)
                ):
                    continue
                taken.append(span)
                start = found.start() if turned else found.start("state")
                yield _triple(sentence, found["thing"], (start, found.end("state")), found.span(), term, found)
        told = alone.match(text)
        if told is not None and not _LIMITED.search(text):
            yield _triple(
                sentence, told["thing"], told.span("no"), (told.start("no"), told.end()), opposites["optional"], told
            )
        yield from _needs(sentence, states, mentions)
        yield from _spared(sentence, states, mentions, spared, idle)

    return extract


def sign(rules: RuleSet) -> re.Pattern[str]:
    """ "No dogs in the hall": said of what signs and house rules forbid, not of what there is none of."""
    things = phrase_pattern(rules.words("forbidden alone")).pattern
    return re.compile(rf"\W*(?P<no>no)\s+(?P<thing>{things}){_SCOPE}\s*[.!]?$", re.IGNORECASE)


def label(rules: RuleSet) -> re.Pattern[str]:
    """ "Dogs welcome", "Water allowed": all of a list's item, too short to be read as a sentence."""
    states = phrase_pattern(_states(rules)).pattern
    return re.compile(rf"\W*{_WORD}(?:\s+{_WORD})?\s+{states}\s*[.!]?$", re.IGNORECASE)


def _states(rules: RuleSet) -> Mapping[str, Term]:
    """The phrases of duty and leave; each code stands also under "code ID"."""
    states: dict[str, Term] = {}
    for card in rules.terms.values():
        if card.domain == "modality" and card.id != "recommended":
            term = Term(card.domain, card.id, card.agrees)
            states[f"code {card.id}"] = term
            states.update({words.lower(): term for words in card.phrases})
    for cue, code in (("called for", "required"), ("welcome", "optional"), ("unwelcome", "prohibited")):
        states.update({words.lower(): states[f"code {code}"] for words in rules.words(cue)})
    for word in rules.words("no bare state"):
        states.pop(word, None)
    return states


def _triple(
    sentence: Sentence,
    thing: str,
    value: tuple[int, int],
    span: tuple[int, int],
    term: Term,
    found: re.Match[str] | None = None,
) -> Triple:
    mention = Mention(*value, sentence.unit.text[value[0] : value[1]], term)
    scope = found.groupdict().get("scope") if found is not None else None
    triple = sentence.triple(
        NAME,
        mention,
        sentence.clause(mention),
        subject=thing,
        basis=SubjectBasis.GRAMMAR,
        predicate="requirement",
        confidence=0.75,
        scope=(scope.strip(),) if scope else (),
    )
    status = Status.ASSERTED if triple.status is Status.NEGATED else triple.status
    return replace(triple, functional=True, status=status, bound=None, statement=span)


def _needs(sentence: Sentence, states: Mapping[str, Term], mentions: tuple[Mention, ...]) -> Iterable[Triple]:
    """ "You need a ticket", "visitors do not need an appointment"."""
    tokens, parse = sentence.parse.tokens, sentence.parse
    for index, token in enumerate(tokens):
        if token.lemma not in _NEED or token.pos != "VERB" or token.dep not in {"ROOT", "conj"} or token.tag == "VBD":
            continue
        children = parse.children[index]
        subject = next((c for c in children if tokens[c].dep == "nsubj"), None)
        needed = next((c for c in children if tokens[c].dep == "dobj"), None)
        if subject is None or needed is None or not _is_noun(parse, needed):
            continue
        if any(tokens[c].dep == "conj" for c in parse.children[needed]) or tokens[needed].lemma in _AMOUNTS:
            continue  # "requires care and patience", "a lot of time"
        if any(tokens[c].tag == "MD" or tokens[c].dep == "mark" or _is_case(sentence, c) for c in children):
            continue
        pronoun = tokens[subject].pos == "PRON"
        several = tokens[subject].tag in {"NNS", "NNPS"} or _is_thing(sentence, index, needed)
        if tokens[subject].text.lower() not in _NEEDING if pronoun else not several:
            continue
        phrase = noun_phrase(parse, needed)
        begin, end = tokens[subject].start, max(token.end, phrase.span[1])
        own = sentence.unit.text[begin:end]
        if _LIMITED.search(own) or any(m.value is not None and m.start < end and begin < m.end for m in mentions):
            continue
        negation = [c for c in children if tokens[c].dep == "neg"]
        none = any(tokens[c].lemma == "no" for c in parse.children[needed])
        free = bool(negation) or none or tokens[subject].text.lower() == "nobody"
        start = min([tokens[c].start for c in children if tokens[c].dep in {"neg", "aux"}] + [token.start])
        triple = _triple(
            sentence,
            phrase.whole,
            (start, token.end),
            (begin, max(end, _purpose(sentence, index, needed))),
            states["code optional" if free else "code required"],
        )
        clause = sentence.clause(triple.mention)
        yield replace(triple, scope=(("condition", clause.condition),) if clause.condition else triple.scope)


def _is_noun(parse: Parse, index: int) -> bool:
    """Whether a token is a noun, if only by the article before it: parsers take "a voucher." for an adjective."""
    determined = any(
        parse.tokens[c].dep == "det" and parse.tokens[c].lemma in {"a", "an"} for c in parse.children[index]
    )
    return parse.tokens[index].pos in {"NOUN", "PROPN"} or (parse.tokens[index].pos == "ADJ" and determined)


def _purpose(sentence: Sentence, verb: int, needed: int) -> int:
    """Where the words end that say what a thing is needed for: "an account *to read the catalogue*"."""
    tokens, parse = sentence.parse.tokens, sentence.parse
    aims = [
        c
        for c in (*parse.children[verb], *parse.children[needed])
        if c > needed
        and tokens[c].dep in {"advcl", "xcomp", "acl", "relcl"}
        and any(tokens[g].tag == "TO" for g in parse.children[c])
    ]
    return max((tokens[i].end for aim in aims for i in parse.subtree(aim)), default=0)


def _spared(
    sentence: Sentence,
    states: Mapping[str, Term],
    mentions: tuple[Mention, ...],
    spared: frozenset[str],
    idle: frozenset[str],
) -> Iterable[Triple]:
    """ "The catalogue can be read without an account" spares the account, "no entry without a ticket" asks for one."""
    tokens, parse = sentence.parse.tokens, sentence.parse
    for index, token in enumerate(tokens):
        if token.text.lower() != "without":
            continue
        thing = next((c for c in parse.children[index] if tokens[c].dep == "pobj"), None)
        if thing is None or tokens[thing].pos not in {"NOUN", "PROPN"} or tokens[thing].lemma.lower() in idle:
            continue
        above = token.head
        verb = tokens[above].head if tokens[above].pos in {"NOUN", "PROPN"} and tokens[above].dep == "dobj" else above
        if tokens[verb].pos not in {"VERB", "AUX"} or tokens[verb].dep not in {"ROOT", "conj"}:
            continue
        children = parse.children[verb]
        modal = next((tokens[c].text.lower() for c in children if tokens[c].tag == "MD"), "")
        negated = any(tokens[c].dep == "neg" or tokens[c].text.lower() == "cannot" for c in children)
        if modal not in {"can", "may"} and tokens[verb].lemma not in spared:
            continue
        phrase = noun_phrase(parse, thing)
        begin, end = token.start, phrase.span[1]
        if any(tokens[c].dep in {"conj", "relcl"} for c in parse.children[thing]) or any(
            m.value is not None and m.start < end and begin < m.end for m in mentions
        ):
            continue
        subject = next((c for c in children if tokens[c].dep in {"nsubj", "nsubjpass"}), verb)
        low = min(tokens[subject].start, tokens[verb].start)
        triple = _triple(
            sentence, phrase.core, (begin, end), (low, end), states["code required" if negated else "code optional"]
        )
        clause = sentence.clause(triple.mention)
        yield replace(triple, scope=(("condition", clause.condition),) if clause.condition else triple.scope)


def _is_case(sentence: Sentence, index: int) -> bool:
    """Whether a token opens a clause that says when; "to join" says what for."""
    tokens, parse = sentence.parse.tokens, sentence.parse
    return tokens[index].dep == "advcl" and not any(tokens[c].tag == "TO" for c in parse.children[index])


def _is_thing(sentence: Sentence, verb: int, needed: int) -> bool:
    """Whether what one thing needs is a thing to have, not a matter of nature ("the plant needs water")."""
    tokens, parse = sentence.parse.tokens, sentence.parse
    below = [tokens[c] for c in parse.children[needed]]
    counted = any(t.dep == "compound" or t.lemma in {"a", "an", "no"} for t in below)
    return counted or any(tokens[c].dep == "neg" for c in parse.children[verb])


FIRES = (
    ("No dogs in the hall", "requirement dogs", "No", None),
    ("No smoking!", "requirement smoking", "No", None),
    ("Blood is taken in the morning, no appointment needed.", "appointment", "no appointment needed", None),
    ("No booking is required for the small hall.", "booking", "No booking is required", None),
    ("No dogs allowed on the beach.", "dogs", "No dogs allowed", None),
    ("Advance booking essential.", "booking", "essential", None),
    ("You need a library card.", "library card", "need", None),
    ("Subscribers do not need an API key.", "API key", "do not need", None),
    ("The client requires administrator rights.", "administrator rights", "requires", None),
    ("The install does not require a restart.", "restart", "does not require", None),
    ("Well-behaved dogs welcome.", "dogs", "welcome", None),
    ("The catalogue can be read without an account.", "account", "without an account", None),
    ("The relay accepts a request without a token.", "token", "without a token", None),
    ("You may use the pool without a booking.", "booking", "without a booking", None),
    ("Guests cannot enter without a wristband.", "wristband", "without a wristband", None),
    ("The app works without a licence key.", "licence key", "without a licence key", None),
)
SILENT = (
    "No changes in this release.",
    "No dogs were seen in the hall.",
    "No further action is required if the lamp is green.",
    "We need your help.",
    "The plant needs water.",
    "The work requires care and patience.",
    "Read the chapters required.",
    "No more than two bags are allowed.",
    "You need to restart the server.",
    "There is no reason that forms are required.",
    "Everyone is welcome.",
    "The train left without a sound.",
    "You can join without a doubt.",
    "It can be cut without loss.",
    "A room without a window is cheaper.",
    "She accepted the prize without a word.",
    "Whoever takes the room must pay what is required.",
)
