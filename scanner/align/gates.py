"""The gates between two claims that look alike, in order; each answers with a reason and can be read alone."""

from __future__ import annotations

from collections.abc import Iterable

from scanner.align import gates_case as case
from scanner.align import gates_instance as instance
from scanner.align import gates_place as place
from scanner.align import gates_pointing as pointing
from scanner.align import gates_subject as subject
from scanner.align import gates_told as told
from scanner.align import gates_value as value
from scanner.align import gates_within as within
from scanner.align.pair import PLACED, VERSIONS, Gate, Pair
from scanner.model import DocumentRelation, Reason, ValueKind

__all__ = [
    "ABOUT",
    "BY_COST",
    "FIRM",
    "GATES",
    "WORDED",
    "about_one_thing",
    "first_stop",
    "is_ruled_out",
    "is_weighed",
    "may_be_reworded",
]

GATES: tuple[Gate, ...] = (
    value.kind,
    value.derived,
    value.status,
    place.place,
    place.unit,
    told.releases,
    told.another_period,
    told.cases,
    told.opposed,
    told.fields,
    told.substituted,
    pointing.pointed,
    pointing.notices,
    pointing.contrasted,
    pointing.introduced,
    instance.further,
    instance.labelled,
    instance.kinds,
    instance.variants,
    within.history,
    case.exceptions,
    within.instances,
    within.defined,
    within.parts,
    within.changes,
    within.items,
    within.exchanged,
    within.asides,
    within.modifiers,
    within.accompanied,
    place.family,
    place.moved,
    place.common_lead,
    place.once,
    place.sections,
    value.scope,
    subject.identifiers,
    subject.names,
    subject.digits,
    subject.edges,
    subject.leads,
    place.cells,
    subject.qualifiers,
    value.nouns,
    value.absent,
    value.bounds,
    value.texts,
    value.duties,
    value.crossed,
    value.chosen,
    place.same_text,
    value.beside_bound,
    value.whole,
    subject.telling,
    subject.words,
    subject.leftovers,
)
"""The gates within one document and between its versions, where they alone decide."""

WORDED = frozenset(
    {
        within.asides,
        within.modifiers,
        place.sections,
        value.bounds,
        value.whole,
        subject.telling,
        subject.words,
        subject.leftovers,
    }
)
"""Those of ``GATES`` that ask for the same words, and so give way to a high likelihood."""

FIRM: tuple[Gate, ...] = (
    value.kind,
    value.derived,
    value.status,
    place.place,
    place.unit,
    told.releases,
    told.editions,
    told.unnamed,
    told.another_period,
    told.opposed,
    told.substituted,
    pointing.pointed,
    pointing.notices,
    pointing.contrasted,
    pointing.of_page,
    instance.introduced_apart,
    instance.further,
    instance.labelled,
    instance.kinds,
    instance.variants,
    place.documents,
    place.siblings,
    place.family,
    place.common_lead,
    value.scope,
    subject.identifiers,
    subject.names,
    subject.granted,
    subject.digits,
    subject.numbered,
    subject.edges,
    subject.aspects,
    subject.attributes,
    place.cells,
    value.nouns,
    value.absent,
    value.texts,
    value.duties,
    value.crossed,
    value.flags,
    value.chosen,
    place.same_text,
)
"""The gates between two documents, whose statements are weighed besides: what no likelihood outweighs."""

ABOUT: tuple[Gate, ...] = (
    value.kind,
    told.releases,
    told.editions,
    told.unnamed,
    told.another_period,
    subject.identifiers,
    subject.names,
    subject.digits,
    subject.edges,
    subject.qualifiers,
    value.nouns,
    subject.words,
    subject.leftovers,
)
"""The gates that ask what a statement is about, whatever documents it stands in."""


_FIRM_BY_COST: tuple[Gate, ...] = (
    place.documents,
    place.siblings,
    value.status,
    value.duties,
    value.flags,
    value.crossed,
    value.nouns,
    place.family,
    place.common_lead,
    value.scope,
    value.chosen,
    subject.digits,
    value.texts,
    subject.identifiers,
    subject.names,
    subject.aspects,
    place.cells,
    value.derived,
    place.same_text,
    value.absent,
    subject.numbered,
    subject.attributes,
    subject.granted,
    subject.edges,
    place.unit,
    place.place,
    told.unnamed,
    told.substituted,
    told.another_period,
    value.kind,
    told.opposed,
    told.editions,
    told.releases,
)
_LASTING_BY_COST: tuple[Gate, ...] = (
    place.unit,
    value.status,
    value.derived,
    within.items,
    place.family,
    within.changes,
    place.place,
    told.cases,
    within.instances,
    within.parts,
    subject.qualifiers,
    subject.leads,
    within.defined,
    value.duties,
    value.crossed,
    value.scope,
    subject.names,
    place.common_lead,
    place.cells,
    place.moved,
    value.nouns,
    value.absent,
    value.texts,
    value.chosen,
    place.same_text,
    subject.identifiers,
    subject.digits,
    subject.edges,
    within.accompanied,
    told.opposed,
    told.another_period,
    told.substituted,
    told.fields,
    told.releases,
    value.kind,
    value.beside_bound,
    case.exceptions,
    within.history,
)


def _by_cost(gates: Iterable[Gate], first: tuple[Gate, ...]) -> tuple[Gate, ...]:
    return (*first, *(gate for gate in gates if gate not in first))


BY_COST = (_by_cost(FIRM, _FIRM_BY_COST), _by_cost((gate for gate in GATES if gate not in WORDED), _LASTING_BY_COST))
"""Those of ``FIRM``, and those of ``GATES`` that do not give way, in the order of what they cost for what they stop.

What the cost of a gate was never measured for comes last.
"""


def about_one_thing(pair: Pair) -> bool:
    """Whether two statements may be about one thing, their documents, scopes and bounds apart.

    Two of one document stand where it put them: all gates ask.
    """
    gates = GATES if pair.relation is DocumentRelation.SAME else ABOUT
    return all(gate(pair) is None for gate in gates)


def first_stop(pair: Pair) -> tuple[Gate, Reason] | None:
    """The first gate that stops the pair, and why; ``None`` if all let it through."""
    for gate in FIRM if is_weighed(pair) else GATES:
        reason = gate(pair)
        if reason is not None:
            return gate, reason
    return None


def is_ruled_out(pair: Pair) -> bool:
    """Whether a gate stops the pair for good: one that does not give way to likelihood.

    Asked in the order of what the gates cost for what they stop, so it does not tell which one it is.
    """
    between, within = BY_COST
    return any(gate(pair) is not None for gate in (between if is_weighed(pair) else within))


def may_be_reworded(pair: Pair, stopped: Gate | None) -> bool:
    """Whether only their words keep two statements of one document apart, and nothing else says they are two things.

    ``stopped``: the first gate that stops them, if any does; those before it have been asked.
    """
    if stopped is not None and stopped not in WORDED:
        return False
    if pair.relation is not DocumentRelation.SAME or subject.aspects(pair) is not None:
        return False
    if pair.a.value.kind is ValueKind.FLAG:
        return False  # yes and no are said of many things in few words
    if any(c.subject_basis in PLACED and "?" in "".join(c.evidence.context[-1:]) for c in (pair.a, pair.b)):
        return False  # what it tells stands in the question above, not in its words
    behind = () if stopped is None else GATES[GATES.index(stopped) + 1 :]
    return all(gate(pair) is None for gate in behind if gate not in WORDED)


def is_weighed(pair: Pair) -> bool:
    """Whether likelihood decides of a pair: one document tells its things apart itself, versions repeat themselves."""
    return pair.relation is not DocumentRelation.SAME and pair.relation not in VERSIONS
