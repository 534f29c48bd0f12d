"""CSV, JSON, JSON lines, YAML, TOML and ini."""

from __future__ import annotations

import json

import pytest

from scanner.model import BlockKind, Document, Skipped, SkipReason
from tests.unit.load_reader import check_places, load, load_all, shape, skipped, texts


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_csv_delimiters_quotes_and_lines(delimiter: str) -> None:
    rows = [["Name", "Note"], ["Ann", f'"a{delimiter} ""b""\nc"'], ["Bo", ""]]
    document = load("a.csv", "\n".join(delimiter.join(row) for row in rows) + "\n")
    (table,) = [block.table for block in document.blocks]
    assert table is not None
    assert [[cell.passage.text for cell in row] for row in table.rows] == [
        ["Ann", f'a{delimiter} "b" c'.replace("\t ", " ")],
        ["Bo", ""],
    ]
    assert (table.rows[0][0].line, table.rows[1][0].line) == (2, 4)


def test_ragged_csv_is_kept_and_noted() -> None:
    document = load("a.csv", "a,b\n1\n1,2,3\n")
    assert texts(document, BlockKind.TABLE) == ["a | b |  / 1 |  |  / 1 | 2 | 3"]
    assert document.metadata == (("warning", "2 of 3 rows have another number of fields than the header"),)


def test_a_stray_quote_swallows_nothing() -> None:
    document = load("a.csv", 'a,b\n"x,1\ny,2\n')
    assert texts(document, BlockKind.TABLE) == ['a | b / "x | 1 / y | 2']


def test_yaml_leaves_lists_records_and_comments() -> None:
    source = (
        "# About the service.\n\nserver:\n  # how long to wait, default 30 s\n  timeout: 45s  # seconds\n"
        '  name: "a \\u00e9\\tb"\n'
        "  empty:\nfeatures:\n  - search\n  - export\nplans:\n  - {name: Free, seats: 5}\n  - {name: Pro, seats: 50}\n"
        "jobs:\n  - name: nightly\n    when: {hour: 3}\n"
    )
    document = load("a.yaml", source)
    assert [(block.headings, _text) for block, (_, _text) in zip(document.blocks, shape(document), strict=True)] == [
        ((), "About the service."),
        (("server", "timeout"), "how long to wait, default 30 s"),
        (("server",), "timeout = 45s"),
        (("server", "timeout"), "seconds"),
        (("server",), "name = a é b"),
        ((), "search"),
        ((), "export"),
        (("plans",), "name | seats / Free | 5 / Pro | 50"),
        (("jobs", "nightly"), "name = nightly"),
        (("jobs", "nightly", "when"), "hour = 3"),
    ]
    assert document.blocks[5].lead == "features"


def test_yaml_that_is_a_template_is_read_line_by_line() -> None:
    document = load("a.yaml", "{% if x %}\nname: {{ b }}\n{% endif %}\nlimit: 5\n")
    assert ("key-value", "limit = 5") in shape(document)
    assert document.metadata[0][0] == "warning"


def test_silenced_yaml_key() -> None:
    document = load("a.yaml", "a: 1\n# scanner: ignore\nb: 2\nc: 3\n")
    assert (shape(document), document.silenced) == ([("key-value", "a = 1"), ("key-value", "c = 3")], 1)


def test_toml() -> None:
    source = (
        '# The project.\n[project]\nname = "x"\n\'quoted key\' = \'raw \\n\'\nlist = [\n  "a", # first\n  "b",\n]\n'
        'text = """\nmany\nlines"""\n[[tool.jobs]]\nid = 1\n[[tool.jobs]]\nid = 2\n[a.b]\nc = { d = 5 }\n'
    )
    document = load("a.toml", source)
    assert [
        ("/".join(block.headings), _text) for block, (_, _text) in zip(document.blocks, shape(document), strict=True)
    ] == [
        ("", "The project."),
        ("project", "name = x"),
        ("project", "quoted key = raw \\n"),
        ("project", "a"),
        ("project", "first"),
        ("project", "b"),
        ("project", "text = many lines"),
        ("tool/jobs/1", "id = 1"),
        ("tool/jobs/2", "id = 2"),
        ("a/b/c", "d = 5"),
    ]


def test_json_records_and_nesting() -> None:
    document = load(
        "a.json",
        '{"rate": {"limit": 5, "on": true, "off": null}, // c\n"rows": [{"a": 1, "b": "x"}, {"a": 2, "b": "y"}],}',
    )
    assert shape(document) == [
        ("key-value", "limit = 5"),
        ("key-value", "on = true"),
        ("paragraph", "c"),
        ("table", "a | b / 1 | x / 2 | y"),
    ]


def test_json_escapes_keep_their_places() -> None:
    document = load("a.json", json.dumps({"note": '5 < 6 \u00e9 "q" \\ \U0001f600 end'}))
    value = document.blocks[0].passage
    assert value.text == '5 < 6 é "q" \\ \U0001f600 end'
    at = value.text.index("end")
    assert document.text[slice(*value.span(at, at + 3))] == "end"


@pytest.mark.parametrize("source", ['{"a": 1} x', '{"a" 1}', "[1, 2", "[" * 500, '{"a": "b'])
def test_malformed_json_names_the_line(source: str) -> None:
    item = skipped("a.json", source)
    assert item.reason is SkipReason.MALFORMED
    assert "line 1" in item.detail


def test_ini_and_env() -> None:
    document = load("a.ini", "; about\n[db]\nhost = localhost ; local only\nmax size: 5 MB\nlisten 80;\n")
    assert shape(document) == [
        ("paragraph", "about"),
        ("key-value", "host = localhost"),
        ("paragraph", "local only"),
        ("key-value", "max size = 5 MB"),
        ("key-value", "listen = 80"),
    ]
    env = load(".env", 'export PORT="8080"\n')
    assert shape(env) == [("key-value", "PORT = 8080")]


def test_jsonl_documents_records_and_bad_lines() -> None:
    body = '# Limits\n\nThe limit is **5 MB**\nper "file".\n\n| a | b |\n|---|---|\n| 1 | 2 |\n'
    lines = [
        json.dumps({"id": "c-1", "text": body, "metadata": {"title": "T", "date": "2024-05-01"}}),
        "{broken",
        json.dumps({"id": 7, "limit": 5}),
        "",
        json.dumps({"id": "c-1", "text": "Second of that id."}),
        json.dumps({"text": "<p>HTML &amp; text</p>", "format": "html"}),
    ]
    loaded = load_all("chunks.jsonl", "\n".join(lines))
    documents = [item for item in loaded if isinstance(item, Document)]
    for document in documents:
        check_places(document)
    assert [document.doc_id for document in documents] == [
        "chunks.jsonl#c-1",
        "chunks.jsonl#7",
        "chunks.jsonl#c-1~2",
        "chunks.jsonl#L6",
    ]
    first = documents[0]
    assert shape(first) == [
        ("heading", "Limits"),
        ("paragraph", 'The limit is 5 MB per "file".'),
        ("table", "a | b / 1 | 2"),
    ]
    assert (first.title, str(first.published), dict(first.metadata)["id"]) == ("T", "2024-05-01", "c-1")
    assert first.text == lines[0]
    passage = first.blocks[1].passage
    at = passage.text.index("5 MB")
    assert first.text[slice(*passage.span(at, at + 4))] == "5 MB"
    assert [document.blocks[0].line for document in documents] == [1, 3, 5, 6]
    assert shape(documents[1]) == [("key-value", "id = 7"), ("key-value", "limit = 5")]
    assert shape(documents[3]) == [("paragraph", "HTML & text")]
    (bad,) = [item for item in loaded if isinstance(item, Skipped)]
    assert (bad.reason, bad.detail) == (SkipReason.MALFORMED, "line 2: a key is missing")
