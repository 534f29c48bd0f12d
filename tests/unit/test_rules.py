"""Cards are loaded, checked, overridden by a site's own, and summed up in one fingerprint."""

from __future__ import annotations

from pathlib import Path

import pytest

from scanner.rules import RuleError, load_rules

PLAN = '[[cue]]\nid = "test-plan"\nwords = ["is planned", "will be"]\n'


def site(folder: Path, **files: str) -> Path:
    for name, text in files.items():
        path = folder / f"{name}.toml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


def test_a_site_adds_cards_of_every_kind(tmp_path: Path) -> None:
    rules = load_rules(
        site(
            tmp_path,
            cues=PLAN,
            more="""
[[predicate]]
id = "test loan period"
names = ["loan period"]
value = ["quantity"]
tolerance = 0.05

[[unit]]
id = "test-fortnight"
forms = ["fortnight"]
base = "day"
factor = "14"

[[term]]
id = "test-open"
domain = "test-state"
phrases = ["open"]
agrees = ["test-shut"]

[[term]]
id = "test-shut"
domain = "test-state"
phrases = ["shut"]

[[entity]]
id = "test-acme"
name = "Acme Corporation"
aliases = ["Acme"]

[[concept]]
id = "test-keep"
words = ["keep", "retention"]
""",
        )
    )
    assert rules.words("test-plan") == ("is planned", "will be")
    assert rules.predicates["test loan period"].functional is True
    assert rules.units["test-fortnight"].factor == "14"
    assert rules.entities["test-acme"].aliases == ("Acme",)
    assert rules.concepts["test-keep"].words == ("keep", "retention")
    assert rules.terms["test-open"].agrees == ("test-shut",)


def test_an_unknown_cue_is_an_error_not_an_empty_list(tmp_path: Path) -> None:
    with pytest.raises(KeyError):
        load_rules(tmp_path).words("no such cue")


def test_a_site_card_replaces_the_shipped_one_of_its_kind_and_id(tmp_path: Path) -> None:
    shipped = load_rules()
    cue = min(shipped.cues)
    rules = load_rules(site(tmp_path, own=f'[[cue]]\nid = "{cue}"\nwords = ["only this"]\n'))
    assert rules.words(cue) == ("only this",)
    assert {k: v for k, v in rules.cues.items() if k != cue} == {k: v for k, v in shipped.cues.items() if k != cue}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (PLAN + PLAN, "already defined"),
        (PLAN + 'wordz = ["x"]\n', "wordz"),
        ('[[kue]]\nid = "x"\n', "kue"),
        ('[[cue]]\nid = "Upper Case"\nwords = []\n', "id"),
        ('[[cue]]\nid = "x"\n', "words"),
        ('[[predicate]]\nid = "x"\ntolerance = 2\n', "tolerance"),
        ('[[predicate]]\nid = "x"\nvalue = ["colour"]\n', "value"),
        ("[[cue]\n", "not readable as TOML"),
        (PLAN + 'wordz = ["x"]\n', "cue 'test-plan': unknown field 'wordz'; did you mean \"words\""),
        ('[[kue]]\nid = "x"\n', r"unknown kind of card \[\[kue\]\]; did you mean \"cue\""),
        ("[[cue]]\nwords = []\n", "cue number 1: field id: Field required"),
        ('[[predicate]]\nid = "x"\nfunctional = "maybe"\n', "predicate 'x': field functional: "),
        ('cue = "words"\n', "cue must be cards, each headed \\[\\[cue\\]\\]"),
    ],
)
def test_a_bad_card_is_named_with_its_file(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(RuleError, match=message) as caught:
        load_rules(site(tmp_path, bad=text))
    assert "bad.toml" in str(caught.value)


def test_bytes_that_are_no_text_are_named(tmp_path: Path) -> None:
    (tmp_path / "bad.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(RuleError, match=r"bad\.toml: not readable"):
        load_rules(tmp_path)


def test_one_id_in_two_files_is_an_error_naming_both(tmp_path: Path) -> None:
    with pytest.raises(RuleError, match=r"b\.toml.*a\.toml"):
        load_rules(site(tmp_path, a=PLAN, b=PLAN))


def test_one_id_in_two_kinds_is_none(tmp_path: Path) -> None:
    rules = load_rules(site(tmp_path, a=PLAN, b='[[concept]]\nid = "test-plan"\nwords = ["plan"]\n'))
    assert rules.concepts["test-plan"].words == ("plan",)


def test_the_fingerprint_follows_content_and_file_names_only(tmp_path: Path) -> None:
    def fingerprint(name: str, **files: str) -> str:
        return load_rules(site(tmp_path / name, **files)).fingerprint

    first = fingerprint("one", plan=PLAN)
    assert first == fingerprint("two", plan=PLAN)
    assert first != fingerprint("three", plan=PLAN.replace("will be", "shall be"))
    assert first != fingerprint("four", plan=PLAN, none="")
    assert first != load_rules().fingerprint
    assert len(first) == 16


def test_a_predicate_may_leave_open_how_many_values_it_takes(tmp_path: Path) -> None:
    text = '[[predicate]]\nid = "test colour"\nfunctional = "unknown"\n'
    assert load_rules(site(tmp_path, own=text)).predicates["test colour"].functional is None


def test_the_files_of_a_sites_cards_are_known(tmp_path: Path) -> None:
    rules = load_rules(site(tmp_path, own=PLAN))
    assert rules.site == {("cue", "test-plan"): tmp_path / "own.toml"}
    assert load_rules().site == {}
