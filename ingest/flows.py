"""Flows as graphs: the steps of a numbered procedure, what follows on what, and the jumps that its text names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ingest.findings import Finding
from ingest.labels import STEP_NUMBER
from kb.locator import Locator
from kb.model import Document, Part, Rendition
from kb.sentences import sentences

# "proceed to 2.2", "go to 2.1.2", 2.2.に進みます, 2.1. (攻撃の選択)に戻ります. A number that is only spoken
# of ("before 3.1") is no jump.
_JUMP = re.compile(
    rf"(?:[Pp]roceed|[Gg]o|[Rr]eturn) to (?P<en>{STEP_NUMBER})"
    rf"|(?P<ja>{STEP_NUMBER})\.?\s*(?:\([^)]*\))?に(?:進みます|戻ります)"
)
# "1.1. Return to (Play Timing)": the number stands before the words.
_LED = re.compile(rf"^(?P<number>{STEP_NUMBER})\.?\s*Return to")
# What makes a jump a branch, which is taken under a condition only. Not "in" or "iff".
_CONDITION = re.compile(r"\b[Ii]f\b|場合|なら")
_ORDERED = ("step", "jump", "procedure_step")


@dataclass(frozen=True, slots=True, kw_only=True)
class Edge:
    """One way on: `sort` is next, branch (under a condition) or return; `text` is the sentence that says so, or ""."""

    source: str
    target: str
    sort: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Flow:
    """A procedure of one document: its nodes (steps and jumps) in order, the ways on, and where it ends."""

    part: Part
    document: Document
    stages: tuple[Rendition, ...]
    nodes: tuple[Rendition, ...]
    edges: tuple[Edge, ...]
    lost: tuple[tuple[str, str], ...]
    """Jumps that land on no step: (entry, number)."""

    @property
    def ends(self) -> tuple[str, ...]:
        """Nodes from which nothing follows, or the last one where it goes back under a condition only."""
        left = {edge.source for edge in self.edges}
        if self.nodes and all(edge.sort == "branch" for edge in self.edges if edge.source == self.nodes[-1].entry):
            left.discard(self.nodes[-1].entry)
        return tuple(node.entry for node in self.nodes if node.entry not in left)

    @property
    def unreached(self) -> tuple[str, ...]:
        """Nodes that no way from the first node reaches."""
        if not self.nodes:
            return ()
        ways: dict[str, list[str]] = {}
        for edge in self.edges:
            ways.setdefault(edge.source, []).append(edge.target)
        seen, todo = {self.nodes[0].entry}, [self.nodes[0].entry]
        while todo:
            for target in ways.get(todo.pop(), []):
                if target not in seen:
                    seen.add(target)
                    todo.append(target)
        return tuple(node.entry for node in self.nodes if node.entry not in seen)


def flow(part: Part, document: Document, renditions: Sequence[Rendition]) -> Flow:
    """The graph of one flow as one document prints it; `renditions` are the document's, in its order."""
    mine = [r for r in renditions if r.flow == part.slug]
    nodes = [r for r in mine if r.kind in _ORDERED]
    places = {r.locator: r.entry for r in nodes if r.locator is not None}
    edges: list[Edge] = []
    lost: list[tuple[str, str]] = []
    for place, node in enumerate(nodes):
        jumps = list(_jumps(node.text))
        for number, text in jumps:
            target = places.get(Locator.parse(number))
            if target is None:
                lost.append((node.entry, number))
            else:
                sort = "branch" if _CONDITION.search(text) else "return"
                edges.append(Edge(source=node.entry, target=target, sort=sort, text=text))
        conditional = [text for _, text in jumps if _CONDITION.search(text)]
        goes_on = not jumps or (len(conditional) == len(jumps) == 1)
        if goes_on and place + 1 < len(nodes):
            edges.append(Edge(source=node.entry, target=nodes[place + 1].entry, sort="next", text=""))
    stages = tuple(r for r in mine if r.kind == "stage")
    return Flow(part=part, document=document, stages=stages, nodes=tuple(nodes), edges=tuple(edges), lost=tuple(lost))


def _jumps(text: str) -> Iterator[tuple[str, str]]:
    """(number, sentence) of each jump that a text names; arrows part two branches in one sentence."""
    for line in text.split("\n"):
        led = _LED.match(line)
        if led:
            yield led["number"], line
        for piece in re.split(r"→", line):
            for sentence in sentences(piece.strip()) or [piece]:
                for found in _JUMP.finditer(sentence):
                    yield found["en"] or found["ja"], sentence.strip()


def flows(parts: Iterable[Part], documents: Iterable[Document], renditions: Sequence[Rendition]) -> list[Flow]:
    """The graphs of all flows of all documents that print them."""
    out = []
    for document in documents:
        mine = sorted((r for r in renditions if r.document == document.id), key=lambda r: _order(r))
        for part in parts:
            if part.game == document.game and part.kind == "flow":
                found = flow(part, document, mine)
                if found.nodes:
                    out.append(found)
    return out


def _order(rendition: Rendition) -> tuple[Any, ...]:
    """The order of the rules: by number where there is one, a jump after the last step of its stage."""
    if rendition.kind == "jump":
        number = re.sub(r"\D.*$", "", rendition.entry.rsplit("/", 1)[1])
        return (((0, int(number or 0), ""), (2, 0, "")), 1)
    return (rendition.locator.order if rendition.locator else (), int(rendition.kind != "stage"))


def flow_findings(flow: Flow) -> Iterator[Finding]:
    """Jumps that land nowhere, ends in the middle, steps that nothing leads to."""
    lines = {r.entry: r.lines[0][0] for r in flow.nodes}
    for entry, number in flow.lost:
        yield _finding(flow, lines[entry], "lost-jump", f"{entry} sends the reader to {number}, and the flow has no such step")
    for entry in flow.ends:
        if entry != flow.nodes[-1].entry:
            yield _finding(flow, lines[entry], "dead-end", f"nothing follows on {entry}, and it is not the flow's last step")
    for entry in flow.unreached:
        yield _finding(flow, lines[entry], "unreached-step", f"nothing leads to {entry}")


def _finding(flow: Flow, line: int, code: str, message: str) -> Finding:
    return Finding(code=code, file=flow.document.file, line=line, message=message)


def flow_record(flow: Flow) -> dict[str, Any]:
    """A flow as the KB keeps it and `GET /api/flows` gives it."""
    stage_of: dict[str, str] = {}
    for node in flow.nodes:
        above = node.under
        while above is not None and above not in {stage.entry for stage in flow.stages}:
            above = next((other.under for other in flow.nodes if other.entry == above), None)
        stage_of[node.entry] = above or ""
    return {
        "game": flow.part.game,
        "part": flow.part.slug,
        "name": {"en": flow.part.name_en, "ja": flow.part.name_ja},
        "document": flow.document.id,
        "stages": [
            {
                "id": stage.entry,
                "number": stage.number,
                "title": stage.title,
                "steps": [node.entry for node in flow.nodes if stage_of[node.entry] == stage.entry],
            }
            for stage in flow.stages
        ],
        "steps": [
            {"id": node.entry, "kind": node.kind, "number": node.number, "stage": stage_of[node.entry] or None, "text": node.text}
            for node in flow.nodes
        ],
        "edges": [{"from": e.source, "to": e.target, "kind": e.sort, "text": e.text} for e in flow.edges],
        "ends": list(flow.ends),
    }
