"""Conflicts in pairs of texts that no reader has read yet: what the detector finds there, marked as found by rule."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from ingest.detect.detect import detect
from kb.fold import key
from kb.model import Conflict, Document, Rendition, Term


def current_pairs(documents: Mapping[str, Document], renditions: Iterable[Rendition]) -> list[tuple[Rendition, Rendition]]:
    """The English and Japanese renditions of the same entry in documents that nothing supersedes."""
    held: dict[str, dict[str, Rendition]] = {"en": {}, "ja": {}}
    for rendition in renditions:
        if documents[rendition.document].current:
            held[rendition.language][rendition.entry] = rendition
    return [(rendition, held["ja"][entry]) for entry, rendition in held["en"].items() if entry in held["ja"]]


def unread_conflicts(
    documents: Mapping[str, Document],
    renditions: Sequence[Rendition],
    read: Collection[tuple[str, str]],
    terms: Sequence[Term],
) -> list[Conflict]:
    """What the detector finds in current texts that differ from every pair of documents that was read in full."""
    seen = {(r.entry, r.document): key(r.text) for r in renditions}
    out = []
    for english, japanese in current_pairs(documents, renditions):
        texts = (key(english.text), key(japanese.text))
        if any((seen.get((english.entry, one)), seen.get((english.entry, other))) == texts for one, other in read):
            continue
        out += [
            _conflict(english, japanese, flag.severity, flag.en, flag.ja, flag.cue) for flag in detect(english, japanese, terms)
        ]
    return out


def _conflict(english: Rendition, japanese: Rendition, severity: str, en: str, ja: str, cue: str) -> Conflict:
    return Conflict(
        entry=english.entry,
        severity=severity,
        impact="medium",
        en_document=english.document,
        en_text=en,
        ja_document=japanese.document,
        ja_text=ja,
        note_en=f"Found by rule, not yet read: {cue}.",
        note_ja="規則による検出で、まだ人が読んでいません。",
        status="detected",
    )
