"""A corpus of any size: real pages repeated with other names and numbers, so that copies are about other things."""

from __future__ import annotations

import hashlib
import re
import shutil
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tests.bench.corpora import Corpus, find_corpus, newest

__all__ = ["edit_some", "multiplied", "pages_of"]

_WORD = re.compile(r"[A-Za-z]{4,}|\d+")
_VOWELS, _CONSONANTS = "aeiou", "bcdfghjklmnpqrstvwxz"
_KNOWN = 3  # a word on more pages than this is ordinary language and stays


def pages_of(names: tuple[str, ...]) -> list[str]:
    """The texts of the newest pages of some corpora, in a fixed order."""
    pages: list[str] = []
    for name in names:
        corpus: Corpus = newest(find_corpus(name), moved=True)
        for path in sorted(corpus.docs.rglob("*")):
            if path.is_file():
                pages.append(path.read_text(encoding="utf-8", errors="replace"))
    return pages


def multiplied(pages: list[str], documents: int, out: Path) -> int:
    """Write ``documents`` pages below ``out``, fresh; the number of bytes written."""
    shutil.rmtree(out, ignore_errors=True)
    counts = Counter(word for page in pages for word in set(_WORD.findall(page)))
    written = 0
    for number, text in enumerate(_repeated(pages, counts, documents)):
        path = out / f"{number // 1000:03d}" / f"page-{number:06d}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        written += path.write_text(text, encoding="utf-8")
    return written


def _repeated(pages: list[str], counts: Counter[str], documents: int) -> Iterator[str]:
    for number in range(documents):
        turn, place = divmod(number, len(pages))
        page = pages[place]
        yield page if turn == 0 else _WORD.sub(lambda m, turn=turn: _other(m[0], turn, counts), page)  # type: ignore[misc]


def _other(word: str, turn: int, counts: Counter[str]) -> str:
    if word.isdigit():
        # Years and single digits give a page its sense; the rest is turned into a number of the same length.
        return word if len(word) == 1 or word[:2] in ("19", "20") else str(_digest(word, turn) % 10 ** len(word))
    if counts[word] > _KNOWN:
        return word
    seed = _digest(word.lower(), turn)
    letters = []
    for letter in word:
        pool = _VOWELS if letter.lower() in _VOWELS else _CONSONANTS
        seed, pick = divmod(seed, len(pool))
        letters.append(pool[pick].upper() if letter.isupper() else pool[pick])
    return "".join(letters)


def _digest(word: str, turn: int) -> int:
    return int.from_bytes(hashlib.blake2b(f"{turn}:{word}".encode(), digest_size=16).digest(), "big")


def edit_some(folder: Path, share: float) -> int:
    """Change one number in an evenly spread ``share`` of the documents; how many were changed."""
    paths = sorted(folder.rglob("*.md"))
    step = max(1, round(1 / share))
    changed = 0
    for path in paths[::step]:
        text = path.read_text(encoding="utf-8")
        new = re.sub(r"\b([2-9]\d?)\b", lambda m: str(int(m[1]) + 1), text, count=1)
        path.write_text(new if new != text else text + "\nIt has 3 parts.\n", encoding="utf-8")
        changed += 1
    return changed
