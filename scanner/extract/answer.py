"""Questions and their short answers: "Can I bring a dog? No." is read as the statement that it makes."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from scanner.extract.assertion import phrase_pattern
from scanner.extract.labels import is_clause
from scanner.model import Mention, Passage, Quantity, Status, SubjectBasis, Text, Triple, Unit, UnitKind, ValueKind
from scanner.nlp import Parse
from scanner.rules import RuleSet

__all__ = ["Answer", "Answers", "Statement", "placed", "restored"]

_READ = frozenset({UnitKind.SENTENCE, UnitKind.LIST_ITEM})
_MARKS = re.compile(r"[\s,.;:!–—-]*")
_PAUSE = re.compile(r"\s?[,;–—(]\s?(?=[^\W\d])|(?<=\w)\s(?=[–—(])")
_STILL = re.compile(r"\bnot\s+(?:yet|currently|at\s+the\s+moment|any\s?more|at\s+all|for\s+anyone)\b", re.IGNORECASE)
_OPENERS = re.compile(
    r"(?:At|From|On|In|By|The|A|An|Up|Usually|Between|Until|Every|Within|No|About|Around|Always|For|Only|Twice|Once|After|"
    r"Before|More|Less|As|Our|Your)\b"
)
_WHO = {"i": "you", "my": "your", "me": "you"}
_DIGIT = re.compile(r"\d")
_LIMITED = re.compile(
    r"\b(?:but|if|when|unless|only|except|provided|as\s+long|depend(?:s|ing)?|usually|sometimes|partly|mostly|however|until|"
    r"for\s+now|in\s+principle|not)\b",
    re.IGNORECASE,
)
_AUXILIARIES = frozenset({"be", "do", "have", "can", "may", "must", "should", "shall"})
_SUBJECTS = frozenset({"nsubj", "nsubjpass", "csubj", "attr", "expl"})
_TOLD = frozenset({ValueKind.FLAG, ValueKind.TERM})
_FINITE = frozenset({"VBZ", "VBP", "VBD", "MD"})
_BEHIND = frozenset({"acl", "relcl", "advcl"})  # "Is breakfast *included* …?": parsers hang the verb on its subject
_ASKING = frozenset({"WP", "WDT", "WRB", "WP$"})
_WHERE = re.compile(
    r"\s*where(?:\s+(?:is|are|do|does|can|will|should|may|must))?\s+(?:(?:i|we|you|one|people|visitors|guests)\s+)?"
    r"(?:the\s+|my\s+|our\s+)?(?P<what>[^?]{2,60}?)\s*\?",
    re.IGNORECASE,
)
_LONGEST_PLACE = 9
_LONGEST_QUESTION, _LONGEST_ANSWER, _LONGEST_REST = 20, 6, 8
_LESS_SURE = 0.9


@dataclass(frozen=True, slots=True)
class Answer:
    """A question, the unit that answers it, and the half-open range of the answer in that unit's text.

    ``holds`` is what a yes or no says, ``None`` for an answer in other words; ``rest`` is what goes on behind it.
    """

    question: str
    unit: Unit
    span: tuple[int, int]
    holds: bool | None
    rest: str = ""

    @property
    def words(self) -> str:
        """The answer as written."""
        return self.unit.text[slice(*self.span)]


@dataclass(frozen=True, slots=True)
class Statement:
    """A question and its answer as one sentence; ``at`` is where the answer's words begin in it, -1 for a yes or no."""

    answer: Answer
    unit: Unit
    at: int


@dataclass(frozen=True)
class Answers:
    """Finds short answers. ``says`` are the words of yes and no."""

    says: Mapping[str, bool]
    opening: re.Pattern[str]

    @classmethod
    def build(cls, rules: RuleSet) -> Answers:
        """By the cards ``answer yes`` and ``answer no``."""
        says = {word.casefold(): True for word in rules.words("answer yes")}
        says |= {word.casefold(): False for word in rules.words("answer no")}
        return cls(says, phrase_pattern(says))

    def find(self, units: Sequence[Unit]) -> dict[int, Answer]:
        """The short answers among the units of a document, by their index."""
        found: dict[int, Answer] = {}
        for index, unit in enumerate(units):
            asked = _question(units, index) if unit.kind in _READ else None
            if asked is None or len(asked[0].split()) > _LONGEST_QUESTION:
                continue
            following = units[index + 1] if index + 1 < len(units) else None
            answer = self._answer(unit, *asked, following)
            if answer is not None:
                found[index] = answer
        return found

    def _answer(self, unit: Unit, question: str, start: int, following: Unit | None) -> Answer | None:
        text = unit.text[start:]
        said = self.opening.match(text)
        if said is None:
            words, _, more = _PAUSE.sub("\n", text.strip(), count=1).partition("\n")
            words = words.rstrip(".!")
            if not words or len(words.split()) > _LONGEST_ANSWER or is_clause(words) or _LIMITED.match(more):
                return None
            begin = start + text.find(words)
            return Answer(question, unit, (begin, begin + len(words)), None)
        rest = text[_after(text, said.end()) :].strip().rstrip(".!")
        if following is not None and following.block == unit.block and not rest:
            rest = "" if _LIMITED.match(following.text) is None else following.text
        rest = _STILL.sub("", rest)
        if _LIMITED.match(rest) if is_clause(rest) else _LIMITED.search(rest):
            return None
        kept = rest if len(rest.split()) <= _LONGEST_REST and not is_clause(rest) and not _DIGIT.search(rest) else ""
        holds = self.says[" ".join(said.group().casefold().split())]
        return Answer(question, unit, (start + said.start(), start + said.end()), holds, kept)

    def state(
        self, answer: Answer, parse: Parse, said: Parse, recognise: Callable[..., tuple[Mention, ...]]
    ) -> Statement | None:
        """The sentence that ``answer`` makes of its question; ``None`` where that is open.

        ``parse`` is that of the question, ``said`` that of the answer: one with a verb is a sentence already.
        """
        if answer.holds is None and any(token.tag in _FINITE for token in said.tokens):
            return None
        text = _polar(answer, parse) if answer.holds is not None else None
        at = -1
        if answer.holds is None:
            joined = _joined(answer, parse, recognise)
            if joined is None:
                return None
            text, at = joined
        if text is None:
            return None
        unit = replace(
            answer.unit,
            kind=UnitKind.SENTENCE,
            passage=Passage.plain(text, 0),
            key=None,
            lead="",
            codes=(),
            mentions=recognise(text, False),
        )
        return Statement(answer, unit, at)


def restored(statement: Statement, triple: Triple) -> Triple | None:
    """A triple of the statement as one of the unit that answers; ``None`` for what only the question says."""
    answer, mention = statement.answer, triple.mention
    low, high = answer.span
    if statement.at >= 0:
        shift = low - statement.at
        start, end = mention.start + shift, min(mention.end + shift, high)
        if not low <= start < end:
            return None
    elif mention.value is not None and mention.value.kind not in _TOLD:
        return None
    else:
        start, end = low, high
    unit = answer.unit
    mention = replace(mention, start=start, end=end, text=unit.text[start:end], outer_start=-1, outer_end=-1)
    return replace(
        triple,
        unit=unit,
        mention=mention,
        statement=(0, len(unit.text)),
        lead=triple.lead,
        confidence=round(triple.confidence * _LESS_SURE, 3),
        status=triple.status if triple.status is not Status.NEGATED else Status.ASSERTED,
    )


def placed(answer: Answer) -> Triple | None:
    """Where something is, in the words of a short answer: "Where is the cloakroom? Left of the entrance." """
    asked = _WHERE.fullmatch(answer.question)
    unit = answer.unit
    low = answer.span[0]
    words = unit.text[low:].rstrip(" .!")
    if asked is None or answer.holds is not None or not words or len(words.split()) > _LONGEST_PLACE:
        return None
    if is_clause(words) or any(mention.value is not None and mention.start >= low for mention in unit.mentions):
        return None
    return Triple(
        unit=unit,
        extractor="answer",
        subject="",
        subject_basis=SubjectBasis.NONE,
        predicate=f"place of {asked['what']}",
        mention=Mention(low, low + len(words), words, Text(" ".join(words.casefold().split()))),
        statement=(low, low + len(words)),
        functional=True,
        confidence=0.6,
    )


def _question(units: Sequence[Unit], index: int) -> tuple[str, int] | None:
    """The question that a unit answers and where its answer begins: its label asks, or the heading right above it."""
    unit = units[index]
    if unit.key is not None:
        label = unit.text[slice(*unit.key)].strip("*_ ")
        if label.endswith("?"):
            return label, _after(unit.text, unit.key[1])
        above = units[index - 1] if index else None
        asked = above.text[above.key[1] :].strip(" :") if above is not None and above.key is not None else ""
        if label.casefold() in {"a", "answer"} and asked.endswith("?"):
            return asked, _after(unit.text, unit.key[1])
        return None
    above = units[index - 1] if index else None
    if above is None or not above.text.rstrip().endswith("?"):
        return None
    labelled = unit.lead.endswith("?") and above.block == unit.block
    return (above.text.strip(), 0) if above.kind is UnitKind.HEADING or labelled else None


def _after(text: str, at: int) -> int:
    found = _MARKS.match(text, at)
    return at if found is None else found.end()


def _parts(question: str, parse: Parse) -> tuple[int, int, int] | None:
    """The auxiliary that opens the question, and the first and last token of its subject."""
    tokens = parse.tokens
    root = next((i for i, token in enumerate(tokens) if token.head == i), None)
    if root is None:
        return None
    auxiliary = next(
        (i for i, t in enumerate(tokens[:8]) if t.lemma.lower() in _AUXILIARIES and t.pos in {"AUX", "VERB"}), None
    )
    if auxiliary is None or tokens[auxiliary].text.lower() in {"will", "would", "could"}:
        return None
    heads = [root, *(() if root == auxiliary else (auxiliary,))]
    subject = next((c for h in heads for c in parse.children[h] if tokens[c].dep in _SUBJECTS and c > auxiliary), None)
    if subject is None:
        return None
    below = [i for i in parse.subtree(subject, _BEHIND) if i > auxiliary]
    if below[0] != auxiliary + 1:
        return None
    return auxiliary, below[0], below[-1]


def _polar(answer: Answer, parse: Parse) -> str | None:
    """ "Is breakfast included? No." → "breakfast is not included"."""
    parts = _parts(answer.question, parse)
    if parts is None or parts[0] != 0:
        return None
    tokens, text = parse.tokens, parse.text
    _, first, last = parts
    behind = text[tokens[last].end :].rstrip(" ?")
    subject = _spoken(text[tokens[first].start : tokens[last].end])
    if answer.holds:
        return f"{subject} {_conjugated(tokens[0].text.lower(), behind)} {answer.rest}".strip() + "."
    return f"{subject} {tokens[0].text.lower()} not{_spoken(behind)} {answer.rest}".strip() + "."


def _joined(answer: Answer, parse: Parse, recognise: Callable[..., tuple[Mention, ...]]) -> tuple[str, int] | None:
    """ "How long does delivery take? Three days." → "delivery does take Three days", and where the answer begins."""
    tokens, text = parse.tokens, parse.text
    if not tokens or tokens[0].tag not in _ASKING:
        return None
    said = answer.words
    if _OPENERS.match(said):
        said = said[0].lower() + said[1:]
    parts = _parts(answer.question, parse)
    if parts is None:  # "Who approves expenses?"
        if tokens[0].text.lower() not in {"who", "what"} or len(tokens) < 3 or tokens[1].pos not in {"VERB", "AUX"}:
            return None
        return f"{said}{text[tokens[0].end :].rstrip(' ?')}.", 0
    auxiliary, first, last = parts
    if tokens[auxiliary].lemma.lower() == "do" and not text[tokens[last].end :].strip(" ?") and last > first:
        last -= 1  # "How much does a ticket cost?": parsers take the verb for the end of a name
    subject = _spoken(text[tokens[first].start : tokens[last].end])
    behind = text[tokens[last].end :].rstrip(" ?")
    opening = f"{subject} {_conjugated(tokens[auxiliary].text.lower(), behind)} "
    asked = text[tokens[0].end : tokens[auxiliary].start].split()
    counted = f" {' '.join(asked[1:])}" if asked[:1] in (["many"], ["much"]) and len(asked) > 1 else ""
    return f"{opening}{said}{counted if counted and _is_number(recognise(said, False), said) else ''}.", len(opening)


def _is_number(mentions: Sequence[Mention], said: str) -> bool:
    """Whether an answer is a number and no more: "Four", "Up to four"; the question says of what."""
    value = mentions[0].value if len(mentions) == 1 else None
    bare = isinstance(value, Quantity) and not value.unit and not value.noun
    return len(said.split()) == 1 or (bare and mentions[0].outer[0] == 0 and mentions[0].outer[1] == len(said))


def _spoken(words: str) -> str:
    """The words of who asks as the answer says them: "I" is "you"."""
    return re.sub(r"\b(?:I|[Mm]y|[Mm]e)\b", lambda found: _WHO[found.group().lower()], words)


def _conjugated(auxiliary: str, behind: str) -> str:
    """The verb of a question as a statement has it: "does … cost" is "costs"."""
    words = _spoken(behind).split()
    if auxiliary not in {"do", "does"} or not words:
        return " ".join((auxiliary, *words))
    verb = words[0]
    if auxiliary == "does":
        ending = "es" if verb.endswith(("s", "x", "z", "ch", "sh", "o")) else "s"
        verb = f"{verb[:-1]}ies" if re.search(r"[^aeiou]y$", verb) else verb + ending
    return " ".join((verb, *words[1:]))
