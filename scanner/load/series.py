"""See from document ids alone which files are versions of one document, and which folders are versions of one tree."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping

__all__ = ["derive_series", "version_folders"]

_MONTHS = (
    "jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|"
    "nov(?:ember)?|dec(?:ember)?"
)
_VERSION = re.compile(
    rf"(?:^|(?<=[-_. @(]))(?:"
    rf"(?:19|20)\d{{2}}[-_.]?(?:0[1-9]|1[0-2])(?:[-_.]?(?:0[1-9]|[12]\d|3[01]))?"
    rf"|(?:{_MONTHS})[-_ ]?(?:19|20)\d{{2}}|(?:19|20)\d{{2}}[-_ ]?(?:{_MONTHS})"
    rf"|(?:fy|q[1-4]|h[12])[-_ ]?(?:19|20)?\d{{2}}|(?:19|20)\d{{2}}[-_ ]?(?:q[1-4]|h[12])"
    rf"|(?:19|20)\d{{2}}"
    rf"|v(?:er(?:sion)?)?[-_ ]?\d+(?:[._]\d+)*(?:[-.]?(?:rc|beta|alpha)\d*)?"
    rf"|r(?:ev(?:ision)?)?[-_ ]?\d+(?:\.\d+)*|\d+(?:\.\d+)+"
    rf")(?=$|[-_. @)])",
    re.I,
)
_COUNTED = re.compile(r"(?!(?:19|20)\d{2}[-_. ])\d{1,6}[-_. ]+(?=[A-Za-z])")
_EVENTS = re.compile(
    r"(?:minutes|notes?|meetings?|newsletters?|logs?|journals?|diary|posts?|news|standups?|retros?|invoices?|agendas?|"
    r"changelogs?|changes|upgrad(?:e|ing)s?|migrat(?:ion|ing)s?|roadmaps?|announcements?|releases?|weekly|daily|incidents?|postmortems?|transcripts?|talks?|events?|blog)\Z",
    re.I,
)
_FOLDER = re.compile(
    r"(?:v|ver|version|release|rel)[-_]?\d+(?:\.\d+)*(?:\.x)?\Z|\d+(?:\.\d+)+(?:\.x)?\Z|\d+\.x\Z", re.I
)
_SHARED = 2


def derive_series(doc_ids: Iterable[str]) -> Mapping[str, str]:
    """The series of each document that has one: two or more files of one folder and ending whose names differ only by
    one version, year or date. A series is named by its folder and the name without the version.

    Names that are nothing but a date, and records of events (minutes, notes, posts), are no versions of one document.
    """
    groups: dict[tuple[str, str, str], list[str]] = defaultdict(list)
    for doc_id in sorted(set(doc_ids)):
        folder, _, name = doc_id.rpartition("/")
        stem, _, ending = name.rpartition(".")
        core = _core(stem or name)
        if core:
            groups[folder, core, ending.lower()].append(doc_id)
    found: dict[str, str] = {}
    for (folder, core, _), members in sorted(groups.items()):
        if len(members) > 1:
            name = f"{folder}/{core}" if folder else core
            found.update(dict.fromkeys(members, name))
    return dict(sorted(found.items()))


def _core(stem: str) -> str:
    """The name without its one version; empty if it has none or is about an event.

    A number before the name ("007-policy-2022") is the file's place in a folder or export, no part of its name.
    """
    stem = _COUNTED.sub("", stem, count=1) if _COUNTED.match(stem) else stem
    matches = list(_VERSION.finditer(stem))
    if len(matches) != 1:
        return ""
    found = matches[0]
    words = [word for word in re.split(r"[-_. @()]+", stem[: found.start()] + "-" + stem[found.end() :]) if word]
    if not any(any(char.isalpha() for char in word) for word in words):
        return ""
    if any(_EVENTS.match(word) for word in words):
        return ""
    return "-".join(words).lower()


def version_folders(doc_ids: Iterable[str]) -> Mapping[str, str]:
    """The version of each document below one of several sibling folders named by versions ("v3.4", "v3.5") that share
    at least two relative paths; there the version is scope.
    """
    trees: dict[tuple[str, str], dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    homes: dict[str, list[tuple[tuple[str, str], str, str]]] = defaultdict(list)
    for doc_id in set(doc_ids):
        parts = doc_id.split("/")
        for place, part in enumerate(parts[:-1]):
            if _FOLDER.match(part):
                parent = ("/".join(parts[:place]), "")
                below = "/".join(parts[place + 1 :])
                trees[parent][part].add(below)
                homes[doc_id].append((parent, part, below))
    found: dict[str, str] = {}
    for doc_id, places in sorted(homes.items()):
        for parent, folder, _ in places:
            siblings = trees[parent]
            if any(len(siblings[folder] & paths) >= _SHARED for other, paths in siblings.items() if other != folder):
                found[doc_id] = re.sub(r"^(?:v|ver|version|release|rel)[-_]?(?=\d)", "", folder, flags=re.I)
                break
    return found
