"""``X does V``: a verb with a quantity or date ("logs are kept for 12 months", "members may borrow 12 books")."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from scanner.extract.attribute import Attributes
from scanner.extract.clause import Clause, NounPhrase, complement_of, head_of, noun_phrase
from scanner.extract.narrative import Narrator, Sentence, is_window, restricts, split_phrase
from scanner.model import Bound, Mention, Moment, Quantity, SubjectBasis, Term, Triple, Version
from scanner.rules import RuleSet

NAME = "verb"
_ITS = frozenset({"its", "his", "her", "their", "our", "your", "my"})
_TOLD = frozenset({"licence", "day of month", "weekday of month"})


def build(rules: RuleSet) -> Narrator:
    dated = {verb for card in rules.predicates.values() if "moment" in card.value for verb in card.verbs}
    dated |= {verb.split()[0] for verb in dated}

    versioned = frozenset(rules.words("version verb"))
    several = frozenset(rules.words("several versions verb"))
    once, opening = frozenset(rules.words("once verb")), frozenset(rules.words("opening verb"))
    making = frozenset(rules.words("making verb"))
    pointing, light = frozenset(rules.words("pointing word")), frozenset(rules.words("light verb"))
    attributes, portions = Attributes.of(rules), frozenset(rules.words("portion noun"))

    def extract(sentence: Sentence, mentions: tuple[Mention, ...]) -> Iterable[Triple]:
        tokens = sentence.parse.tokens
        for mention in mentions:
            clause = sentence.clause(mention)
            if clause.verb is None:
                continue
            verb = tokens[clause.verb]
            if (is_window(mention) and verb.lemma not in dated) or restricts(sentence, clause, mention):
                continue
            if isinstance(mention.value, Moment) and verb.lemma not in dated:
                others = [
                    m
                    for m in sentence.unit.mentions
                    if _measured(m, sentence.unit.text) and not sentence.apart(m, mention)
                ]
                if others:  # the date says when the other value holds
                    continue
            if isinstance(mention.value, Version) and verb.lemma not in versioned:
                continue
            if isinstance(mention.value, Term) and mention.value.domain not in _TOLD:
                continue  # an address to write to or a link to follow is no fact about the writer
            made = _made(sentence, clause, mention, making)
            phrase = sentence.subject(clause) if made is None else made
            if (
                phrase is None
                and mention.bound is None
                and isinstance(mention.value, Quantity)
                and not mention.value.unit
            ):
                continue  # a step of an instruction ("choose 13.00") states nothing
            if _owned(sentence, clause, mention):
                continue  # "A deposit of 50 EUR is required": the noun has the value, whatever is done with it
            pronoun = phrase is not None and tokens[phrase.head].pos == "PRON"
            subject = "" if phrase is None or pronoun else phrase.core
            basis = SubjectBasis.GRAMMAR if subject else SubjectBasis.NONE
            if phrase is not None and phrase.of:
                subject = f"{phrase.of} {phrase.core}"
            elif subject and phrase is not None and phrase.span[0] <= mention.outer[0] < phrase.span[1]:
                subject = _beside_value(sentence, phrase.span, mention) or subject
            objects = [] if made is not None else _objects(sentence, clause)
            if any(tokens[c].lemma in pointing for index in objects for c in sentence.parse.children[index]):
                continue  # "supports the following features": the list is the object
            words = _predicate(sentence, mention, clause, objects, attributes, light)
            words += _portion(sentence, mention, portions)
            named, known_as, _ = split_phrase(phrase, sentence.unit)
            if known_as is SubjectBasis.IDENTIFIER:
                subject, basis = named, known_as
            triple = sentence.triple(
                NAME,
                mention,
                clause,
                subject=subject,
                basis=basis,
                predicate=" ".join(words),
                confidence=0.85 if subject else 0.75,
                scope=phrase.scope if phrase is not None else (),
                naming=sentence.unit.text[clause.span[0] : mention.start],
            )
            many = isinstance(mention.value, Version) and verb.lemma in several and mention.bound is None
            if isinstance(mention.value, Moment):
                # Things are repaired, moved and visited many times; and a house may be shut on several days.
                many = clause.past and verb.lemma not in dated | once
                many = many or (mention.value.weekday is not None and verb.lemma in opening)
                many = many or (made is not None and not _one(sentence, made))
            yield replace(triple, functional=False) if many else triple

    return extract


def _made(sentence: Sentence, clause: Clause, mention: Mention, making: frozenset[str]) -> NounPhrase | None:
    """What came about, changed hands or ended on a day: the object of a verb of making, not who did it.

    "Jane Roe founded Acme in 1999" says of Acme what "Acme was founded in 1999" says.
    """
    tokens = sentence.parse.tokens
    if clause.verb is None or clause.passive or not isinstance(mention.value, Moment):
        return None
    if tokens[clause.verb].lemma not in making:
        return None
    objects = [c for c in sentence.parse.children[clause.verb] if tokens[c].dep == "dobj" and tokens[c].pos != "PRON"]
    if not objects:
        return None
    phrase = noun_phrase(sentence.parse, objects[0])
    doer = sentence.subject(clause)
    if phrase.of.lower() in _ITS and doer is not None:
        return replace(phrase, of=doer.core)
    return phrase


def _one(sentence: Sentence, phrase: NounPhrase) -> bool:
    """Whether a noun phrase names one thing and no other: a name, or a noun with "the" or whose it is."""
    proper = sentence.parse.tokens[phrase.head].pos == "PROPN"
    return not phrase.plural and (proper or phrase.definite or bool(phrase.of))


def _owned(sentence: Sentence, clause: Clause, mention: Mention) -> bool:
    """Whether the value is that of the subject itself ("a deposit *of* 50 EUR")."""
    if not {"nsubj", "nsubjpass"} & set(clause.path) or clause.prepositions[:1] != ("of",):
        return False
    return isinstance(mention.value, Quantity) and mention.bound is None and bool(mention.value.unit)


def _beside_value(sentence: Sentence, span: tuple[int, int], mention: Mention) -> str:
    """The words of a noun phrase before the value in it ("*equipment* worth up to 400 EUR"), else those behind it."""
    inside = [t for t in sentence.parse.tokens if span[0] <= t.start and t.end <= span[1] and t.pos != "DET"]
    kept = [t for t in inside if t.end <= mention.outer[0]]
    while kept and kept[-1].pos not in {"NOUN", "PROPN"}:
        kept.pop()
    return " ".join(token.text for token in kept or [t for t in inside if t.start >= mention.end])


def _objects(sentence: Sentence, clause: Clause) -> list[int]:
    tokens = sentence.parse.tokens
    below = sentence.parse.children[clause.verb] if clause.verb is not None else ()
    return [c for c in below if tokens[c].dep in {"dobj", "attr", "oprd"} and tokens[c].pos not in {"PRON", "ADJ"}]


def _predicate(
    sentence: Sentence,
    mention: Mention,
    clause: Clause,
    objects: list[int],
    attributes: Attributes,
    light: frozenset[str],
) -> list[str]:
    """The words that name what the clause says of its value: verb, what completes it, and the value's preposition."""
    tokens = sentence.parse.tokens
    verb = tokens[clause.verb or 0]
    words = [verb.lemma]
    for index in objects[:1]:
        kept = [
            i
            for i in sentence.parse.subtree(index, frozenset({"relcl", "acl", "prep", "det", "punct"}))
            if not (tokens[i].start < mention.end and mention.start < tokens[i].end)
            and tokens[i].pos not in {"NUM", "DET", "PRON"}
        ]
        if kept:
            words.append(sentence.parse.words(kept))
    value = mention.value
    if isinstance(value, Quantity) and value.noun and len(words) == 1:
        words.append(value.noun)
    adjective = complement_of(sentence.parse, clause)
    if adjective is not None and len(words) == 1:
        attribute = attributes.named(tokens[adjective].text, value)
        if attribute:
            return [attribute]
        words.append(tokens[adjective].lemma)
        if verb.lemma in light or verb.lemma == "be":
            words = words[1:]
    elif verb.lemma in light and len(words) > 1:
        return words[1:]  # "The endpoint has a rate limit of 5": the object names the predicate
    measured = attributes.measured(value)
    if measured and measured not in words[-1]:
        words.append(measured)
    elif clause.prepositions:
        words.append(clause.prepositions[0])
    return words


def _portion(sentence: Sentence, mention: Mention, portions: frozenset[str]) -> list[str]:
    """What the value is the size of, where that is only a part of the thing ("sent in *chunks* of 64 KB")."""
    tokens = sentence.parse.tokens
    of = tokens[tokens[head_of(sentence.parse, mention.start, mention.end)].head]
    noun = tokens[of.head]
    return [noun.lemma] if of.lemma == "of" and noun.lemma in portions else []


def _measured(mention: Mention, text: str) -> bool:
    """Whether a mention is an amount of something; a bare number behind a name belongs to it ("Caldera 3.9")."""
    if not isinstance(mention.value, Quantity):
        return False
    return bool(mention.value.unit or mention.value.noun) or _NAME_BEFORE.search(text[: mention.start]) is None


_NAME_BEFORE = re.compile(r"[A-Z][\w.+#-]*\s+$")

FIRES = (
    ("Visitor logs are kept for 12 months.", "keep for", "12 months", None),
    ("Members may borrow 12 books at a time.", "borrow", "12", Bound.MAX),
    ("Jane Roe founded Acme Works in 1999.", "found in", "1999", None),
    ("Files are sent in chunks of 64 KB.", "send of chunk", "64 KB", None),
    ("The bus leaves at 9:30.", "leave at", "9:30", None),
    ("Salaries are paid on the 25th of each month.", "pay on", "25th of each month", None),
    ("The council meets on the first Monday of the month.", "meet on", "first Monday of the month", None),
)
SILENT = ("The museum keeps old maps.", "They arrived late.")
