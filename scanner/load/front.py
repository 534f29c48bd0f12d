"""Front matter: the YAML or TOML head of a Markdown file."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from scanner.load.braces import parse_toml
from scanner.load.errors import Malformed
from scanner.load.outline import Outline, is_tool_directive
from scanner.load.tree import Mapping, Node, flat_values, write_tree
from scanner.load.words import words
from scanner.load.yaml import parse_yaml

__all__ = ["Front", "read_front"]

_OPENING = re.compile(r"\s*(---|\+\+\+)[ \t]*\n")
_KEY_LINE = re.compile(r"[\w.\-]+\s*[:=]")
_META = words(
    "title date published last_updated lastupdated updated lastmod last_modified modified revised "
    "date_published publish_date pubdate revision_date created effective effective_date effective_from "
    "valid_from version author authors owner owners team maintainer maintainers series source_type "
    "supersedes replaces id doc_id"
)
_PRESENTATION = words(
    "layout weight permalink slug url aliases redirect_from redirect_to redirects sidebar "
    "sidebar_position sidebar_label sidebartitle toc nav_order nav parent menu menus tags categories "
    "keywords draft type image images cover icon css js template lang language locale description "
    "hide_title hide_table_of_contents pagination_next pagination_prev collapsed order position "
    "breadcrumbs questions linktitle no_list cascade outputs params comments math mermaid "
    "cspell spellcheck textlint vale prettier markdownlint eslint vim editor_options "
    "eleventynavigation navtitle body_class class excerpt summary seo og mode"
)


@dataclass(frozen=True, slots=True)
class Front:
    """What the head gave: where the body begins, its top-level values by folded key."""

    body: int = 0
    values: dict[str, tuple[str, ...]] = field(default_factory=dict)


def read_front(text: str, outline: Outline) -> Front:
    """Read the head of ``text``; keys that are neither metadata nor about presentation become key-value blocks.

    A head that is not closed or not well-formed is noted, and its text is read as part of the body.
    """
    opening = _OPENING.match(text)
    if opening is None:
        return Front()
    fence = opening.group(1)
    closing = re.compile(rf"^(?:{re.escape(fence)}|\.\.\.)[ \t]*$" if fence == "---" else r"^\+\+\+[ \t]*$", re.M)
    found = closing.search(text, opening.end())
    if found is None:
        if _KEY_LINE.match(text, opening.end()):
            outline.notes.append(f"front matter is not closed by {fence}: read as text")
        return Front()
    start, end = opening.end(), found.start()
    try:
        if fence == "---":
            roots, _ = parse_yaml(text, start, end)
            root: Node = roots[0] if roots else Mapping()
        else:
            root, _ = parse_toml(text, start, end)
    except Malformed as problem:
        outline.notes.append(f"front matter is not well-formed ({problem}): read as text")
        return Front()
    if not isinstance(root, Mapping):
        return Front()
    values = flat_values(root)
    kept = Mapping([entry for entry in root.entries if not _is_about_page(entry[0].text)])
    write_tree(kept, [], outline)
    return Front(found.end(), values)


def _is_about_page(key: str) -> bool:
    """Whether a key of the head is metadata, about presentation, or a directive to a tool ("cSpell: ignore …")."""
    folded = _folded(key)
    return folded in _META or folded in _PRESENTATION or is_tool_directive(f"{key}: ignore")


def _folded(key: str) -> str:
    return key.lower().replace("-", "_").replace(" ", "_")
