"""Lines of code that set a value: an example of a setting, or its default where a comment or lead-in says so."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from scanner.extract.cells import Cells
from scanner.extract.example import Example
from scanner.extract.wording import Bounds, Words
from scanner.model.claim import Bound, Status, SubjectBasis
from scanner.model.triple import Triple, Unit, UnitKind
from scanner.model.value import Text
from scanner.rules import RuleSet

__all__ = ["FIRES", "NAME", "SILENT", "build"]

NAME = "config_code"

_LINE = re.compile(
    r"""\s*(?:export\s+|set\s+|-\s+|[\#;]\s*(?=[\w./-]+\s*=))?["']?(?P<key>[A-Za-z_][\w./-]*)["']?(?:\s*=\s*|\s*:\s+|\s+=>\s+)
        (?P<quote>["']?)(?P<value>[^"'\s;#,\[\]{}][^"'#;,\[\]{}]*?)(?P=quote)\s*,?\s*(?P<comment>(?:[;#]|//).*)?$""",
    re.VERBOSE,
)
_TEXT_WORDS = 3


def build(rules: RuleSet) -> Callable[[Unit], Iterable[Triple]]:
    """The extractor of assignments in code blocks."""
    return _Assignments(
        Cells.of(rules),
        Words.of(rules, "default"),
        Words.of(rules, "column example"),
        Words.of(rules, "config language"),
        Bounds.of(rules),
    ).extract


_CHANGED = re.compile(
    r"\b(?:overrid|disabl|replac|customi[sz]|adjust|chang|deactivat|turn)\w*\b[^.;:]*\bdefaults?\b", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class _Assignments:
    cells: Cells
    default: Words
    example: Words
    languages: Words
    bounds: Bounds

    def extract(self, unit: Unit) -> Iterator[Triple]:
        if unit.kind is not UnitKind.CODE_LINE or unit.language.lower() not in self.languages.listed:
            return
        line = _LINE.match(unit.text)
        if line is None:
            return
        around = " ".join((unit.lead, unit.caption, line["comment"] or "", *unit.headings[-1:]))
        changed = _CHANGED.search(unit.lead) is not None and not self.default.within(line["comment"] or "")
        default = (
            self.default.within(around)
            and not changed
            and not self.example.within(" ".join((unit.lead, *unit.headings[-1:])))
        )
        start, end = line.span("value")
        for value in self.cells.values(unit, start, end, words=_TEXT_WORDS):
            if isinstance(value.mention.value, Text) and not default:
                return  # a word in an example stands for any
            yield Triple(
                unit=unit,
                extractor=NAME,
                subject=line["key"],
                subject_basis=SubjectBasis.IDENTIFIER,
                predicate="default" if default else "value",
                mention=value.mention,
                bound=Bound.DEFAULT if default else self.bounds.extreme(line["key"]),
                status=Status.ASSERTED if default else Status.EXAMPLE,
                statement=(line.start("key"), end),
                headers=tuple(text for text in (unit.lead, unit.caption) if text),
                lead=line["key"],
                confidence=0.8,
            )
            return


FIRES: tuple[Example, ...] = (
    Example(
        "# Kettle\n\nThe defaults are:\n\n```yaml\nboil_time: 30s\nkeep_warm: off\n```\n",
        (("boil_time", "default", "30s"), ("keep_warm", "default", "off")),
    ),
    Example(
        "# Queue\n\nIt may look so.\n\n```ini\n; default 64 MB\nspool_size = 64 MB\nworkers = 8\n```\n",
        (("spool_size", "default", "64 MB"), ("workers", "value", "8")),
    ),
)
SILENT: tuple[Example, ...] = (
    Example("# Timer\n\n```python\nfor i in range(5):\n    total = 12\n```\n"),
    Example("# Shop\n\nPaste this:\n\n```\ncurl https://shop.example/api\n```\n"),
    Example("# Log\n\n```text\nfinished in 12 s\n```\n"),
)
