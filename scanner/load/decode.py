"""Turn a file's bytes into text, or say why that cannot be done."""

from __future__ import annotations

import codecs
import re

from charset_normalizer import from_bytes

from scanner.model import SkipReason

__all__ = ["NotText", "decode"]

_SAMPLE = 65_536
_MAX_CONTROLS = 0.02
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f]")
_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_DECLARED = re.compile(
    rb"<\?xml[^>]{0,100}encoding=[\"']([\w-]{1,40})|<meta[^>]{0,200}charset=[\"']?([\w-]{1,40})", re.I
)
_MANY_HIGH = 0.25
_ESCAPE = re.compile(r"\x1b(?:\[[0-9;:?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\))|[^\n]\x08")
_STYLE = r"\[(?:{0})(?:;\d{{1,3}})*m(?!\])"
_BEGUN = re.compile(_STYLE.format("[1-9]|[349][0-7]"))
_ENDED = re.compile(_STYLE.format("0?|2[2-9]|[34]9"))
_REMAINS = re.compile(_STYLE.format(r"0?|[1-9]|2[2-9]|[349][0-79]"))


class NotText(Exception):
    """The bytes are no text that can be read."""

    def __init__(self, reason: SkipReason, detail: str) -> None:
        super().__init__(detail)
        self.reason = reason
        self.detail = detail


def decode(data: bytes) -> tuple[str, str]:
    """The text of ``data`` with ``\\n`` newlines, no byte order mark and no terminal escapes, and the encoding's name.

    Tried in order: a byte order mark, UTF-8, an encoding declared in the first kilobyte (HTML, XML), detection over the
    first 64 KB if more than a quarter of it is not ASCII, and Windows-1252, which Western legacy files are in.
    NUL bytes or many control characters are binary.

    Raises:
        NotText: if the data is binary or fits none of these.
    """
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            try:
                return _clean(data.decode(encoding)), encoding
            except UnicodeDecodeError as error:
                raise NotText(SkipReason.ENCODING, f"starts as {encoding} and is not: {error.reason}") from error
    if b"\0" in data:
        raise NotText(SkipReason.BINARY, "contains NUL bytes")
    try:
        return _clean(data.decode("utf-8")), "utf-8"
    except UnicodeDecodeError as error:
        return _legacy(data, error)


def _legacy(data: bytes, error: UnicodeDecodeError) -> tuple[str, str]:
    declared = _DECLARED.search(data[:1024])
    if declared is not None:
        name = (declared.group(1) or declared.group(2)).decode("ascii")
        try:
            return _clean(data.decode(name)), name.lower()
        except (LookupError, UnicodeDecodeError):
            pass
    sample = data[:_SAMPLE]
    high = sum(byte > 0x7F for byte in sample)
    best = from_bytes(sample).best() if high > _MANY_HIGH * len(sample) else None
    guesses = [best.encoding] if best is not None else []
    for name in (*guesses, "cp1252", "latin-1"):
        try:
            text = data.decode(name)
        except (LookupError, UnicodeDecodeError):
            continue
        return _clean(text), name
    raise NotText(SkipReason.ENCODING, f"not UTF-8 (byte {error.start}) and no other encoding fits")


def _clean(text: str) -> str:
    text = _without_escapes(text)
    sample = text[:_SAMPLE]
    if "\0" in sample or len(_CONTROL.findall(sample)) > _MAX_CONTROLS * max(len(sample), 50):
        raise NotText(SkipReason.BINARY, "mostly control characters")
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def _without_escapes(text: str) -> str:
    """``text`` as a terminal shows it: without escape sequences, letters struck over, and styles left by a lost escape.

    "[1m" alone may be one metre: remains count only where a style is both begun and ended.
    """
    if "\x1b" in text or "\x08" in text:
        text = _ESCAPE.sub("", text)
    if "m" in text and _BEGUN.search(text) and _ENDED.search(text):
        text = _REMAINS.sub("", text)
    return text
