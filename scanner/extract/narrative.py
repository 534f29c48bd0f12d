"""What narrative extractors share: the sentence at hand, and how a noun phrase splits into subject and predicate."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property

from scanner.extract.assertion import Assertions
from scanner.extract.clause import Clause, NounPhrase, clause_at, head_of, noun_phrase
from scanner.extract.labels import release_label
from scanner.model import Bound, Mention, Moment, Quantity, Role, Status, SubjectBasis, Triple, Unit, Version
from scanner.nlp import Parse

__all__ = ["Narrator", "Sentence", "bounded", "contrasted", "is_window", "named", "restricts", "split_phrase"]


@dataclass(frozen=True)
class Sentence:
    """A unit with its parse and the cues of assertion; what every narrative extractor works on.

    ``story`` tells that an example opened in this sentence or before it in its paragraph ("For example: …").
    """

    unit: Unit
    parse: Parse
    assertions: Assertions
    story: bool = False

    def clause(self, mention: Mention) -> Clause:
        """The clause the mention stands in."""
        return self._at(head_of(self.parse, mention.start, mention.end))

    def _at(self, index: int) -> Clause:
        found = self._clauses.get(index)
        if found is None:
            found = self._clauses[index] = clause_at(self.parse, index)
        return found

    @cached_property
    def _clauses(self) -> dict[int, Clause]:
        """The clauses of tokens that were asked for: many constructions ask for the same."""
        return {}

    def of_verb(self, index: int) -> Clause:
        """The clause that the verb at ``index`` heads; by its own token a verb stands in the clause above it."""
        below = (self._at(child) for child in self.parse.children[index])
        return next((clause for clause in below if clause.verb == index), self._at(index))

    def stated(self, mention: Mention) -> Clause:
        """The clause that says of its subject what the mention names, be that its verb ("are *closed*") or not."""
        head = head_of(self.parse, mention.start, mention.end)
        auxiliary = next((c for c in self.parse.children[head] if self.parse.tokens[c].dep == "auxpass"), None)
        return self._at(head if auxiliary is None else auxiliary)

    def apart(self, a: Mention, b: Mention) -> bool:
        """Whether two mentions stand in main clauses with a subject each, so that neither says when the other holds."""
        one, two = self.clause(a), self.clause(b)
        if one.subordinate or two.subordinate or one.subject is None or two.subject is None:
            return False
        return one.verb != two.verb and one.subject != two.subject

    def _is_option(self, mention: Mention) -> bool:
        """Whether a value is the default, in brackets, of the option that opens the text ("… (default: 3)")."""
        codes = self.unit.codes
        return bool(codes) and codes[0][0] == 0 and _DEFAULTED.search(self.unit.text[: mention.outer[0]]) is not None

    def _follows_instruction(self, clause: Clause) -> bool:
        """Whether a clause tells what comes of what the reader is told to do: "Turn the tap, and it will drip"."""
        tokens = self.parse.tokens
        root = next((i for i, token in enumerate(tokens) if token.dep == "ROOT"), None)
        if root is None or clause.verb in {None, root} or tokens[root].tag != "VB":
            return False
        told = {tokens[c].dep for c in self.parse.children[root] if tokens[c].start < tokens[root].start}
        return told.isdisjoint({"nsubj", "nsubjpass", "aux", "expl"})

    def restricts(self, clause: Clause) -> bool:
        """Whether a clause picks out what it hangs from ("files that are encrypted") instead of telling a fact of it.

        "The endpoint, which is in beta, …": behind a comma the fact is told of what stands before it.
        """
        if clause.subordinate not in {"relcl", "acl"} or clause.verb is None:
            return clause.subordinate == "advcl"
        tokens = self.parse.tokens
        opener = next((t for t in map(tokens.__getitem__, self.parse.subtree(clause.verb)) if t.tag in _RELATIVE), None)
        if clause.subordinate == "acl" or opener is None or opener.text.lower() not in _ADDING:
            return True
        return not self.unit.text[: opener.start].rstrip().endswith((",", "–", "("))

    def subject(self, clause: Clause) -> NounPhrase | None:
        """The noun phrase of the clause's subject.

        Where the parser sees none, the last code span before the verb is it: names of code mislead parsers.
        """
        if clause.subject is not None:
            return noun_phrase(self.parse, clause.subject)
        if clause.verb is None:
            return None
        end = self.parse.tokens[clause.verb].start
        before = [span for span in self.unit.codes if span[1] <= end]
        if not before:
            return None
        low, high = before[-1]
        return NounPhrase(self.unit.text[low:high], "", (), (low, high), head_of(self.parse, low, high))

    def triple(
        self,
        extractor: str,
        mention: Mention,
        clause: Clause,
        *,
        subject: str,
        basis: SubjectBasis,
        predicate: str,
        confidence: float,
        scope: tuple[str, ...] = (),
        naming: str = "",
    ) -> Triple:
        """A triple for ``mention`` with the status, bound and conditions its clause gives it.

        ``naming`` are the words that name the value and may tell its bound class.
        """
        if self._is_option(mention):
            low, high = self.unit.codes[0]
            subject, basis, predicate = self.unit.text[low:high], SubjectBasis.IDENTIFIER, "default"
        own, span = _own_segment(self.unit, mention, _span_with(clause.span, mention))
        pairs = tuple(("", words) for words in ((own,) if own else scope))
        if clause.condition and clause.subordinate != "advcl":
            pairs = (*pairs, ("condition", clause.condition))
        status = Status.EXAMPLE if self.story else self.assertions.status(self.unit, mention, clause, span)
        if status is Status.ASSERTED and clause.modal == "will" and self._follows_instruction(clause):
            status = Status.HYPOTHETICAL
        if status is Status.HYPOTHETICAL and _lasts(mention, clause):
            status, span = Status.ASSERTED, _whole(self.unit)
        behind = _UNSET.match(self.unit.text, mention.outer[1])
        words = naming or predicate
        # "listens on port 8000 by default": it may stand behind the value, and permission is no bound then.
        bound = self.assertions.bound(mention, clause, f"{words} {behind.group()}" if behind is not None else words)
        if bound is Bound.MAX and _LEAST_LIMITED.search(self.unit.text[: mention.outer[1]]):
            bound = Bound.MIN
        return Triple(
            unit=self.unit,
            extractor=extractor,
            subject=subject.strip(),
            subject_basis=basis,
            predicate=predicate.strip(),
            mention=mention,
            bound=bound,
            status=Status.ASSERTED if status is Status.NEGATED and bound is not None and mention.bound else status,
            scope=pairs,
            statement=span,
            lead=self.unit.lead,
            confidence=confidence,
        )


_LEAST_LIMITED = re.compile(
    r"\b(?:minimum|min|smallest|lowest|shortest|least)\b[^,;:.]{0,60}\b(?:is|are)\s+(?:limited|restricted)\s+to\b[^,;:]{0,12}",
    re.IGNORECASE,
)
_UNSET = re.compile(
    r"\s*,?\s*\(?(?:by\s+default|out\s+of\s+the\s+box|unless\s+(?:set|configured|changed)\b)", re.IGNORECASE
)
_DEFAULTED = re.compile(r"\((?:the\s+)?(?:default|defaults\s+to|default\s+is)[:=]?\s*$", re.IGNORECASE)
_RELATIVE = frozenset({"WDT", "WP", "WP$", "WRB"})
_ADDING = frozenset({"which", "who"})
_TIME = frozenset({"second", "month", "business_day"})

Narrator = Callable[[Sentence, tuple[Mention, ...]], Iterable[Triple]]


def _lasts(mention: Mention, clause: Clause) -> bool:
    """Whether a condition holds once something has lasted for an amount of time, which is a threshold.

    "If a member is silent for 45 seconds, its work is given to others": the 45 seconds are no supposition.
    """
    timed = isinstance(mention.value, Quantity) and mention.value.unit in _TIME
    return timed and clause.subordinate == "advcl" and clause.prepositions[:1] == ("for",) and not clause.modal


def _whole(unit: Unit) -> tuple[int, int]:
    return 0, len(unit.text)


def _span_with(span: tuple[int, int], mention: Mention) -> tuple[int, int]:
    low, high = mention.outer
    return min(span[0], low), max(span[1], high)


_OWN_SCOPE = re.compile(
    r"\s*(?P<scope>(?:for|on|in|under|with|at|per)\s+(?:(?!\b(?:and|or|but)\b)[^,;.()])+)", re.IGNORECASE
)
_JOIN = re.compile(r"^\s*(?:,|;|and|or|but|while|whereas)\b|^\s*[,;]|^\s*$|^\s*\.", re.IGNORECASE)


def _own_segment(unit: Unit, mention: Mention, span: tuple[int, int]) -> tuple[str, tuple[int, int]]:
    """The scope phrase that follows one of several coordinated values, and the part of the statement that is its own.

    "30 days for Standard and 90 days for Premium": each value has the phrase behind it, and no word of the other.
    """
    rivals = [
        m
        for m in unit.mentions
        if m.start != mention.start
        and m.value is not None
        and mention.value is not None
        and m.value.kind is mention.value.kind
        and span[0] <= m.start < span[1]
    ]
    if not rivals:
        return "", span
    following = [m.outer[0] for m in rivals if m.start > mention.start]
    limit = min(following, default=span[1])
    found = _OWN_SCOPE.match(unit.text, mention.outer[1], limit)
    scope = found.group("scope").strip() if found is not None else ""
    after = found.end() if found is not None else mention.outer[1]
    if not _JOIN.match(unit.text[after:limit] if following else unit.text[after : span[1]]):
        return "", span
    previous = [m for m in rivals if m.start < mention.start]
    low = span[0]
    if previous:
        last = max(previous, key=lambda m: m.start)
        passed = _OWN_SCOPE.match(unit.text, last.outer[1], mention.outer[0])
        low = passed.end() if passed is not None else last.outer[1]
        if passed is None and not unit.text[low : mention.outer[0]].strip(" ,;("):
            low = span[0]  # "half an hour, at most 31 minutes": one statement told in two values
    if not scope and not previous:
        return "", span
    return scope, (low, max(after, mention.outer[1]))


_CODE_LIKE = re.compile(r"(?<![\w/])(?:/[\w{}.*-]+(?:/[\w{}.*-]+)*|--[a-z][\w-]+|\w+_\w+|[a-z]+[A-Z]\w*)(?![\w/])")
_NAME = re.compile(r"[A-Z0-9]|[_./]|--")


def named(words: str, *, first: bool = False) -> bool:
    """Whether a phrase looks like a name or identifier: capitals, digits, or code-like signs.

    ``first``: the phrase opens its sentence, so that its first capital means nothing.
    """
    probe = words[1:] if first else words
    return bool(_NAME.search(probe))


def split_phrase(phrase: NounPhrase | None, unit: Unit) -> tuple[str, SubjectBasis, str]:
    """Subject, its basis, and predicate that a noun phrase names: "the X of Y", "Y's X", "Y" or just "X"."""
    if phrase is None:
        return "", SubjectBasis.NONE, ""
    start, end = phrase.span
    coded = any(low < end and start < high for low, high in unit.codes)
    if phrase.of:
        return phrase.of, SubjectBasis.IDENTIFIER if coded else SubjectBasis.GRAMMAR, phrase.core
    if coded:
        names = [unit.text[low:high] for low, high in unit.codes if low < end and start < high]
        rest = phrase.core
        for name in names:
            rest = rest.replace(name, " ")
        return names[0], SubjectBasis.IDENTIFIER, " ".join(rest.split())
    for words in phrase.scope:
        preposition, _, target = words.partition(" ")
        if preposition == "for" and named(target) and not _is_value(target, unit):
            return target, SubjectBasis.GRAMMAR, phrase.core
    code = _CODE_LIKE.search(phrase.core)
    if code is not None:
        around = f"{phrase.core[: code.start()]} {phrase.core[code.end() :]}"
        return code.group(), SubjectBasis.IDENTIFIER, " ".join(around.split())
    if named(phrase.core, first=start == 0):
        return phrase.core, SubjectBasis.GRAMMAR, ""
    return "", SubjectBasis.NONE, phrase.core


def _is_value(words: str, unit: Unit) -> bool:
    """Whether a phrase is a value itself ("for fiscal 2023"): then it restricts and names nothing."""
    at = unit.text.find(words)
    return any(m.start < at + len(words) and at < m.end for m in unit.mentions) if at >= 0 else False


def bounded(mentions: Iterable[Mention], low: int, high: int) -> bool:
    """Whether an amount bounds what is named in a range ("parcels *over 30 kg*"): what is said is not said of all."""
    return any(m.bound is not None and isinstance(m.value, Quantity) and low <= m.start < high for m in mentions)


_NOT_BEFORE = re.compile(
    r"(?:,|\(|–|—|\band|\bbut)\s*not\s+(?:(?:on|at|in|by|for|from|until|the|a)\s+){0,2}$", re.IGNORECASE
)


def contrasted(unit: Unit) -> frozenset[int]:
    """Where values begin that a sentence does not claim.

    It sets them against another of their kind ("on 12 July, not on 5 July"), or is labelled with them ("2.0: …").
    """
    labelled = release_label(unit)
    found = {mention.start for mention in unit.mentions if mention.start < labelled}
    kinds: set[str] = set()
    for mention in unit.mentions:
        if mention.value is None:
            continue
        if mention.value.kind.value in kinds and _NOT_BEFORE.search(unit.text[: mention.outer[0]]):
            found.add(mention.start)
        kinds.add(mention.value.kind.value)
    return frozenset(found)


_NAME_BEFORE = re.compile(r"(?:^|\s)[A-Z][\w.+#-]*\s+v?$")


def restricts(sentence: Sentence, clause: Clause, mention: Mention) -> bool:
    """Whether a number behind a name only says of which releases or models something is told, and up or down from it.

    "Fern 4.2 and later show the tile" states no least release of anything; "Fern 4.2 or later is required" does.
    """
    value = mention.value
    bare = isinstance(value, Version) or (isinstance(value, Quantity) and not value.unit and not value.noun)
    if not bare or mention.bound is None or mention.outer[1] <= mention.end or clause.passive:
        return False
    if _NAME_BEFORE.search(sentence.unit.text[: mention.start]) is None:
        return False
    following = next((t for t in sentence.parse.tokens if t.start >= mention.outer[1]), None)
    if clause.verb is None:  # parsers lose the verb behind "and later"
        return following is not None and following.pos in {"VERB", "NOUN"}
    verb = sentence.parse.tokens[clause.verb]
    return verb.lemma != "be" and following is not None and following.start == verb.start


def is_window(mention: Mention) -> bool:
    """Whether a moment only says since when or until when something holds."""
    return isinstance(mention.value, Moment) and mention.role not in {Role.NONE}
