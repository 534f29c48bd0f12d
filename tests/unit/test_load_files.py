"""Finding files, manifests, versions among names, git history."""

from __future__ import annotations

import os
import subprocess
from datetime import date
from pathlib import Path

import pytest

from scanner.load import LoadError, derive_series, find_files, git_dates, load_file, read_manifest, version_folders
from scanner.model import Skipped, SkipReason, Source


def make(root: Path, *names: str) -> None:
    for name in names:
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("The limit is 5 MB.\n")


def ids(root: Path, *exclude: str) -> list[str]:
    return [file.doc_id for file in find_files(root, exclude=exclude).files]


def test_a_repository_gives_its_documents_only(tmp_path: Path) -> None:
    make(
        tmp_path,
        "README",
        "LICENSE",
        "docs/b.md",
        "docs/a.rst",
        "docs/build/index.md",
        "build/out.md",
        "dist/x.html",
        "node_modules/p/README.md",
        ".git/config",
        ".venv/lib/x.txt",
        ".github/SECURITY.md",
        "src/main.py",
        "src/__pycache__/x.txt",
        "package-lock.json",
        "poetry.lock",
        "page.min.html",
        "logo.png",
        "pyproject.toml",
        ".env",
        "a.egg-info/PKG.txt",
    )
    found = find_files(tmp_path)
    assert [file.doc_id for file in found.files] == [
        ".env",
        ".github/SECURITY.md",
        "LICENSE",
        "README",
        "docs/a.rst",
        "docs/b.md",
        "docs/build/index.md",
        "pyproject.toml",
    ]
    assert found.skipped == ()
    assert found.pruned == (".git", ".venv", "a.egg-info", "build", "dist", "node_modules", "src/__pycache__")
    assert found.ignored == 5


def test_build_folders_are_documents_where_no_project_is(tmp_path: Path) -> None:
    make(tmp_path, "build/a.md", "target/b.md")
    assert ids(tmp_path) == ["build/a.md", "target/b.md"]


def test_ignore_file_and_exclude(tmp_path: Path) -> None:
    make(tmp_path, "a.md", "drafts/b.md", "drafts/keep.md", "old/c.md", "x/d.txt")
    (tmp_path / ".scannerignore").write_text("# comment\ndrafts/*\n!drafts/keep.md\n")
    assert ids(tmp_path, "old/", "*.txt") == ["a.md", "drafts/keep.md"]


def test_an_ignore_file_that_is_no_text_is_an_error(tmp_path: Path) -> None:
    (tmp_path / ".scannerignore").write_bytes(b"\xff\xfe\xff")
    with pytest.raises(LoadError, match="cannot be read"):
        find_files(tmp_path)


def test_what_cannot_be_read_is_named(tmp_path: Path) -> None:
    make(tmp_path, "a.md", "slides.pptx", "big.md")
    (tmp_path / "big.md").write_text("x" * 2000)
    bad = os.fsencode(tmp_path) + b"/caf\xe9.md"
    Path(os.fsdecode(bad)).write_text("x")
    found = find_files(tmp_path, max_bytes=1000, source="docs")
    assert [file.doc_id for file in found.files] == ["a.md"]
    assert [(item.source, item.path, item.reason) for item in found.skipped] == [
        ("docs", "big.md", SkipReason.TOO_LARGE),
        ("docs", "caf\\xe9.md", SkipReason.BAD_NAME),
        ("docs", "slides.pptx", SkipReason.UNSUPPORTED),
    ]


def test_no_permission(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make(tmp_path, "a.md", "b.md", "locked/c.md")
    real_access, real_scandir = os.access, os.scandir
    monkeypatch.setattr(os, "access", lambda path, mode: not str(path).endswith("b.md") and real_access(path, mode))

    def scandir(path: str) -> object:
        if str(path).endswith("locked"):
            raise PermissionError(13, "Permission denied")
        return real_scandir(path)

    monkeypatch.setattr(os, "scandir", scandir)
    found = find_files(tmp_path)
    assert [file.doc_id for file in found.files] == ["a.md"]
    assert [(item.path, item.reason) for item in found.skipped] == [
        ("b.md", SkipReason.UNREADABLE),
        ("locked", SkipReason.UNREADABLE),
    ]


def test_a_file_that_vanishes_is_skipped(tmp_path: Path) -> None:
    make(tmp_path, "a.md")
    (file,) = find_files(tmp_path).files
    file.path.unlink()
    (item,) = load_file(file, Source("docs", str(tmp_path)), None)
    assert isinstance(item, Skipped)
    assert item.reason is SkipReason.UNREADABLE


def test_links_are_not_followed(tmp_path: Path) -> None:
    make(tmp_path, "outside/secret.md", "root/a.md")
    (tmp_path / "root" / "link").symlink_to(tmp_path / "outside")
    (tmp_path / "root" / "loop").symlink_to(tmp_path / "root")
    (tmp_path / "root" / "b.md").symlink_to(tmp_path / "outside" / "secret.md")
    found = find_files(tmp_path / "root")
    assert ([file.doc_id for file in found.files], found.ignored) == (["a.md"], 3)


def test_one_file_and_nothing(tmp_path: Path) -> None:
    make(tmp_path, "docs/a.md", "docs/a.py")
    assert ids(tmp_path / "docs" / "a.md") == ["a.md"]
    assert find_files(tmp_path / "docs" / "a.py").skipped[0].reason is SkipReason.UNSUPPORTED
    with pytest.raises(LoadError, match="no such file"):
        find_files(tmp_path / "nothing")


def test_own_manifest_is_no_document(tmp_path: Path) -> None:
    make(tmp_path, "a.md", "sub/manifest.csv")
    (tmp_path / "manifest.csv").write_text("doc_id,published\na.md,2024-05-01\n")
    found = find_files(tmp_path)
    assert [file.doc_id for file in found.files] == ["a.md", "sub/manifest.csv"]
    assert found.manifest == tmp_path / "manifest.csv"


def test_manifest(tmp_path: Path) -> None:
    path = tmp_path / "m.csv"
    path.write_text("\ufeffDoc_ID,published,version,owner,extra\n./a/b.md,2024-05,v2,Ann,x\nc.md,,,,\n")
    entries = read_manifest(path)
    assert list(entries) == ["a/b.md", "c.md"]
    assert (entries["a/b.md"].published, entries["a/b.md"].version, entries["a/b.md"].owner) == (
        date(2024, 5, 1),
        "v2",
        "Ann",
    )
    assert entries["c.md"].published is None


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ("name,published\na,b\n", "row 1: no column doc_id"),
        ("doc_id\na.md\na.md\n", "row 3: a.md is listed twice"),
        ("doc_id,published\na.md,5/6/2024\n", "row 2: published is no date: '5/6/2024'"),
        ("doc_id,published\n,2024-01-01\n", "row 2: no doc_id"),
        ("doc_id,source_type\na.md,blog\n", "row 2: source_type is 'blog'"),
        ("", "no column doc_id"),
    ],
)
def test_bad_manifests_name_row_and_problem(tmp_path: Path, content: str, problem: str) -> None:
    path = tmp_path / "m.csv"
    path.write_text(content)
    with pytest.raises(LoadError) as error:
        read_manifest(path)
    assert problem in str(error.value)
    assert str(path) in str(error.value)


def test_series_from_names() -> None:
    series = derive_series(
        [
            "api-reference-v1.2.md",
            "api-reference-v2.0.md",
            "hr/policy-2022.md",
            "hr/policy-2023.md",
            "hr/fees_2024-05-01.md",
            "hr/fees_2024-06.md",
            "office-attendance-june.md",
            "office-attendance-november.md",
            "minutes-2024-05-01.md",
            "minutes-2024-06-01.md",
            "upgrading-4.2.md",
            "upgrading-4.4.md",
            "2024-05-01.md",
            "2024-06-01.md",
            "lone-v1.0.md",
            "guide-v1-2023.md",
            "guide-v2-2024.md",
            "other/policy-2024.md",
            "plan-v1.md",
            "plan-v2.html",
            "oauth2.md",
            "oauth1.md",
        ]
    )
    assert series == {
        "api-reference-v1.2.md": "api-reference",
        "api-reference-v2.0.md": "api-reference",
        "hr/fees_2024-05-01.md": "hr/fees",
        "hr/fees_2024-06.md": "hr/fees",
        "hr/policy-2022.md": "hr/policy",
        "hr/policy-2023.md": "hr/policy",
    }


def test_a_number_before_a_name_is_its_place_in_a_folder() -> None:
    numbered = ["007-policy-2022.md", "031-policy-2023.md", "12_fees_v1.txt", "40_fees_v2.txt"]
    assert derive_series(numbered) == {
        "007-policy-2022.md": "policy",
        "031-policy-2023.md": "policy",
        "12_fees_v1.txt": "fees",
        "40_fees_v2.txt": "fees",
    }
    assert derive_series(["1-intro.md", "2-intro.md", "2022-report.md", "2023-summary.md", "01-2024.md"]) == {}


def test_version_folders_share_at_least_two_paths() -> None:
    assert version_folders(
        ["v3.4/a.md", "v3.4/b/c.md", "v3.5/a.md", "v3.5/b/c.md", "v3.5/new.md", "v1/a.md", "v1/only.md", "top.md"]
    ) == {"v3.4/a.md": "3.4", "v3.4/b/c.md": "3.4", "v3.5/a.md": "3.5", "v3.5/b/c.md": "3.5", "v3.5/new.md": "3.5"}
    assert version_folders(["v1/a.md", "v2/a.md"]) == {}
    assert version_folders(["x/v1/a.md", "x/v1/b.md", "y/v2/a.md", "y/v2/b.md"]) == {}


def _git(root: Path, day: str, *arguments: str) -> None:
    stamp = f"{day}T12:00:00+0000"
    environment = {
        **os.environ,
        "GIT_AUTHOR_DATE": stamp,
        "GIT_COMMITTER_DATE": stamp,
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_AUTHOR_NAME": "a",
        "GIT_AUTHOR_EMAIL": "a@example.org",
        "GIT_COMMITTER_NAME": "a",
        "GIT_COMMITTER_EMAIL": "a@example.org",
    }
    subprocess.run(["git", "-C", str(root), *arguments], check=True, capture_output=True, env=environment)


def test_git_dates_are_those_of_the_last_change(tmp_path: Path) -> None:
    make(tmp_path, "docs/a.md", "docs/sub/é b.md", "top.md")
    _git(tmp_path, "2024-01-01", "init", "-q")
    _git(tmp_path, "2024-01-01", "add", ".")
    _git(tmp_path, "2024-01-01", "commit", "-qm", "one")
    (tmp_path / "docs" / "a.md").write_text("changed\n")
    _git(tmp_path, "2024-03-05", "commit", "-qam", "two")
    assert git_dates(tmp_path / "docs") == {"a.md": date(2024, 3, 5), "sub/é b.md": date(2024, 1, 1)}
    assert git_dates(tmp_path)["top.md"] == date(2024, 1, 1)


def test_git_history_runs_nothing_of_the_repository(tmp_path: Path) -> None:
    make(tmp_path, "a.md")
    _git(tmp_path, "2024-01-01", "init", "-q")
    _git(tmp_path, "2024-01-01", "add", ".")
    _git(tmp_path, "2024-01-01", "commit", "-qm", "one")
    mark = tmp_path / "ran"
    script = tmp_path / "evil.sh"
    script.write_text(f"#!/bin/sh\ntouch {mark}\n")
    script.chmod(0o755)
    for key in ("core.fsmonitor", "core.pager", "diff.external", "gpg.program", "core.sshCommand"):
        _git(tmp_path, "2024-01-01", "config", key, str(script))
    _git(tmp_path, "2024-01-01", "config", "log.showSignature", "true")
    assert git_dates(tmp_path)["a.md"] == date(2024, 1, 1)
    assert not mark.exists()


def test_no_repository_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(LoadError, match="git history cannot be read"):
        git_dates(tmp_path)
