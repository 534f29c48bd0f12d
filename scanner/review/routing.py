"""Who looks after a finding: the site's routes by path, source, kind of subject and domain of predicate."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from pathspec import GitIgnoreSpec

from scanner.model import FindingState

__all__ = ["SUBJECT_KINDS", "Route", "Routing", "SubjectKind", "subject_kind"]

SubjectKind = str
"""``path`` (/users), ``option`` (--timeout), ``identifier`` (max_retries, LS-2114), ``name``, or the kind that the card
of a known name gives."""

_FORMS = (
    ("option", re.compile(r"--?[A-Za-z]\S*")),
    ("path", re.compile(r"[\w.~]*/\S*")),
    ("identifier", re.compile(r"(?=.*[A-Za-z])(?:\S*[0-9_]\S*|\S*[a-z][A-Z]\S*|\S*\w[.:]\w\S*)")),
)
SUBJECT_KINDS = (*(name for name, _ in _FORMS), "name")
"""The kinds that need no card."""


def subject_kind(subject: str, known: Mapping[str, str]) -> SubjectKind:
    """What kind of thing ``subject`` is; ``known`` maps names in lower case to the kind their card gives."""
    kind = known.get(subject.casefold(), "")
    if kind:
        return kind
    words = subject.strip("`").split()
    return next((name for name, form in _FORMS if any(form.fullmatch(word.strip("`")) for word in words)), "name")


@dataclass(frozen=True)
class Route:
    """Conditions that must all hold, empty ones aside, and the owner that follows.

    ``path`` are globs as in .gitignore, matched against document ids; ``subject`` kinds of subject; ``predicate`` ids
    or domains. ``unowned``: only where no document names an owner.
    """

    owner: str
    path: tuple[str, ...] = ()
    source: tuple[str, ...] = ()
    subject: tuple[str, ...] = ()
    predicate: tuple[str, ...] = ()
    unowned: bool = False
    spec: GitIgnoreSpec = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "spec", GitIgnoreSpec.from_lines(self.path))

    def takes(self, source: str, doc_id: str) -> bool:
        return (not self.source or source in self.source) and (not self.path or self.spec.match_file(doc_id))


@dataclass(frozen=True)
class Routing:
    """The routes of a site in order, and what tells the kind of a subject and the domain of a predicate."""

    routes: tuple[Route, ...] = ()
    kinds: Mapping[str, str] = field(default_factory=dict)
    domains: Mapping[str, str] = field(default_factory=dict)

    def owner(self, state: FindingState, named: str) -> str:
        """The owner of the first route that takes the finding, else ``named``, whom its documents name.

        A route by path or source is asked first about the documents that are not preferred: they are to be corrected.
        """
        kind = subject_kind(state.subject, self.kinds)
        domain = self.domains.get(state.predicate, "")
        fitting = [
            route
            for route in self.routes
            if (not route.subject or kind in route.subject)
            and (not route.predicate or state.predicate in route.predicate or domain in route.predicate)
            and not (route.unowned and named)
        ]
        return next((route.owner for route in _taking(fitting, state)), named)


def _taking(routes: Sequence[Route], state: FindingState) -> Iterable[Route]:
    for preferred in (False, True):
        documents = [d for side in state.sides if side.preferred is preferred for d in side.documents]
        yield from (route for route in routes if any(route.takes(*document) for document in documents))
