"""Find the key of a "Name: value" line, and leave sentences, times, addresses and notes alone."""

from __future__ import annotations

import re
from dataclasses import dataclass

from scanner.load.passage import Readable

__all__ = ["KeyValue", "is_open", "looks_like_pairs", "split_key"]

_MAX_WORDS = 8
_MAX_KEY = 80
_MAX_PLAIN_VALUE = 300
_CLAUSE_WORDS = 5
_COLON = re.compile(r"[:：](?=\s)")
_EQUALS = re.compile(r"([\w.\-/]{1,60})(\s*=\s*)(?=[^\s=])")
_SEPARATOR = re.compile(r"\s*(?:[:：](?=\s)|[–—=](?=\s)|-(?=\s))\s*")
_LETTER = re.compile(r"[^\W\d_]")
_SENTENCE = re.compile(
    r"\b(?:is|are|was|were|be|been|being|has|have|had|can|could|must|should|shall|will|would|may|might|does|did|"
    r"don't|doesn't|isn't|if|that|which|because|you|we|they|it|he|she|following|follows|there|these|those|please|let)\b",
    re.I,
)
_LEADING = re.compile(
    r"(?:to|for|by|in|on|at|with|and|or|but|from|the|a|an|this|such|as|see|e\.g|i\.e|also|then|so|do|not|use|using)\b"
)
_OPENING = re.compile(r"(?:To|And|Or|But|So|Then|Also|See|Such|Because|Since|While|Although|However)\b")
_NO_KEY = re.compile(
    r"(?:(?:side|foot|end|please|special|quick|pro)?\s?(?:notes?|tips?|warnings?|cautions?|important|hints?|danger|info|"
    r"information|attention|remarks?|examples?|e\.?g\.?|i\.?e\.?|q|a|questions?|answers?|todo|fixme|update|edit|"
    r"see(?: also)?|ps|nb|n\.b|tl;dr|summary|disclaimer|for example|for instance|in short|that is|namely|result|"
    r"reminder|spoiler|exceptions?|optional|recommended|required|default|new|step|steps)(?: \d+)?|"
    r"(?:step|phase|part|chapter|section|figure|fig\.?|table|listing|appendix|case|example|option|item|day|week|rule)"
    r" [\dA-Z][\d.]*)\Z",
    re.I,
)
_ANSWERS = frozenset({"Answer", "Answers", "Result", "Reminder"})  # in a list of days: when these are given
_MONTH = r"(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*"
_DAY = re.compile(
    r"(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?,?\s+)?"
    rf"(?:\d{{1,2}}(?:st|nd|rd|th|\.)?\s+(?:of\s+)?{_MONTH}|\d{{4}}-\d\d|\d{{1,2}}[/.]\d{{1,2}}[/.]\d|{_MONTH}\.?\s\d)",
    re.IGNORECASE,
)
_SECOND_SENTENCE = re.compile(r"[a-z)\"'”’\d][.!?]\s+[A-Z]")
_QUESTION_WORD = re.compile(r"(?:who|what|when|where|why|how)\Z", re.I)


@dataclass(frozen=True, slots=True)
class KeyValue:
    """The key and the value of one line."""

    key: Readable
    value: Readable


def split_key(line: Readable) -> KeyValue | None:
    """Split "Name: value" (the name plain, bold or code) or "name = value"; ``None`` if the line is no such pair.

    A key has at most eight words and is no clause. A plain value has at most 300 characters and, unless short, is one
    sentence, so that prose after a run-in heading stays prose. Notes ("Note:", "Example:"), "10:30" and "http://…" are
    no keys; "Default: 5" is one, since its value is short.
    """
    text = line.text
    marked = _marked_key_end(line)
    if marked is not None:
        separator = _SEPARATOR.match(text, marked)
        inner = text[:marked].rstrip()
        if inner.endswith((":", "：")) and (separator is None or separator.end() == marked):
            return _pair(line, len(inner) - 1, marked, bold=True)
        if separator is not None and separator.end() < len(text):
            return _pair(line, marked, separator.end(), bold=True)
    equals = _EQUALS.match(text)
    if equals is not None and _LETTER.search(equals.group(1)):
        return _pair(line, equals.end(1), equals.end(), bold=False)
    for colon in _COLON.finditer(text, 0, _MAX_KEY + 2):
        if not _inside(colon.start(), line.codes):
            return _pair(line, colon.start(), colon.end(), bold=False)
    return None


def _inside(at: int, ranges: tuple[tuple[int, int], ...]) -> bool:
    return any(start <= at < end for start, end in ranges)


def _marked_key_end(line: Readable) -> int | None:
    for start, end in line.strongs[:1]:
        if start == 0 and end < len(line.text):
            return end
    return None


def _pair(line: Readable, key_end: int, value_start: int, *, bold: bool) -> KeyValue | None:
    key, value = line.slice(0, key_end), line.slice(value_start, len(line.text))
    if not key.text or not value.text or not _is_key(key.text, value.text, bold=bold):
        return None
    return KeyValue(key, value)


def _dated(value: str) -> bool:
    """Whether a short value begins with a day."""
    return len(value) <= _MAX_KEY and _DAY.match(value) is not None


def _is_key(key: str, value: str, *, bold: bool) -> bool:
    words = key.split()
    if len(key) > _MAX_KEY or len(words) > _MAX_WORDS or _LETTER.search(key) is None:
        return False
    if key[-1] in ".!?,;" or key.count("(") != key.count(")"):
        return False
    if _NO_KEY.match(key):
        return (_is_setting_word(key) and len(value) <= _MAX_KEY) or (key in _ANSWERS and _dated(value))
    if bold:
        return True
    if len(value) > _MAX_PLAIN_VALUE or (len(value) > _MAX_KEY and _SECOND_SENTENCE.search(value)):
        return False
    if len(words) == 1:
        return True
    if len(words) >= _CLAUSE_WORDS and value.endswith(".") and len(value.split()) > _CLAUSE_WORDS:
        return False
    return not (
        _SENTENCE.search(key)
        or _LEADING.match(key)
        or _OPENING.match(key)
        or _QUESTION_WORD.match(words[0])
        or ". " in key
    )


def _is_setting_word(key: str) -> bool:
    return key.lower() in {"default", "required", "optional", "recommended"}


def looks_like_pairs(lines: list[Readable]) -> bool:
    """Whether two or more lines are all "Name: value"; one whose value is left open ("Owner:") may be among them."""
    pairs = sum(1 for line in lines if split_key(line) is not None)
    return pairs > 1 and all(is_open(line) or split_key(line) is not None for line in lines)


def is_open(line: Readable) -> bool:
    """Whether a line is a key without a value."""
    return line.text.endswith(":") and _is_key(line.text[:-1], "-", bold=False)
