"""Dates, titles, versions and who says so; encodings and languages."""

from __future__ import annotations

import codecs
from datetime import date

import pytest

from scanner.load import ManifestEntry
from scanner.load.calendar import date_in_name, parse_date
from scanner.model import DateBasis, Document, SkipReason
from tests.unit.load_reader import load, load_all, skipped

ENGLISH = (
    "The limit of the service is five megabytes for each file that is sent to the server, and it will not be raised "
    "before the next release. You can ask the team for more if you have a reason that they can follow. "
)


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2024-05-01", date(2024, 5, 1)),
        ("2024-5-1", date(2024, 5, 1)),
        ("2024/05/01", date(2024, 5, 1)),
        ("2024-05", date(2024, 5, 1)),
        ("2024-05-01T10:00:00Z", date(2024, 5, 1)),
        ("2024-05-01 10:00:00 +0200", date(2024, 5, 1)),
        ("1 May 2024", date(2024, 5, 1)),
        ("1st May, 2024", date(2024, 5, 1)),
        ("31-Jul-2000", date(2000, 7, 31)),
        ("May 1, 2024", date(2024, 5, 1)),
        ("Sept. 3, 2024", date(2024, 9, 3)),
        ("Wednesday, May 1, 2024", date(2024, 5, 1)),
        ("May 2024", date(2024, 5, 1)),
        ("3/4/2024", None),
        ("2024-13-01", None),
        ("31 February 2024", None),
        ("2024", None),
        ("5000 requests", None),
        ("may", None),
        ("1.2", None),
        ("", None),
    ],
)
def test_parse_date(text: str, day: date | None) -> None:
    assert parse_date(text) == day


@pytest.mark.parametrize(
    ("name", "day"),
    [
        ("minutes-2024-05-01.md", date(2024, 5, 1)),
        ("20240501_note.txt", date(2024, 5, 1)),
        ("report_2024.05.md", date(2024, 5, 1)),
        ("policy-2024.md", None),
        ("ticket-20241399.md", None),
        ("issue-202405.md", None),
        ("v1.2.md", None),
    ],
)
def test_date_in_name(name: str, day: date | None) -> None:
    assert date_in_name(name) == day


def dated(name: str, content: str, entry: ManifestEntry | None = None) -> tuple[str | None, DateBasis]:
    document = load(name, content, entry)
    return (document.published.isoformat() if document.published else None), document.published_basis


def test_order_of_trust() -> None:
    body = "Last updated: 3 March 2024\n\nText.\n"
    front = "---\ndate: 2024-02-02\n---\n" + body
    entry = ManifestEntry("a", published=date(2024, 1, 1))
    assert dated("n-2024-04-04.md", front, entry) == ("2024-01-01", DateBasis.MANIFEST)
    assert dated("n-2024-04-04.md", front) == ("2024-02-02", DateBasis.FRONT_MATTER)
    assert dated("n-2024-04-04.md", body) == ("2024-03-03", DateBasis.TEXT)
    assert dated("n-2024-04-04.md", "Text.\n") == ("2024-04-04", DateBasis.FILE_NAME)
    assert dated("n.md", "Text.\n") == (None, DateBasis.NONE)


def test_an_update_counts_before_publication_and_creation_last() -> None:
    text = "Created: 2020-01-01\nPublished: 2021-01-01\nLast updated: 2022-01-01\n\nText.\n"
    assert dated("a.txt", text) == ("2022-01-01", DateBasis.TEXT)
    assert dated("a.txt", "Created: 2020-01-01\nStatus: Final\n\nText.\n") == ("2020-01-01", DateBasis.TEXT)
    assert dated("a.md", "---\ndate: 2020-01-01\nlast_updated: 2021-05-05\n---\nText.\n") == (
        "2021-05-05",
        DateBasis.FRONT_MATTER,
    )


@pytest.mark.parametrize(
    ("text", "effective"),
    [
        ("Effective date: 1 July 2024\n\nText.", "2024-07-01"),
        ("# Policy\n\nEffective from July 1, 2024.\n", "2024-07-01"),
        ("# Policy\n\nThis policy is effective from 2024-07-01 and applies to all.\n", "2024-07-01"),
        ("| Effective | 2024-07-01 |\n|---|---|\n| Owner | Ann |\n", "2024-07-01"),
        ("# Prices\n\nThe new price of the plan is effective 1 July 2024.\n", None),
    ],
)
def test_effective(text: str, effective: str | None) -> None:
    document = load("a.md", text)
    assert (document.effective.isoformat() if document.effective else None) == effective


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("# Fees\n\nVersion of 2026-03-20\n\nText.", "2026-03-20"),
        ("# Fees\n\n*(version of 15 January 2026)*\n\nText.", "2026-01-15"),
        ("# Fees (version of 15 January 2026)\n\nText.", "2026-01-15"),
        ("# Catalogue\n\nEdition dated 3 May 2025.\n", "2025-05-03"),
        ("# Rules\n\nRevision from March 3, 2024\n", "2024-03-03"),
        ("Data processing agreement\nVersion of 2026-03-02\n\nText.", "2026-03-02"),
        ("House rules\nEdition dated 3 May 2025\n", "2025-05-03"),
        ("Terms of carriage\nRevision from March 3, 2024\n\nThe fee is 5 EUR.\n", "2024-03-03"),
        ("See the terms of carriage, which replace the\nVersion of 3 May 2025\n", None),
        ("We moved. We keep the\nversion of 3 May 2025\n", None),
        ("Terms: Version of 3 May 2025\n", None),
        ("# Terms\n\nNotes of the meeting about Version of 3 May 2025\n", None),
        ("The committee dropped its\nVersion of 3 May 2025\n", None),
        ("# Fees\n\nSee the contract (version of 15 January 2026).\n", None),
        ("# Fees\n\nThe version of 15 January 2026 was withdrawn.\n", None),
        ("# Changes of the version of 2026-03-20 and later\n\nText.", None),
        ("# Fees\n\nVersion of the month\n", None),
        ("# Fees\n\nA version from 3 May 2025 is kept on paper.\n", None),
    ],
)
def test_the_day_of_a_version(text: str, day: str | None) -> None:
    assert dated("a.md" if text.startswith("#") else "a.txt", text)[0] == day


def test_dates_in_running_text_are_no_metadata() -> None:
    assert dated("a.md", "# T\n\nThe contract was signed on 1 May 2024 and ends on 2 May 2025.\n") == (
        None,
        DateBasis.NONE,
    )


def test_dates_deep_inside_a_document_are_no_metadata() -> None:
    filler = "".join(f"Paragraph number {n}.\n\n" for n in range(60))
    assert dated("a.md", filler + "Last updated: 2024-05-01\n\n" + filler) == (None, DateBasis.NONE)
    assert dated("a.md", filler + "Last updated: 2024-05-01\n") == ("2024-05-01", DateBasis.TEXT)


def test_version_title_supersedes_and_people() -> None:
    document = load(
        "api-v1.md",
        "---\nsupersedes: [old.md, Old guide]\nstatus: draft\n---\n# API reference v2.0\n\n- **Version**: 2.1\n"
        "- **Author**: Ann\n"
        "- **Owner**: Platform\n",
    )
    assert (document.title, document.version, document.author, document.owner) == (
        "API reference v2.0",
        "2.1",
        "Ann",
        "Platform",
    )
    assert document.supersedes == ("old.md", "Old guide")
    assert ("status", "draft") in document.metadata
    assert load("api-v1.2.md", "# API reference\n\nText.\n").version == "1.2"
    assert load("api.md", "# API 2.0\n\nText.\n").version == "2.0"
    assert load("a.txt", "Version: $Revision$\nStatus: x\n\nText.\n").version == ""
    assert load("a.md", "This policy supersedes the Travel policy of 2021. More.\n").supersedes == (
        "Travel policy of 2021",
    )
    assert load("a.md", "Supersedes: Policy 12\n\nText.\n").supersedes == ("Policy 12",)
    assert load("some-name.md", "Text without heading.\n").title == ""


def test_manifest_decides_every_field() -> None:
    entry = ManifestEntry("a", None, "9", "secondary", "Bo", "Ops", "Given", "run")
    document = load(
        "a.md", "---\ntitle: T\nversion: 1\nauthor: Ann\nseries: s\nsource_type: primary\n---\nText.\n", entry
    )
    assert (
        document.version,
        document.source_type,
        document.author,
        document.owner,
        document.title,
        document.series,
    ) == (
        "9",
        "secondary",
        "Bo",
        "Ops",
        "Given",
        "run",
    )


def test_content_hash_covers_text_and_metadata_only() -> None:
    one, again = load("a.md", "Text.\n"), load("a.md", "Text.\r\n")
    other = load("a.md", "Text.\n", ManifestEntry("a", published=date(2024, 1, 1)))
    assert one.content_hash == again.content_hash != other.content_hash
    assert one.text == again.text == "Text.\n"


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"caf\xc3\xa9\r\nx\ry", "café\nx\ny"),
        (codecs.BOM_UTF8 + b"caf\xc3\xa9", "café"),
        ("café".encode("utf-16"), "café"),
        ("café".encode("utf-32"), "café"),
        (codecs.BOM_UTF16_BE + "café".encode("utf-16-be"), "café"),
        (
            "The café has “five” tables – and it costs 5 €.".encode("cp1252"),
            "The café has “five” tables – and it costs 5 €.",
        ),
    ],
)
def test_encodings(data: bytes, text: str) -> None:
    assert load("a.txt", data).text == text


def test_detected_encoding_of_a_text_with_few_ascii_letters() -> None:
    text = "Ограничение службы составляет пять мегабайт для каждого файла. " * 5
    (document,) = load_all("a.txt", text.encode("cp1251"), language="any")
    assert isinstance(document, Document)
    assert document.text == text


def test_declared_encoding_of_a_page() -> None:
    page = '<meta charset="iso-8859-2"><p>Łódź has a limit of five.</p>'.encode("iso-8859-2")
    assert "Łódź" in load("a.html", page).text


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("a.md", b"", SkipReason.EMPTY),
        ("a.md", b" \n\t\n", SkipReason.EMPTY),
        ("a.md", "\ufeff\n", SkipReason.EMPTY),
        ("a.md", b"\x89PNG\r\n\x1a\n\0\0\0", SkipReason.BINARY),
        ("a.txt", bytes(range(1, 32)) * 20, SkipReason.BINARY),
        ("a.txt", codecs.BOM_UTF16_LE + b"\x00\xd8\x00", SkipReason.ENCODING),
        ("a.html", "<nav>only</nav>", SkipReason.NO_TEXT),
        ("a.jsonl", "\n\n", SkipReason.EMPTY),
    ],
)
def test_what_is_no_text(name: str, content: str | bytes, reason: SkipReason) -> None:
    item = skipped(name, content)
    assert item.reason is reason
    assert item.detail


OTHERS = {
    "de": (
        "Die Grenze des Dienstes ist fünf Megabyte für jede Datei, die an den Server geht, und sie wird "
        "nicht vor der nächsten Ausgabe erhöht. Das ist mit dem Team so vereinbart, und es gilt auch für"
        " die anderen Dienste. "
    ),
    "fr": (
        "La limite du service est de cinq mégaoctets pour les fichiers qui sont envoyés au serveur, et "
        "elle ne sera pas relevée avant la prochaine version. Vous pouvez demander une exception dans ce"
        " cas avec une raison que nous comprenons. "
    ),
    "es": (
        "El límite del servicio es de cinco megabytes para los archivos que se envían al servidor, y no "
        "cambia hasta la próxima versión. Los usuarios de este plan pueden pedir más por una razón "
        "cuando la tienen, pero es raro. "
    ),
    "non-latin": ("制限は五メガバイトです。次のリリースまで変わりません。理由があればチームに連絡してください。"),
}


@pytest.mark.parametrize("language", ["de", "fr", "es", "non-latin"])
def test_other_languages_are_skipped_and_can_be_read(language: str) -> None:
    item = skipped("a.md", OTHERS[language] * 3)
    assert item.reason is SkipReason.NOT_ENGLISH
    assert language in item.detail
    assert '"any"' in item.detail
    assert isinstance(load_all("a.md", OTHERS[language] * 3, language="any")[0], Document)
    assert isinstance(load_all("a.md", OTHERS[language] * 3, language=language)[0], Document)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("de", "# Passwort\n\nDas Passwort muss mindestens 12 Zeichen lang sein. Die Frist beträgt 30 Tage."),
        ("de", "Alle Mitarbeiter haben 30 Tage Urlaub im Jahr. Der Antrag ist bei der Personalabteilung zu stellen."),
        ("fr", "Le mot de passe doit comporter au moins 12 caractères. Le délai est de 30 jours après la demande."),
        ("es", "La contraseña debe tener al menos 12 caracteres. El plazo es de 30 días y no se puede prorrogar."),
        ("nl", "Het wachtwoord moet minstens 12 tekens lang zijn. De termijn is 30 dagen en kan niet langer zijn."),
    ],
)
def test_a_few_sentences_of_another_language_are_told(language: str, text: str) -> None:
    assert language in skipped("a.md", text).detail


def test_english_where_another_language_is_asked_for() -> None:
    assert skipped("a.md", ENGLISH * 2, language="de").reason is SkipReason.NOT_ENGLISH


@pytest.mark.parametrize(
    "content",
    [
        ENGLISH,
        "Die Grenze ist 5 MB.",
        "| Name | Wert |\n|---|---|\n" + "| der | die |\n" * 60,
        "```\n" + "der die das und ist nicht\n" * 30 + "```\n\n" + ENGLISH,
        ENGLISH * 2 + OTHERS["de"],
        "\n".join(f"- item_{n} value_{n} max_{n}" for n in range(80)),
        "The Der Spiegel and Die Zeit archives are kept in Hamburg for 10 years by the press office.",
        "San Juan de la Cruz, Los Angeles, El Paso and La Jolla opened in 2020 with 12 staff each.",
        "Set `die` to 5, `der` to 6 and `das` to 7 in the configuration of node 12.",
        "- Max size 5 MB\n- Min size 3 MB\n- Region EU\n- Tier gold\n- Ports 80 443 8080 9090 9443",
        "Retention: 30 days. Backups: nightly. Vendor: Müller & Söhne GmbH, Köln. Contact: Jürgen Weiß, im Büro.",
        "Alpha beta gamma delta epsilon zeta eta theta iota kappa.\n\n" * 20,
    ],
)
def test_english_short_and_wordless_documents_are_read(content: str) -> None:
    load("a.md", content)
