"""The measure of dates counts what it says it counts."""

from __future__ import annotations

import json
from pathlib import Path

from tests.bench.norm_dates import expected, run


def entry(text: str, inside: str, kind: str, values: list[dict[str, str]], mod: str = "") -> dict[str, object]:
    start = text.index(inside)
    resolution = {"values": [{"type": kind, **({"Mod": mod} if mod else {}), **value} for value in values]}
    found = {"Text": inside, "TypeName": f"datetimeV2.{kind}", "Start": start, "End": start + len(inside) - 1}
    return {"text": text, "reference": "2024-06-01T00:00:00", "expected": [{**found, "Resolution": resolution}]}


RECORDS = [
    entry("due 5/6/2024", "5/6/2024", "date", [{"value": "2024-05-06"}]),
    entry("from 2019 to 2021", "from 2019 to 2021", "daterange", [{"start": "2019-01-01", "end": "2021-01-01"}]),
    entry("at 9 pm", "9 pm", "time", [{"value": "21:00:00"}]),
    entry("on 12 July", "12 July", "date", [{"value": "2023-07-12"}, {"value": "2024-07-12"}]),
    entry("on 13 July", "13 July", "date", [{"value": "2023-07-12"}, {"value": "2024-07-12"}]),
    entry("in the next 3 months", "next 3 months", "daterange", [{"start": "2024-06-02", "end": "2024-09-02"}]),
    entry("on Christmas Day 2024", "Christmas Day 2024", "date", [{"value": "2024-12-25"}]),
    entry("last month", "last month", "daterange", [{"start": "2024-05-01", "end": "2024-06-01"}]),
    {"text": "you may ask", "reference": None, "expected": []},
]


def test_groups_and_answers(tmp_path: Path) -> None:
    (tmp_path / "dates_recognizers.jsonl").write_text("".join(json.dumps(record) + "\n" for record in RECORDS))
    figures = run(tmp_path)
    assert (figures["all_entries"], figures["explicit_entries"], figures["absolute_entries"]) == (8, 5, 5)
    assert figures["explicit_accuracy"] == 4 / 5
    assert figures["all_accuracy"] == 5 / 8
    assert figures["silent_on_no_dates"] == 1


def test_what_is_explicit() -> None:
    kinds = [(item.text, item.explicit) for record in RECORDS for item in expected(record)]
    assert [text for text, explicit in kinds if not explicit] == ["next 3 months", "Christmas Day 2024", "last month"]
