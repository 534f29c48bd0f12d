"""What sentences say as a whole: whether they affirm or deny, and the values in them."""

from __future__ import annotations

import pytest

from scanner.extract import whole
from tests.unit.structure_reader import RULES, units_of

extract = whole.build(RULES)


def values(sentence: str) -> list[str]:
    """The claimed values of a sentence, in canonical form, without the words of the sentence as a whole."""
    return [f"{t.mention.text} = {t.mention.value.canonical}" for t in extract(units_of(sentence)) if t.mention.start]


@pytest.mark.parametrize(
    ("sentence", "holds"),
    [
        ("The gate of the lower lock is opened in the morning.", "yes"),
        ("The gate of the lower lock is not opened in the morning.", "no"),
        ("The gate of the lower lock isn’t opened in the morning.", "no"),
        ("No boat that is not insured may enter the lower lock.", "yes"),
        ("The bell (which is disabled in winter) rings for the lock.", "no"),
        ("The lock does not open, and never did, in the morning hours.", "yes"),
    ],
)
def test_a_sentence_affirms_or_denies(sentence: str, holds: str) -> None:
    (first, *_) = extract(units_of(sentence))
    assert first.mention.value is not None
    assert first.mention.value.canonical == holds


@pytest.mark.parametrize(
    ("sentence", "value"),
    [
        ("Whoever opens the lock at night asks the keeper in #lock-help before.", "#lock-help = lock-help"),
        ("Whoever opens the lock at night rings @keeper-on-call an hour before.", "@keeper-on-call = keeper-on-call"),
        ("Boats wait for at most 20 minutes below the gate of the lock.", "20 minutes = 1200 second"),
        ("The log is sent to lock@severn.example on the first day of a month.", "lock@severn.example"),
        ("Starting with Ledger Server 2014, all gates of the lock are logged.", "2014 = 2014"),
        ("Gates that need Lock Control 7 or later are painted in yellow.", "7 = 7"),
    ],
)
def test_a_value_is_claimed_whatever_it_tells_of(sentence: str, value: str) -> None:
    assert any(found.startswith(value) for found in values(sentence)), values(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "On Lock Control 7 the menu of the gate opens at the left.",  # the number is part of a name
        "See the guide at https://severn.example/gates for the colours of the gates.",
        "Read before the tour what Table 7 or later tables say of the gates.",
        "Use the colour `#yellow` of the palette for the lower gate.",
    ],
)
def test_what_names_a_thing_is_no_value(sentence: str) -> None:
    assert values(sentence) == []


@pytest.mark.parametrize("sentence", ["The gate is shut.", "Is the gate of the lower lock not opened in the morning?"])
def test_short_sentences_and_questions_say_nothing(sentence: str) -> None:
    assert list(extract(units_of(sentence))) == []
