"""Tell digits that are no quantity: dates, times, versions, addresses, identifiers, ordinals, places in a text."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from scanner.normalize.quantity_words import words_before
from scanner.rules import RuleSet

__all__ = ["Refusals", "year_like"]

_BAD = re.compile(
    r"(?:19|20)\d\d-\d\d?(?:-\d\d?)?(?:T[\d:.,]+Z?)?(?![\d%])"  # ISO dates
    r"|\d{1,4}[/.]\d{1,2}[/.]\d{2,4}(?!\d)"  # 1/2/2024, 1.2.24
    r"|(?:0?[1-9]|1[0-2])/(?:19|20)\d\d(?!\d)"  # 05/2018
    r"|\d{16,}(?!\d|[.,]\d)"  # identifiers
    r"|\d{1,2}:\d{2}(?::\d{2})?(?:\s?[ap]\.?m\b\.?)?"  # 10:30
    r"|\d{1,2}(?:\.\d{2})?\s?[ap](?:m\b|\.m\.)"  # 5 pm
    r"|\d+:\d+\w*"  # 3:1
    r"|\d{1,3} \d\d [NSEW]\b"  # coordinates
    r"|\d{3} \d{3} \d{4}\b"  # phone numbers
    r"|\d+(?:st|nd|rd|th)\b"
    r"|(?:19|20)\d0'?s\b"
    r"|(?:19|20)\d\d\s?[-–/]\s?(?:(?:19|20)\d\d|\d\d)(?![\d.,%]*\d|%)"  # 2019-20
    r"|\d+-\d+-\d[\d-]*"  # phone numbers, codes
    r"|\d{3}-\d{4}\b"
    r"|0x[0-9a-f]+"
    r"|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]+"
    r"|(?=\d*[a-f])(?=[a-f]*\d)(?=[0-9a-f]*[a-f][0-9]|[0-9]+[a-f]{2})[0-9a-f]{7,}(?!\w)"  # hashes
    r"|\d{4}\s?(?:GMT|UTC|BST|EST|EDT|ET|CET|CEST|IST|PST|PDT|hrs)\b"  # 0830 GMT
    r"|\d+(?:\.\d+)*\((?-i:[a-z]{1,3})\)"  # 11(d)
    r"|\d+ << \d+"
    r"|\(?\d+\s?(?:\^|\*\*)\s?\d+\)?\s?[-+*/]\s?\d+"  # (2^32)-1: a sum is none of its parts
    r"|[2-6]G\b(?!B)"
    r"|0\d{2,}(?![\d:%'’)]|[.,]\d|\s?[a-z]{1,3}\b)"  # 037: a code
    r"|0\d(?=\s[–—-]\s[A-Z])"  # 07 - Leave: a code with its name
    r"|\d+(?:\.\d+)+(?:[-+.]?[a-z]+\d*)?(?:\.[x*])(?!\w)"  # 1.2.x
    r"|\d+\.[A-Za-z]\w*"  # 5.html
    r"|\d{1,3}(?:\.\d{1,3}){3}(?:/\d+)?(?::\d+)?",  # IP address
    re.IGNORECASE,
)
_PHONE = re.compile(r"\+\d[\d\s().-]{6,}\d|\(\d{2,4}\)\s?\d{3,}[-\s]\d+")
_HEAD = re.compile(
    r"(?:.*[A-Za-z_\])]:|.*[A-Za-z.,:]—|\d+(?:\.\d+)?-by-|(?:.*[^\d]|\d*),)?"
    r"['’*_~^:—–-]*?(?:minus-)?[-+−±]?",
    re.DOTALL,
)
_RUN_END = re.compile(r"\S{0,120}")
_NO_RUN = frozenset(' \t\n\r\u00a0\u2009\u202f()[]{}<>|"“”;=≤≥≈~∼`•·')
_LIST_MARK = re.compile(r"\s*\(?\d{1,3}[.)]\s")
_DECADE = re.compile(r"\d0'?s\b")


def year_like(written: str) -> bool:
    """Whether ``written`` is a bare four-digit number from 1900 to 2100."""
    return len(written) == 4 and written.isdecimal() and 1900 <= int(written) <= 2100


@dataclass(frozen=True)
class Refusals:
    """Refuses digits by the characters glued to them and by month names beside them."""

    month_after: re.Pattern[str]
    month_before: re.Pattern[str]
    place_words: frozenset[str]
    decade: frozenset[str]
    answers: re.Pattern[str]

    @classmethod
    def build(cls, rules: RuleSet) -> Refusals:
        months = "|".join(sorted(rules.words("date words"), key=lambda w: (-len(w), w)))
        cases = "|".join(sorted({*months.split("|"), *months.upper().split("|")}, key=lambda w: (-len(w), w)))
        return cls(
            re.compile(rf"(?:st|nd|rd|th)?[ -](?:of )?(?:{cases})\b|(?:{months})\d"),
            re.compile(rf"(?<!\w)(?:{cases})(?:\.?[ -]|,\s)(?:\d{{1,2}}(?:st|nd|rd|th)?(?:,\s?| ))?(?:['’]|of )?$"),
            frozenset(rules.words("not quantity before")),
            frozenset(rules.words("decade before")),
            # "429 Too Many Requests": the number of an answer, not of requests
            re.compile(rf"[1-5]\d\d(?= (?:{'|'.join(map(re.escape, rules.words('answer names')))})(?!\w))"),
        )

    def refuse(self, text: str, at: int, glued_money: Callable[[str, int], int]) -> int:
        """The end of what starts or lies around ``at`` and is no quantity, or ``at`` if it may be one.

        ``glued_money`` answers where a currency sign before ``at`` begins (``at`` if there is none).
        """
        bad = _BAD.match(text, at)
        if bad is not None and not _european(bad.group()):
            return bad.end()
        if (answer := self.answers.match(text, at)) is not None:
            return answer.end()
        left = at
        while left > 0 and at - left < 80 and text[left - 1] not in _NO_RUN:
            left -= 1
        start = glued_money(text, at)
        head = text[left:start] if start > left else ""
        run = _RUN_END.match(text, at)
        run_end = run.end() if run else at
        whole = text[left:run_end]
        if "://" in whole or "@" in whole or whole.startswith("www."):
            return run_end
        if head and not _HEAD.fullmatch(head):
            return _past(text, at)
        if head.startswith(("--", "+")) and (head != "+" or _PHONE.match(text, at - 1)):
            return run_end if head != "+" else _end_of(_PHONE, text, at - 1)
        if text[at - 1 : at] == "(" and (phone := _PHONE.match(text, at - 1)):
            return phone.end()
        if self.month_before.search(text[max(0, at - 24) : at]):
            return _past(text, at)
        digits = at
        while digits < len(text) and text[digits].isdigit():
            digits += 1
        if (digits - at <= 2 or digits - at == 4) and self.month_after.match(text, digits):
            return digits
        if digits - at <= 3 and self._marks_place(text, at, digits):
            return digits
        if _DECADE.match(text, at) and digits - at == 2:
            before = words_before(text, at, 12)
            if before and before[-1].group().lower() in self.decade:
                return digits + 1
        return at

    def _marks_place(self, text: str, at: int, end: int) -> bool:
        # "1. Install it", "(2) the tenant", "see [3]"
        opening, closing = text[at - 1 : at] if at else "", text[end : end + 1]
        if opening + closing == "{}" or (opening == "^" and text[at - 2 : at - 1] == "["):
            return True
        if opening == "[" and closing == "]":
            return len(text) > 40 or len(text.strip()) > end - at + 2
        if at < 16 and not text[:at].strip(" (\t\n"):
            return _LIST_MARK.match(text) is not None and bool(text[end + 1 : end + 40].strip())
        return opening == "(" and closing == ")" and text[end + 1 : end + 2] == " " and text[at - 2 : at - 1] in " \n;,"


def _european(written: str) -> bool:
    return re.fullmatch(r"[1-9]\d{0,2}\.\d{3}\.\d{3}", written) is not None


def _past(text: str, at: int) -> int:
    match = re.compile(r"[\w.,:/-]*\w").match(text, at)
    return match.end() if match else at + 1


def _end_of(pattern: re.Pattern[str], text: str, at: int) -> int:
    match = pattern.match(text, at)
    return match.end() if match else at + 2
