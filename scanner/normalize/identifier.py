"""Find exact identifiers in a text: addresses of mail, web, hosts and telephones, postal codes, licences."""

from __future__ import annotations

import ipaddress
import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

from scanner.model import Mention, Term
from scanner.normalize.moment_form import stems
from scanner.normalize.moment_words import alternation
from scanner.rules import RuleSet

__all__ = ["IdentifierGrammar"]

_REACH = 60
_EMAIL = re.compile(r"(?<![\w.+-])[\w.+-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.){1,6}[A-Za-z]{2,24}(?![\w-])")
_URL = re.compile(
    r"(?<![\w@])(?:https?|ftp|wss?|ssh|git|s3|gs|jdbc:\w+|postgres(?:ql)?|mysql|redis|mongodb|amqp)://(?:(?!,\w+://)[^\s<>\"'`|\\^{}]){2,}"
)
_BARE_URL = re.compile(r"(?<![\w@./-])www\.(?:[A-Za-z0-9-]+\.)+[A-Za-z]{2,24}(?:/[^\s<>\"'`|\\^{}]*)?")
_V4 = re.compile(r"(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?:/\d{1,2}(?![\w/]))?(?![\w]|\.\d)")
_V6 = re.compile(
    r"(?<![\w:.])\[?(?=[0-9A-Fa-f:]*:[0-9A-Fa-f:]*:)(?:[0-9A-Fa-f]{0,4}:){2,7}[0-9A-Fa-f]{0,4}\]?(?:/\d{1,3})?(?![\w:.]\w)"
)
_PHONE = re.compile(
    r"(?<![\w.+/:=-])\+?(?:\(\d{1,4}\)\s?\d{1,14}|\d{1,14})(?:(?:[\s./-]\(?|\()\d{1,14}\)?){0,7}"
    r"(?:\s?(?:x|ext\.?|extension)\s?\d{1,6})?(?![\w%]|[.,-]\d)",
    re.IGNORECASE,
)
_EXTENSION = re.compile(r"\s?(?:x|ext\.?|extension)\s?(\d+)$", re.IGNORECASE)
_GROUPED = re.compile(
    r"(?:\+?1[\s.-])?(?:\(\d{3}\)\s?|\d{3}[.-])\d{3}[.-]\d{4}|\+\d{1,3}[\s.-]?\(?\d.*|1-8\d\d-\d{3}-\d{4}"
)
# As many countries write it: an area code with its nought, then groups ("0800 22 33 44", "020 7946 0000"). Two groups
# of four may be a span of hours.
_AREA = re.compile(r"\(?0[1-9]\d{1,3}\)?[\s/-](?:\d{3}|\d{5,8}|\d{2,4}(?:[\s-]\d{2,4}){1,3})")
_POSTAL = re.compile(
    r"(?<![\w-])(?:\d{5}(?:-\d{4})?|[A-Z]{1,2}\d[A-Z\d]?\s?\d[A-Z]{2}|[A-Z]\d[A-Z]\s?\d[A-Z]\d|\d{4,6})(?![\w-])"
)
# Mark-up that runs on into a second address.
_TWO_LINKS = re.compile(r"\]\(|\)/?\[")
_DIGIT_DOT = re.compile(r"\d\.\d")
_DIGITS = re.compile(r"\d\d|\d[A-Z][A-Z\d]")
_TRAIL = ".,;:!?*_"


@dataclass(frozen=True)
class IdentifierGrammar:
    """Patterns of exact identifiers; each mention is a term whose domain names its kind."""

    licences: Mapping[str, Term]
    licence: re.Pattern[str]
    licence_needles: tuple[str, ...]
    weak: frozenset[str]
    licence_cue: re.Pattern[str]
    phone_cue: re.Pattern[str]
    postal_cue: re.Pattern[str]
    localhost: re.Pattern[str]
    localhost_needles: tuple[str, ...]
    version_cue: re.Pattern[str]

    @classmethod
    def build(cls, rules: RuleSet) -> IdentifierGrammar:
        """Compile the licence terms and ``identifier.`` cards.

        Raises:
            KeyError: if a card the grammar needs is missing.
        """
        cards = [card for card in rules.terms.values() if card.domain == "licence"]
        phrases = {_key(phrase): Term("licence", card.id, card.agrees) for card in cards for phrase in card.phrases}
        return cls(
            licences=phrases,
            licence=re.compile(rf"(?<![\w-])(?:{alternation(phrases)})(?![\w]|[.-]\w|\+\w)", re.IGNORECASE),
            # The longest word of each name is its rarest.
            licence_needles=stems(max(phrase.split(), key=len) for phrase in phrases),
            weak=frozenset(_key(word) for word in rules.words("identifier.weak-licence")),
            licence_cue=re.compile(
                rf"(?<!\w)(?:{alternation(rules.words('identifier.licence'))})(?!\w)", re.IGNORECASE
            ),
            phone_cue=_cue(rules.words("identifier.phone")),
            postal_cue=_cue(rules.words("identifier.postal")),
            version_cue=re.compile(rf"(?<!\w)(?:{alternation(rules.words('version.cue'))})\s*$", re.IGNORECASE),
            localhost_needles=stems(rules.words("identifier.localhost")),
            localhost=re.compile(
                rf"(?<![\w.:/@-])(?:{alternation(rules.words('identifier.localhost'))})(?![\w-]|\.\w|:\w*:)",
                re.IGNORECASE,
            ),
        )

    def find(self, text: str, alone: bool = False) -> tuple[Mention, ...]:
        """The identifiers of ``text`` in document order, without overlaps.

        ``alone`` says that ``text`` is a whole cell or value: short licence names and grouped digits then need no cue.
        Domains: ``email``, ``url``, ``host``, ``ip``, ``phone``, ``postal``, ``licence``.
        """
        mentions: list[Mention] = []
        for start, end, term in sorted(self._scan(text, alone), key=lambda x: (x[0] - x[1], x[0])):
            # What is chosen does not overlap, so only the two neighbours of its place can be in the way.
            place = bisect_left(mentions, start, key=lambda mention: mention.start)
            before, after = mentions[place - 1 : place] if place else [], mentions[place : place + 1]
            if all(other.end <= start for other in before) and all(end <= other.start for other in after):
                mentions.insert(place, Mention(start, end, text[start:end], term))
        return tuple(mentions)

    def _scan(self, text: str, alone: bool) -> Iterator[tuple[int, int, Term]]:
        if "@" in text:
            for match in _EMAIL.finditer(text):
                start = match.start() + len(match[0]) - len(match[0].lstrip("."))
                yield start, match.end(), Term("email", text[start : match.end()].casefold())
        if "://" in text or "www." in text:
            for pattern in (_URL, _BARE_URL):
                for match in pattern.finditer(text):
                    end = match.start() + len(_trimmed(_TWO_LINKS.split(match[0], maxsplit=1)[0]))
                    code = _url(text[match.start() : end])
                    if code:
                        yield match.start(), end, Term("url", code)
        lowered = text.lower()
        if any(needle in lowered for needle in self.localhost_needles):
            for match in self.localhost.finditer(text):
                yield match.start(), match.end(), Term("host", "localhost")
        for pattern, needed in ((_V4, _DIGIT_DOT.search(text)), (_V6, text.count(":") > 1)):
            for match in pattern.finditer(text) if needed else ():
                code = _address(match[0])
                if code and not self.version_cue.search(text[max(0, match.start() - 12) : match.start()]):
                    yield match.start(), match.end(), Term("ip", code)
        if _DIGITS.search(text):
            yield from self._numbers(text)
        if not any(needle in lowered for needle in self.licence_needles):
            return
        for match in self.licence.finditer(text):
            key = _key(match[0])
            near = text[max(0, match.start() - _REACH) : match.end() + 20]
            if alone or key not in self.weak or self.licence_cue.search(near):
                yield match.start(), match.end(), self.licences[key]

    def _numbers(self, text: str) -> Iterator[tuple[int, int, Term]]:
        for match in _PHONE.finditer(text):
            cued = self.phone_cue.search(text[max(0, match.start() - _REACH) : match.start()]) is not None
            extension = _EXTENSION.search(match[0])
            number = match[0][: extension.start()] if extension else match[0]
            bare = number.strip() if "(" in number else number.strip(" )")
            shape = any(pattern.fullmatch(bare) for pattern in (_GROUPED, _AREA))
            digits = re.sub(r"\D", "", number)
            dated = re.match(r"(?:\d{1,2}[./-]\d{1,2}[./-]|\d{4}-\d\d-)", match[0]) is not None
            if dated or not 7 <= len(digits) <= 15 or not (shape or (cued and re.search(r"\d[\s./-]+\(?\d", match[0]))):
                continue
            # North American numbers are written with and without their country code.
            code = digits[1:] if len(digits) == 11 and digits[0] == "1" else digits
            yield match.start(), match.end(), Term("phone", code + (f"x{extension[1]}" if extension else ""))
        for match in _POSTAL.finditer(text):
            if self.postal_cue.search(text[max(0, match.start() - _REACH) : match.start()]):
                yield match.start(), match.end(), Term("postal", match[0].replace(" ", "").casefold())


def _cue(words: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(
        rf"(?<!\w)(?:{alternation(words)})\s*(?:is|are|us|number|no\.?|at|on)?\s*[:#]?\s*(?:us\s+)?(?:at\s+|on\s+)?$",
        re.IGNORECASE,
    )


def _key(words: str) -> str:
    return re.sub(r"[\s-]+", " ", words.casefold())


def _trimmed(url: str) -> str:
    """The address without closing punctuation; a closing bracket stays only if it was opened inside."""
    while url and (
        url[-1] in _TRAIL or (url[-1] in ")]" and url.count(url[-1]) > url.count({")": "(", "]": "["}[url[-1]]))
    ):
        url = url[:-1]
    return url


def _url(text: str) -> str:
    """Scheme and host in small letters, no default port, no closing slash; "" if it names no host."""
    try:
        parts = urlsplit(text if "://" in text else f"https://{text}")
        port = parts.port
    except ValueError:
        return ""
    host = (parts.hostname or "").casefold()
    if not host:
        return ""
    place = host if port is None or (parts.scheme, port) in (("http", 80), ("https", 443)) else f"{host}:{port}"
    query = f"?{parts.query}" if parts.query else ""
    fragment = f"#{parts.fragment}" if parts.fragment else ""
    return f"{parts.scheme.casefold()}://{place}{parts.path.rstrip('/')}{query}{fragment}"


def _address(text: str) -> str:
    """The canonical form of an address or network, "" if it is none."""
    bare = text.strip("[]").replace("]", "")
    if not any(letter.isdigit() for letter in bare):
        return ""
    try:
        return str(ipaddress.ip_network(bare, strict=False)) if "/" in bare else str(ipaddress.ip_address(bare))
    except ValueError:
        return ""
