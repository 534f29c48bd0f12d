"""How a sentence is shown to the parser: what would mislead it is masked, clauses it would mix up are parsed apart.

Small parsers read "sessions last 10 hours, certificates are valid for one year" as one clause about certificates. So a
text is cut where clauses may meet, and the cut stands where every piece turns out to be a clause of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from scanner.extract.fronted import with_subject
from scanner.extract.labels import release_label
from scanner.extract.reread import stand_ins
from scanner.model import Moment, Quantity, Unit
from scanner.nlp import Parse, Parser, Token
from scanner.rules import RuleSet

__all__ = ["Reader"]

_SIGNED = re.compile(r"[^\W\d_]*[°/²³Ωµ][^\s\d]*(?:\s[CF](?!\w))?$")
_MEASURES = ("m", "cm", "mph", "feet", "miles", "meters", "gallons", "kilobits")
_FORMER = re.compile(r"(?<=\s)\((?:it\s+)?(?:was|were|previously|formerly|before)\b[^()]{1,40}\)", re.IGNORECASE)
_THROUGH = re.compile(r"(?:up\s+)?to\s+and\s+including\b", re.IGNORECASE)
_MISREAD = re.compile(r"(?P<before>[\w'’-]+)\s(?P<verb>[a-z]+)(?:\s(?:at|on|for|from|by|until|about|around|in))*\s$")
_OPENING = re.compile(r"[^:;.!?,]{2,40}:\s+")
_JOINT = re.compile(r";\s+|,\s+(?:(?:and|but|so|while|whereas|yet)\s+)?|\s+(?:and|but|while|whereas)\s+")
_OPENING_WORDS = 4
_FEWEST_WORDS = 3
_AT_ONCE = 1_000
_FINITE = frozenset({"VBZ", "VBP", "VBD", "MD"})
_SUBJECTS = frozenset({"nsubj", "nsubjpass", "expl"})
_ATTACHED = frozenset({"ADP", "SCONJ"})

Range = tuple[int, int]
Parses = Mapping[str, Parse]


@dataclass(frozen=True)
class Reader:
    """Parses units. ``stand_ins`` are verbs that parsers take for adjectives, each with one of equal length that they
    know; behind a word of ``no_verb`` they are none. ``adjectives`` stand for ``participles`` that they take
    for verbs; ``taking`` are verbs that parsers part from their subjects, ``nouns`` verbs that they take for nouns."""

    parser: Parser
    stand_ins: Mapping[str, str]
    no_verb: frozenset[str]
    subordinators: frozenset[str]
    adjectives: Mapping[str, str]
    participles: re.Pattern[str]
    taking: frozenset[str]
    nouns: frozenset[str]

    @classmethod
    def build(cls, rules: RuleSet, parser: Parser) -> Reader:
        """The reader by the cards ``misread verbs``, ``no verb behind`` and ``subordinators``."""
        adjectives = dict(entry.split() for entry in rules.words("misread participles"))
        extremes = "|".join(rules.words("extremes"))
        pairs = (entry.partition(" ") for entry in rules.words("misread verbs"))
        return cls(
            parser,
            {verb: known for verb, _, known in pairs},
            frozenset(rules.words("no verb behind")),
            frozenset(rules.words("subordinators")),
            adjectives,
            re.compile(rf"(?<![\w-])(?:{extremes})\s+(?P<word>{'|'.join(sorted(adjectives))})(?=\s+[\w.+#-]+)"),
            frozenset(rules.words("taking verbs")),
            frozenset(rules.words("verbs misread as nouns")),
        )

    def read(self, units: Sequence[Unit]) -> Iterator[Parse]:
        """The parse of each unit, in order, over its own text; clauses parsed apart have a root each.

        So many are parsed at once that batches are full, and never so many that memory is.
        """
        for start in range(0, len(units), _AT_ONCE):
            yield from self._read(units[start : start + _AT_ONCE])

    def _read(self, units: Sequence[Unit]) -> Iterator[Parse]:
        shown = [self._masked(unit) for unit in units]
        texts = [text for text, _ in shown]
        pieces = [_pieces(unit, text) for unit, text in zip(units, texts, strict=True)]
        tried = self._parsed(_cut(texts, pieces))
        parts = [self._grouped(text, cut, tried) for text, cut in zip(texts, pieces, strict=True)]
        final = tried | self._parsed(text for text in _cut(texts, parts) if text not in tried)
        for index, (text, ranges) in enumerate(zip(texts, parts, strict=True)):
            merged = [text[a:b] for a, b in ranges if text[a:b] not in tried] if len(ranges) > 1 else []
            if not all(self._is_clause(final[piece]) for piece in merged):
                parts[index] = [(0, len(text))]
        final |= self._parsed(text for text in _cut(texts, parts) if text not in final)
        parses = [
            with_subject(_joined(text, ranges, final), self.taking) for text, ranges in zip(texts, parts, strict=True)
        ]
        again = [stand_ins(parse, unit.mentions, self.nouns) for unit, parse in zip(units, parses, strict=True)]
        other = [_replaced(text, changes) for text, changes in zip(texts, again, strict=True)]
        changed = [ranges if changes else [] for ranges, changes in zip(parts, again, strict=True)]
        second = final | self._parsed(text for text in _cut(other, changed) if text not in final)
        for unit, (_, holes), parse, text, ranges, changes in zip(
            units, shown, parses, other, changed, again, strict=True
        ):
            if changes and all(self._is_clause(second[text[a:b]]) for a, b in ranges if a <= changes[0][0][0] < b):
                parse, holes = (
                    with_subject(_joined(text, ranges, second), self.taking),
                    (*holes, *(span for span, _ in changes)),
                )
            yield _own_words(parse, unit, holes)

    def _parsed(self, texts: Iterable[str]) -> dict[str, Parse]:
        wanted = list(dict.fromkeys(texts))
        return dict(zip(wanted, self.parser.parse(wanted), strict=True))

    def _masked(self, unit: Unit) -> tuple[str, tuple[Range, ...]]:
        """The text a parser should see, of equal length, and where it differs.

        Code spans stand as made-up names, signs of units ("°C", "m/s") as the names of other units.
        """
        text, holes = unit.text, []
        for start, end in unit.codes:
            if 0 <= start < end <= len(text):
                text = f"{text[:start]}X{'x' * (end - start - 1)}{text[end:]}"
                holes.append((start, end))
        for mention in unit.mentions:
            sign = _SIGNED.search(text, mention.start, mention.end) if isinstance(mention.value, Quantity) else None
            if sign is not None and len(sign.group()) <= len(_MEASURES):
                text = f"{text[: sign.start()]}{_MEASURES[len(sign.group()) - 1]}{text[sign.end() :]}"
                holes.append(sign.span())
            through = _THROUGH.match(text, mention.outer[0]) or _THROUGH.match(text, max(0, mention.outer[0] - 3))
            if through is not None and mention.value is not None:
                known = "until" if isinstance(mention.value, Moment) else "up to"
                text = f"{text[: through.start()]}{known:<{len(through.group())}}{text[through.end() :]}"
                holes.append(through.span())
            verb = _MISREAD.search(text, 0, mention.outer[0]) if mention.value is not None else None
            if verb is not None and verb["verb"] in self.stand_ins and verb["before"].lower() not in self.no_verb:
                text = f"{text[: verb.start('verb')]}{self.stand_ins[verb['verb']]}{text[verb.end('verb') :]}"
                holes.append(verb.span("verb"))
        label = release_label(unit)  # "2.0: the port is …": a number that belongs to nothing in the clause
        text = f"{' ' * label}{text[label:]}"
        for found in _FORMER.finditer(text):
            text = f"{text[: found.start()]}{' ' * len(found.group())}{text[found.end() :]}"
            holes.append(found.span())
        for found in self.participles.finditer(text):
            text = f"{text[: found.start('word')]}{self.adjectives[found['word']]}{text[found.end('word') :]}"
            holes.append(found.span("word"))
        return text, tuple(holes)

    def _grouped(self, text: str, pieces: list[Range], tried: Parses) -> list[Range]:
        """The ranges to parse: clauses, each with the pieces behind it that are none; the whole where that is unsure.

        What opens the text waits for the first clause; what ends in a colon or semicolon stays apart from the clause
        behind it.
        """
        whole = [(0, len(text))]
        if not pieces:
            return whole
        groups: list[Range] = []
        waiting, before = -1, 0
        for low, high in pieces:
            parse = tried[text[low:high]]
            if self._is_clause(parse):
                if waiting >= 0 and text[:low].rstrip().endswith((":", ";")):
                    groups.append((waiting, before))
                    waiting = -1
                groups.append((low if waiting < 0 else waiting, high))
                waiting = -1
            elif not groups:
                waiting = low if waiting < 0 else waiting
            elif parse.tokens and parse.tokens[0].pos in _ATTACHED and high < len(text):
                return whole  # it may belong to either side
            else:
                groups[-1] = (groups[-1][0], high)
            before = high
        return groups if len(groups) > 1 and waiting < 0 else whole

    def _is_clause(self, parse: Parse) -> bool:
        """Whether words are one whole clause: a finite verb with a subject of its own, under no other clause."""
        tokens = parse.tokens
        roots = [i for i, token in enumerate(tokens) if token.head == i]
        if len(roots) != 1 or len(tokens) < _FEWEST_WORDS or tokens[0].text.lower() in self.subordinators:
            return False
        root = roots[0]
        below = [tokens[i] for i in parse.children[root]]
        finite = tokens[root].tag in _FINITE or any(t.tag in _FINITE and t.dep in {"aux", "auxpass"} for t in below)
        subject = any(tokens[i].dep in _SUBJECTS and i < root for i in parse.children[root])
        return finite and subject and tokens[root].pos in {"VERB", "AUX"}


def _replaced(text: str, changes: Iterable[tuple[Range, str]]) -> str:
    for (start, end), words in changes:
        text = f"{text[:start]}{words}{text[end:]}"
    return text


def _cut(texts: Sequence[str], ranges: Sequence[Sequence[Range]]) -> Iterator[str]:
    return (text[a:b] for text, parts in zip(texts, ranges, strict=True) for a, b in parts)


def _pieces(unit: Unit, text: str) -> list[Range]:
    """The ranges between the places where clauses may meet; none where there is nothing to part.

    Only values can be claimed by the wrong clause: without two, or one behind an opening, a sentence is left whole.
    """
    values = [m for m in unit.mentions if m.value is not None and not isinstance(m.value, Moment)]
    opening = _OPENING.match(text)
    start = opening.end() if opening is not None and len(opening.group().split()) <= _OPENING_WORDS else 0
    if not values or values[0].start < start or (len(values) < 2 and not start and ";" not in text):
        return []
    edges = [0, start] if start else [0]
    at = [start] if start else []
    for joint in _JOINT.finditer(text, start):
        if not any(m.outer[0] < joint.end() and joint.start() < m.outer[1] for m in unit.mentions):
            at.append(joint.start())
            edges.append(joint.end())
    ends = [*at, len(text)]
    return [(low, high) for low, high in zip(edges, ends, strict=True) if low < high] if len(edges) > 1 else []


def _joined(text: str, ranges: Sequence[Range], parses: Parses) -> Parse:
    """One parse of ``text`` from those of its ranges; what stands between them has no tokens."""
    if len(ranges) == 1:
        return parses[text[slice(*ranges[0])]]
    tokens: list[Token] = []
    for low, high in ranges:
        first = len(tokens)
        tokens += [
            replace(token, start=token.start + low, end=token.end + low, head=token.head + first)
            for token in parses[text[low:high]].tokens
        ]
    return Parse(text, tuple(tokens))


def _own_words(parse: Parse, unit: Unit, holes: Sequence[Range]) -> Parse:
    """The parse with the unit's own words put back where others were shown."""
    if not holes:
        return parse
    tokens = []
    for token in parse.tokens:
        if any(start < token.end and token.start < end for start, end in holes):
            word = unit.text[token.start : token.end]
            coded = any(start < token.end and token.start < end for start, end in unit.codes)
            ending = token.text.removeprefix(token.lemma)  # a verb stands in for another in the same form
            lemma = word.removesuffix(ending) if token.pos == "VERB" and ending != token.text else word
            token = replace(token, text=word, lemma=lemma, pos="PROPN" if coded else token.pos)
        tokens.append(token)
    return Parse(unit.text[: len(parse.text)], tuple(tokens))
