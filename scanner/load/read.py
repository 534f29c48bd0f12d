"""Load one file into documents, whatever its format and state."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date

from scanner.load.decode import NotText, decode
from scanner.load.errors import Malformed
from scanner.load.files import File
from scanner.load.front import read_front
from scanner.load.html import read_html
from scanner.load.ini import looks_like_ini
from scanner.load.jsonl import read_jsonl
from scanner.load.language import detect_language
from scanner.load.manifest import ManifestEntry
from scanner.load.markdown import read_markdown
from scanner.load.metadata import describe
from scanner.load.outline import Outline
from scanner.load.rendered import Unreadable
from scanner.load.rst import read_rst
from scanner.load.tabular import read_tabular
from scanner.load.text import read_text
from scanner.model import Document, Skipped, SkipReason, Source

__all__ = ["load_file"]

_CONFIG = frozenset({"yaml", "toml", "json", "ini"})
_PROSE = frozenset({"markdown", "mdx", "html", "text", "rst", "pdf", "docx"})


@dataclass(frozen=True, slots=True)
class _Loaded:
    """The parts of a document before its metadata is decided."""

    doc_id: str
    format: str
    outline: Outline
    stated: Mapping[str, tuple[str, ...]]
    title: str = ""
    encoding: str = "utf-8"


def load_file(
    file: File,
    source: Source,
    entry: ManifestEntry | None,
    *,
    git_date: date | None = None,
    language: str = "en",
) -> tuple[Document | Skipped, ...]:
    """The documents in ``file``: one, or several for JSON lines with a ``text`` field; or why there are none.

    ``entry`` is the file's row in the manifest. ``language`` is the code of the language that is read ("any" for all);
    prose that is surely in another is skipped. Nothing in a file's content makes this raise: what a reader cannot take
    comes back as ``Skipped`` with its reason.
    """
    try:
        data = file.path.read_bytes()
    except OSError as error:
        return (_skip(file, source, SkipReason.UNREADABLE, error.strerror or str(error)),)
    if not data.strip():
        return (_skip(file, source, SkipReason.EMPTY, "no content"),)
    try:
        if file.format == "jsonl":
            return _records(file, data, source, entry, git_date, language)
        loaded = _rendered(file, data) if file.format in {"pdf", "docx"} else _text(file, data)
    except NotText as problem:
        return (_skip(file, source, problem.reason, problem.detail),)
    except Unreadable as problem:
        return (_skip(file, source, problem.reason, str(problem)),)
    except Malformed as problem:
        return (_skip(file, source, SkipReason.MALFORMED, str(problem)),)
    except Exception as error:  # a reader's own fault must not stop a night's run; it is named and counted
        return (_skip(file, source, SkipReason.MALFORMED, f"{file.format} reader: {type(error).__name__}: {error}"),)
    return (_document(loaded, source, entry, git_date, language),)


def _skip(file: File, source: Source, reason: SkipReason, detail: str) -> Skipped:
    return Skipped(source.name, file.doc_id, reason, detail)


def _rendered(file: File, data: bytes) -> _Loaded:
    # These readers come with libraries that a night of Markdown does not need.
    if file.format == "pdf":
        from scanner.load.pdf import read_pdf as read
    else:
        from scanner.load.docx import read_docx as read
    rendered = read(data)
    return _Loaded(file.doc_id, file.format, rendered.outline, rendered.stated, rendered.title)


def _text(file: File, data: bytes) -> _Loaded:
    text, encoding = decode(data)
    if not text.strip():
        raise NotText(SkipReason.EMPTY, "only white space")
    outline = Outline(text)
    form = "ini" if file.format == "text" and looks_like_ini(text) else file.format
    stated: dict[str, tuple[str, ...]] = {}
    title = ""
    match form:
        case "markdown" | "mdx":
            front = read_front(text, outline)
            stated = front.values
            read_markdown(text, outline, start=front.body, mdx=form == "mdx")
        case "html":
            facts = read_html(text, 0, len(text), outline)
            title = facts.title
            stated = {key: (value,) for key, value in facts.metadata.items()}
        case "rst":
            read_rst(text, outline)
        case "csv":
            read_tabular(text, outline)
        case kind if kind in _CONFIG:
            from scanner.load.config import read_config

            values = read_config(text, kind, outline)
            stated = {key: values[key] for key in ("title", "date", "last_updated", "version") if values.get(key)}
        case _:
            read_text(text, outline)
    return _Loaded(file.doc_id, form, outline, stated, title, encoding)


def _records(
    file: File, data: bytes, source: Source, entry: ManifestEntry | None, git_date: date | None, language: str
) -> tuple[Document | Skipped, ...]:
    text, encoding = decode(data)
    made: list[Document | Skipped] = []
    for record in read_jsonl(text, file.doc_id):
        if isinstance(record, str):
            made.append(_skip(file, source, SkipReason.MALFORMED, record))
            continue
        loaded = _Loaded(record.doc_id, file.format, record.outline, record.stated, record.title, encoding)
        made.append(_document(loaded, source, entry, git_date, language))
    return tuple(made) or (_skip(file, source, SkipReason.EMPTY, "no records"),)


def _document(
    loaded: _Loaded, source: Source, entry: ManifestEntry | None, git_date: date | None, language: str
) -> Document | Skipped:
    outline = loaded.outline
    if not outline.blocks and not outline.silenced:
        return Skipped(source.name, loaded.doc_id, SkipReason.NO_TEXT, "; ".join(outline.notes) or "no readable text")
    if language != "any" and (loaded.format in _PROSE or loaded.format == "jsonl"):
        found = detect_language(outline.blocks)
        if found is not None and found != language:
            wanted = f'"{found}" or "any"' if len(found) == 2 else '"any"'
            hint = f"reads as {found}, not {language}; set language to {wanted} to read it"
            return Skipped(source.name, loaded.doc_id, SkipReason.NOT_ENGLISH, hint)
    told = describe(loaded.doc_id, outline.blocks, loaded.stated, entry, git_date, loaded.title)
    metadata = [*told.metadata]
    if loaded.encoding not in {"utf-8", "utf-8-sig"}:
        metadata.append(("encoding", loaded.encoding))
    metadata.extend(("warning", note) for note in outline.notes)
    document = Document(
        source=source.name,
        doc_id=loaded.doc_id,
        text=outline.text,
        format=loaded.format,
        blocks=tuple(outline.blocks),
        content_hash="",
        title=told.title,
        published=told.published,
        published_basis=told.published_basis,
        effective=told.effective,
        version=told.version,
        source_type=told.source_type,
        author=told.author,
        owner=told.owner,
        series=told.series,
        supersedes=told.supersedes,
        silenced=outline.silenced,
        metadata=tuple(sorted(metadata)),
    )
    return replace(document, content_hash=_content_hash(document))


def _content_hash(document: Document) -> str:
    """A hash of all that claims depend on: text and metadata, so that a new manifest counts as a change."""
    digest = hashlib.sha256()
    for part in (
        document.format,
        document.text,
        document.title,
        str(document.published),
        document.published_basis.value,
        str(document.effective),
        document.version,
        document.source_type,
        document.author,
        document.owner,
        document.series,
        *document.supersedes,
        *(f"{key}={value}" for key, value in document.metadata),
    ):
        digest.update(part.encode("utf-8", "surrogatepass"))
        digest.update(b"\0")
    return digest.hexdigest()
