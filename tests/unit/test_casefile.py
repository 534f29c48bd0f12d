"""The reader of Markdown cases says what is wrong with a case instead of losing it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cases.casefile import cases_in

GOOD = """# Title

Words that are no case.

## First

```md file=a.md published=2024-05-01 title="A title"
# Heading in a document

## Not a case
```

```findings
conflict factual | 5 | 6
supersession | old | new
```

## Second (xfail: tables come later)

````md file=b.md
```python
x = 1
```
````

```findings
none
```
"""


def read(folder: Path, text: str) -> list[object]:
    path = folder / "cases.md"
    path.write_text(text)
    return list(cases_in(path))


def test_documents_metadata_findings_and_marks_are_read(tmp_path: Path) -> None:
    path = tmp_path / "cases.md"
    path.write_text(GOOD)
    first, second = cases_in(path)
    assert (first.name, first.xfail) == ("First", "")
    [document] = first.documents
    assert document.text == "# Heading in a document\n\n## Not a case\n"
    assert dict(document.metadata) == {"published": "2024-05-01", "title": "A title"}
    assert [(e.kind, e.reason, e.sides) for e in first.expected] == [
        ("conflict", "factual", ("5", "6")),
        ("supersession", "", ("old", "new")),
    ]
    assert (second.name, second.xfail, second.expected) == ("Second", "tables come later", ())
    assert second.documents[0].text == "```python\nx = 1\n```\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("## A\n\n```md file=a.md\nx\n```\n", "no findings block"),
        ("## A\n\n```md file=a.md\nx\n```\n\n## B\n\n```findings\nnone\n```\n", "no findings block"),
        ("## A\n\n```findings\nnone\n```\n", "no documents"),
        ("## A\n\n```md file=a.md\nx\n", "unclosed"),
        ("## A\n\n```md\nx\n```\n", "needs file=NAME"),
        ("## A\n\n```md file=a.md\nx\n```\n\n```findings\nclash | 1 | 2\n```\n", "not a finding"),
        ("## A\n\n```md file=a.md\nx\n```\n\n```findings\nconflict | 1\n```\n", "not a finding"),
    ],
)
def test_a_broken_case_is_an_error(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        read(tmp_path, text)
