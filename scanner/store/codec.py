"""Values and scopes as canonical JSON: exact, so that what comes out of the store equals what went in."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields
from datetime import date
from enum import Enum
from fractions import Fraction
from functools import lru_cache
from typing import Any

from scanner.model import EntityRef, Flag, Moment, Precision, Quantity, Reading, Scope, Term, Text, Value, Version

__all__ = ["decode_scope", "decode_value", "encode_scope", "encode_value"]

_TYPES: Mapping[str, type[Any]] = {
    kind.kind.value: kind for kind in (Quantity, Moment, Version, EntityRef, Term, Flag, Text)
}


def encode_value(value: Value) -> str:
    """The value as a JSON object: its kind, and its fields that differ from their defaults."""
    return _dump({"kind": value.kind.value, **_encode(value)})


def _encode(record: Any) -> dict[str, object]:
    found = {}
    for field in fields(record):
        content = getattr(record, field.name)
        if field.default is MISSING or content != field.default:
            found[field.name] = _plain(content)
    return found


def _plain(content: Any) -> object:
    match content:
        case Fraction():
            return str(content)
        case date():
            return content.isoformat()
        case Enum():
            return content.value
        case tuple():
            return list(content)
        case Reading():
            return _encode(content)
        case _:
            return content


def _reading(found: dict[str, Any]) -> Reading:
    return Reading(found["unit"], Fraction(found["lo"]), Fraction(found["hi"]))


# How a field is read back where JSON has no such type.
_DECODERS: Mapping[tuple[str, str], Callable[[Any], object]] = {
    ("quantity", "lo"): Fraction,
    ("quantity", "hi"): Fraction,
    ("quantity", "alternative"): _reading,
    ("moment", "start"): date.fromisoformat,
    ("moment", "end"): date.fromisoformat,
    ("moment", "precision"): Precision,
    ("version", "parts"): tuple,
}


@lru_cache(maxsize=65_536)
def decode_value(text: str) -> Value:
    """The value that was encoded.

    Raises:
        ValueError: for anything ``encode_value`` did not write.
    """
    found = json.loads(text)
    kind = found.pop("kind", "") if isinstance(found, dict) else ""
    if kind not in _TYPES:
        raise ValueError(f"not a stored value: {text}")
    read = {
        name: content if content is None else _DECODERS.get((kind, name), _as_is)(content)
        for name, content in found.items()
    }
    value: Value = _TYPES[kind](**read)
    return value


def _as_is(content: object) -> object:
    return content


def encode_scope(scope: Scope) -> str:
    """The scope as a JSON list of [dimension, value] pairs in order."""
    return _dump([list(item) for item in scope.items])


@lru_cache(maxsize=65_536)
def decode_scope(text: str) -> Scope:
    """The scope that was encoded."""
    return Scope(tuple((name, value) for name, value in json.loads(text)))


def _dump(content: object) -> str:
    return json.dumps(content, ensure_ascii=False, separators=(",", ":"))
