"""What is wrong with the numbers of a document's steps and Q&As: printed twice, left out, or referred to and not there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ingest.catalogue import Source
from ingest.doubts import NUMBER_AGAIN, NUMBER_UNPRINTED, put_right
from ingest.findings import Finding
from ingest.grammars.walk import Parsed
from ingest.labels import STEP_NUMBER
from kb.locator import Locator
from kb.model import Rendition


def numbering(source: Source, parsed: Parsed) -> Iterator[Finding]:
    """Numbers that a document prints twice for one flow, and gaps in the numbers of a flow's steps and Q&As.

    One that is printed twice and was put right is a note, as the document's wrong references are: nobody can mend it.
    """
    flows: dict[str, list[Rendition]] = {}
    for rendition in parsed.renditions:
        if rendition.kind in ("step", "qa", "procedure_step"):
            flows.setdefault(rendition.entry.rpartition("/")[0], []).append(rendition)
        again = NUMBER_AGAIN.among(rendition.doubts)
        if again is not None:
            yield _at(source, rendition, "duplicate-number", again)
    for renditions in flows.values():
        yield from _repeated(source, renditions)
        seen = {rendition.locator for rendition in renditions}
        for rendition in renditions:
            before = _before(rendition.locator)
            if before is not None and before not in seen:
                yield _at(source, rendition, "number-gap", f"{rendition.number} stands here, but there is no {before.slug.upper()}")


def _repeated(source: Source, renditions: Sequence[Rendition]) -> Iterator[Finding]:
    """Notes on the numbers of one flow that its document prints twice, and that were put right."""
    bearing: dict[tuple[str, ...], list[Rendition]] = {}
    for rendition in renditions:
        if NUMBER_UNPRINTED.among(rendition.doubts) is None:
            bearing.setdefault(_as_printed(rendition), []).append(rendition)
    for bearers in bearing.values():
        for one in bearers if len(bearers) > 1 else ():
            wrong = put_right(one.doubts)
            if wrong is not None:
                other = next(bearer for bearer in bearers if bearer is not one)
                message = f"{wrong.doubt}; line {other.lines[0][0]} has this number, too"
                yield _at(source, one, "duplicate-number", message, error=False)


def _as_printed(rendition: Rendition) -> tuple[str, ...]:
    """What tells a number as its page prints it from the others of a flow: the kind of what bears it, and its digits."""
    found = put_right(rendition.doubts)
    return rendition.kind, *re.findall(r"\d+", found.printed if found else rendition.number or "")


def _before(locator: Locator | None) -> Locator | None:
    """The number that must stand before this one: 3.1 before 3.2; none before 3.1."""
    if locator is None or not isinstance(locator.components[-1], int) or locator.components[-1] <= 1:
        return None
    components = (*locator.components[:-1], locator.components[-1] - 1)
    return Locator(Locator.parse(".".join(map(str, components))).slug, components)


# A reference to a step inside a flow's own text: "proceed to 2.1.1", "return to 2.1", 5.1.に進みます. Not a price or a date.
_REFERENCE = re.compile(
    rf"(?i:proceed to|go to|skips? to|return to|during|before|at|from)\s(?P<en>{STEP_NUMBER})"
    rf"|(?P<ja>{STEP_NUMBER})\.?(?:に進みます|に戻ります|を行わない|で、|までに|で選んだ|で使用)"
)


def step_references(source: Source, parsed: Parsed) -> Iterator[Finding]:
    """Step references of a flow's steps, jumps and Q&As that land on no step of that flow in the same document."""
    numbers: dict[str, set[Locator]] = {}
    for rendition in parsed.renditions:
        if rendition.flow is not None and rendition.locator is not None and rendition.kind != "qa":
            numbers.setdefault(rendition.flow, set()).add(rendition.locator)
    for rendition in parsed.renditions:
        if rendition.flow is None:
            continue
        for found in _REFERENCE.finditer(rendition.text):
            number = found["en"] or found["ja"]
            if Locator.parse(number) not in numbers.get(rendition.flow, set()):
                message = f"{rendition.entry} refers to {number}, and its flow has no such step"
                yield _at(source, rendition, "dangling-reference", message)


def _at(source: Source, rendition: Rendition, code: str, message: str, *, error: bool = True) -> Finding:
    return Finding(code=code, file=source.document.file, line=rendition.lines[0][0], message=message, error=error)
