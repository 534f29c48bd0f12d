"""The JSON Schema of the findings, built from the model's enumerations; ``findings.schema.json`` is its committed copy.

``python -m scanner.report.schema`` prints it; a test compares the two.
"""

from __future__ import annotations

import json
import sys
from enum import StrEnum
from typing import Any

from scanner.model import (
    Action,
    Bound,
    ConflictType,
    Dimension,
    FindingKind,
    FindingStatus,
    Reason,
    Severity,
    WindowBasis,
)
from scanner.report.clusters import Cause
from scanner.report.findings_json import SCHEMA_VERSION
from scanner.report.since import Change

__all__ = ["findings_schema", "render_schema"]

_TEXT: dict[str, Any] = {"type": "string"}
_COUNT: dict[str, Any] = {"type": "integer", "minimum": 0}
_SHARE: dict[str, Any] = {"type": "number", "minimum": 0, "maximum": 1}
_DAY: dict[str, Any] = {"type": "string", "pattern": r"^\d{4}-\d{2}-\d{2}$"}
_DAY_OR_NULL: dict[str, Any] = {**_DAY, "type": ["string", "null"]}
_COUNTS: dict[str, Any] = {"type": "object", "additionalProperties": _COUNT}


def _one_of(names: type[StrEnum]) -> dict[str, Any]:
    return {"enum": [name.value for name in names]}


def _closed(properties: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "additionalProperties": False,
        "required": list(properties),
        "properties": properties,
    }


def _many(items: dict[str, Any], least: int = 0) -> dict[str, Any]:
    return {"type": "array", "items": items, **({"minItems": least} if least else {})}


def findings_schema() -> dict[str, Any]:
    """The schema as an object; every enumeration in it is closed."""
    claim = _closed(
        {
            "source": _TEXT,
            "doc_id": _TEXT,
            "chunk_id": _TEXT,
            "published": _DAY_OR_NULL,
            "start": _COUNT,
            "end": _COUNT,
            "line": {"type": ["integer", "null"], "minimum": 1},
            "page": {"type": ["integer", "null"], "minimum": 1},
            "quote": {"type": "string", "maxLength": 300},
            "value_span": {"type": "array", "items": _COUNT, "minItems": 2, "maxItems": 2},
            "context": _many(_TEXT),
            "extractor": _TEXT,
        }
    )
    side = _closed(
        {
            "value": _TEXT,
            "canonical": _TEXT,
            "valid_from": _DAY_OR_NULL,
            "valid_to": _DAY_OR_NULL,
            "window_basis": _one_of(WindowBasis),
            "authority": _SHARE,
            "preferred": {"type": "boolean"},
            "claims": _many({"$ref": "#/$defs/claim"}, least=1),
        }
    )
    finding = _closed(
        {
            "id": {"type": "string", "pattern": "^f1:"},
            "fingerprints": _closed({"content": _TEXT, "places": _TEXT}),
            "kind": _one_of(FindingKind),
            "type": _one_of(ConflictType),
            "reason": _one_of(Reason),
            "way": _one_of(Reason),
            "subject": _TEXT,
            "predicate": _TEXT,
            "bound": _one_of(Bound),
            "scope": {
                "type": "object",
                "additionalProperties": False,
                "properties": {dimension.value: _TEXT for dimension in Dimension},
            },
            "missing": _many(_TEXT),
            "confidence": _SHARE,
            "severity": _one_of(Severity),
            "status": _one_of(FindingStatus),
            "first_seen": _DAY_OR_NULL,
            "owner": {"type": ["string", "null"]},
            "change": {"enum": [*(change.value for change in Change), None]},
            "cluster": {"anyOf": [{"type": "null"}, {"$ref": "#/$defs/cluster"}]},
            "resolution": {"anyOf": [{"type": "null"}, {"$ref": "#/$defs/resolution"}]},
            "sides": _many({"$ref": "#/$defs/side"}, least=2),
            "consistent_with": _many({"$ref": "#/$defs/side"}),
            "explanation": _many(_TEXT, least=1),
        }
    )
    closed = _closed(
        {
            "id": _TEXT,
            "kind": _one_of(FindingKind),
            "subject": _TEXT,
            "predicate": _TEXT,
            "values": _many(_TEXT),
            "documents": _many(_closed({"source": _TEXT, "doc_id": _TEXT})),
            "change": {"enum": [Change.RESOLVED.value, Change.VANISHED.value]},
            "why": _TEXT,
        }
    )
    since = _closed(
        {
            "previous": _DAY_OR_NULL,
            "counts": _closed({change.value: _COUNT for change in Change}),
            "closed": _many(closed),
        }
    )
    share = _closed({"documents": _COUNT, **dict.fromkeys(("share", "low", "high"), _SHARE)})
    resolution = _closed(
        {
            "number": {"type": "integer", "minimum": 1},
            "action": _one_of(Action),
            **dict.fromkeys(("why", "by"), _TEXT),
            "on": _DAY,
            "until": _DAY_OR_NULL,
        }
    )
    cluster = _closed({"cause": _one_of(Cause), "first": _TEXT, "findings": {"type": "integer", "minimum": 2}})
    run = _closed(
        {
            "id": _TEXT,
            "as_of": _DAY,
            **dict.fromkeys(("documents", "chunks", "claims", "skipped", "unresolved", "undated"), _COUNT),
            "compared": {**_COUNT, "type": ["integer", "null"]},
            "disputed_documents": share,
            "sources": _many(_closed({"source": _TEXT, "documents": _COUNT, "disputed_documents": share})),
            "coverage": _closed(
                {
                    **dict.fromkeys(("units", "silenced", "keys", "lone_keys"), _COUNT),
                    **dict.fromkeys(("blocks", "claims", "unresolved", "skipped", "unknown"), _COUNTS),
                }
            ),
        }
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Findings of the contradiction scanner",
        **_closed(
            {
                "schema_version": {"const": SCHEMA_VERSION},
                "run": {"$ref": "#/$defs/run"},
                "since": {"$ref": "#/$defs/since"},
                "findings": _many({"$ref": "#/$defs/finding"}),
            }
        ),
        "$defs": {
            "run": run,
            "since": since,
            "finding": finding,
            "side": side,
            "claim": claim,
            "resolution": resolution,
            "cluster": cluster,
        },
    }


def render_schema() -> str:
    """The schema as the text of ``findings.schema.json``."""
    return json.dumps(findings_schema(), indent=1) + "\n"


if __name__ == "__main__":
    sys.stdout.write(render_schema())
