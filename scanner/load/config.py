"""Read configuration and data files (YAML, TOML, JSON, ini): every scalar a key-value block with its place."""

from __future__ import annotations

from scanner.load.braces import parse_json, parse_toml
from scanner.load.errors import Malformed
from scanner.load.ini import parse_ini
from scanner.load.outline import Outline
from scanner.load.tree import Comment, Node, flat_values, write_tree
from scanner.load.yaml import parse_yaml

__all__ = ["read_config"]


def read_config(text: str, kind: str, outline: Outline) -> dict[str, tuple[str, ...]]:
    """Add the blocks of a ``yaml``, ``toml``, ``json`` or ``ini`` file to ``outline``; returns its top-level scalars.

    YAML and TOML that do not parse (templates, mostly) are read line by line, and that is noted.

    Raises:
        Malformed: if JSON does not parse.
    """
    roots, comments = _parsed(text, kind, outline)
    for number, root in enumerate(roots):
        write_tree(root, comments if number == 0 else [], outline)
    return flat_values(roots[0]) if roots else {}


def _parsed(text: str, kind: str, outline: Outline) -> tuple[list[Node], list[Comment]]:
    if kind == "json":
        node, comments = parse_json(text)
        return [node], comments
    if kind == "ini":
        node, comments = parse_ini(text)
        return [node], comments
    try:
        if kind == "toml":
            node, comments = parse_toml(text)
            return [node], comments
        return parse_yaml(text)
    except Malformed as problem:
        outline.notes.append(f"no well-formed {kind.upper()} ({problem}): read line by line")
        node, comments = parse_ini(text)
        return [node], comments
