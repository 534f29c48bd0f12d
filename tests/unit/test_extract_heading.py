"""Values in headings, and membership under them."""

from __future__ import annotations

from scanner.extract import heading
from scanner.model.triple import Triple
from scanner.model.value import Flag
from tests.unit.structure_reader import found


def _flags(text: str) -> dict[str, bool]:
    return {t.predicate: t.mention.value.holds for t in found(heading, text) if isinstance(t.mention.value, Flag)}


def _one(text: str) -> Triple:
    triples = found(heading, text)
    assert len(triples) == 1
    return triples[0]


def test_polarity_comes_from_the_heading() -> None:
    page = "# Quill\n\n## Supported systems\n\n- Linux\n\n## Unsupported systems\n\n- Windows 7\n"
    assert _flags(page) == {"supports Linux": True, "supports Windows 7": False}


def test_polarity_comes_from_the_lead_in() -> None:
    assert _flags("# Cover\n\nThe cover does not include:\n\n- flood damage\n") == {"includes flood damage": False}
    assert _flags("# Quill\n\nQuill runs on the following systems:\n\n- Fedora\n") == {"supports Fedora": True}


def test_membership_is_set_valued_and_about_what_stands_above_the_heading() -> None:
    triple = _one("# Quill\n\n## Not supported\n\n- TLS 1.0\n")
    assert (triple.subject, triple.functional) == ("Quill", False)


def test_the_lead_in_wins_over_the_heading() -> None:
    assert _flags("# Quill\n\n## Supported\n\nNot supported:\n\n- Fedora\n") == {"supports Fedora": False}


def test_sentences_and_steps_are_no_members() -> None:
    assert found(heading, "# Quill\n\n## Supported\n\n- You can ask us whether yours is one of them.\n") == []
    assert found(heading, "# Quill\n\nYou can do this in one of the following ways:\n\n- by mail\n") == []


def test_a_count_in_brackets_is_the_headings() -> None:
    triple = _one("# Board\n\n## Cards (110 in total)\n")
    assert (triple.subject, triple.predicate, triple.mention.text) == ("Cards", "in total", "110")


def test_a_pages_date_or_version_is_no_fact() -> None:
    assert found(heading, "# Uploads (May 2024)\n\n## Cache (Lantern 4.0)\n") == []
