"""What is known about an entry beside its texts: conflicts between languages, changes between editions, references, withdrawal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kb.model import Change, Conflict, Document, Rendition
from kb.shapes import ChangeShape, ConflictShape, RuleChangeShape
from kb.store import Store

GRAVE = "high"
"""The impact on a match of a conflict that is told beside a citation, and of which an answer quotes both sides."""
TYPOGRAPHIC, RENUMBERED = "typographic", "renumbered"
"""The kinds of a change by which no rule says something else."""
DisagreeingPassages = Mapping[str, Sequence[str]]
"""By document the passages of an entry that disagree with another current text; "" where only the other one says something."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Review:
    """Everything that a page says about one entry: `references` and `cited_by` are links.

    `rule_changes` are those that it prints, those that changed it, and those whose old rule it still prints. `withdrawn` is None
    while it stands in all languages that printed it.
    """

    conflicts: tuple[Conflict, ...]
    changes: tuple[Change, ...]
    rule_changes: tuple[dict[str, Any], ...]
    references: tuple[dict[str, Any], ...]
    cited_by: tuple[str, ...]
    withdrawn: dict[str, Any] | None


def review_of(store: Store, entry: str) -> Review:
    """The review of one entry."""
    cited = store.records("cited_by", entry)
    gone = store.records("withdrawn", entry)
    return Review(
        conflicts=tuple(Conflict(**body) for body in store.records("conflict", entry)),
        changes=tuple(Change(**body) for body in store.records("change", entry)),
        rule_changes=tuple(store.records("rule_change", entry)),
        references=tuple(store.records("reference", entry)),
        cited_by=tuple(cited[0]["by"]) if cited else (),
        withdrawn=gone[0] if gone else None,
    )


def conflicts(store: Store) -> list[Conflict]:
    """All conflicts, in the order of the rules."""
    return [Conflict(**body) for body in store.records("conflict")]


def disagreeing_passages(found: Iterable[Conflict]) -> dict[str, DisagreeingPassages]:
    """Where the texts of each entry with a conflict disagree."""
    out: dict[str, dict[str, list[str]]] = {}
    for one in found:
        for document, passage in ((one.en_document, one.en_text), (one.ja_document, one.ja_text)):
            out.setdefault(one.entry, {}).setdefault(document, []).append(passage)
    return dict(out)


def changes(store: Store) -> list[Change]:
    """All changes, the newest edition last."""
    return [Change(**body) for body in store.records("change")]


def judged(changes: Iterable[Change], documents: Mapping[str, Document], rendition: Rendition) -> str:
    """What all the changes of an entry from a text up to today's of its language come to, where they change no rule.

    `renumbered` where a reader says so of one, though the same number may be meant; `typographic` for any others; "" where there is
    none, or one that says something else.
    """
    since = [(documents[change.from_document], change) for change in changes if change.from_document in documents]
    way = [one for of, one in since if of.language == rendition.language and of.edition >= rendition.edition]
    if not way or any(change.impact != "none" or change.kind not in (TYPOGRAPHIC, RENUMBERED) for change in way):
        return ""
    return RENUMBERED if any(change.kind == RENUMBERED and change.status == "reviewed" for change in way) else TYPOGRAPHIC


def conflict_json(conflict: Conflict) -> ConflictShape:
    """A conflict as the API and the export give it."""
    return {
        "entry": conflict.entry,
        "severity": conflict.severity,
        "impact": conflict.impact,
        "en": {"document": conflict.en_document, "text": conflict.en_text},
        "ja": {"document": conflict.ja_document, "text": conflict.ja_text},
        "note": conflict.note_en,
        "note_ja": conflict.note_ja,
        "status": conflict.status,
    }


def change_json(change: Change) -> ChangeShape:
    """A change as the API and the export give it."""
    return {
        "entry": change.entry,
        "kind": change.kind,
        "from": {"document": change.from_document, "text": change.from_text},
        "to": {"document": change.to_document, "text": change.to_text},
        "note": change.note_en,
        "note_ja": change.note_ja,
        "impact": change.impact,
        "status": change.status,
    }


def rule_change_json(body: dict[str, Any]) -> RuleChangeShape:
    """A dated rule change as the API gives it, from its record."""
    return {
        "change": body["change"],
        "entries": list(body["entries"]),
        "stale": [{"entry": entry, "document": document, "text": passage} for entry, document, passage in body["stale"]],
        "note": body["note_en"],
        "note_ja": body["note_ja"],
    }
