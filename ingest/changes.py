"""What each edition changed against the one before: added, removed, amended, renumbered, or typography alone."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from kb.fold import key
from kb.model import Alignment, Change, Document, Rendition

_WORD = re.compile(r"\S+")


def changes(
    documents: Mapping[str, Document],
    renditions: Iterable[Rendition],
    alignments: Iterable[Alignment],
    reviewed: Sequence[Change],
) -> list[Change]:
    """All changes of every edition against the one that it supersedes; a reviewed change stands for the one that is found."""
    printed: dict[str, dict[str, Rendition]] = {id: {} for id in documents}
    for rendition in renditions:
        printed[rendition.document][rendition.entry] = rendition
    parts = {(a.target, a.entry): a for a in alignments if a.relation in ("split", "merged")}
    settled = {(change.entry, change.from_document, change.to_document) for change in reviewed}
    out = [_whole(change, printed) for change in reviewed]
    for document in documents.values():
        if document.supersedes is None:
            continue
        old, new = printed[document.supersedes], printed[document.id]
        for entry in {**old, **new}:
            if (entry, document.supersedes, document.id) not in settled:
                found = _change(entry, document, old.get(entry), new.get(entry), (document.id, entry) in parts)
                out += [found] if found is not None else []
    order = {id: place for place, id in enumerate(documents)}
    return sorted(out, key=lambda change: (order[change.to_document], change.entry))


def _whole(change: Change, printed: Mapping[str, Mapping[str, Rendition]]) -> Change:
    """A reviewed change with all of the text that was added or removed, of which the review quotes the beginning."""
    if change.kind == "added" and (new := printed[change.to_document].get(change.entry)) is not None:
        return replace(change, to_text=new.text)
    if change.kind == "removed" and (old := printed[change.from_document].get(change.entry)) is not None:
        return replace(change, from_text=old.text)
    return change


def _change(entry: str, document: Document, old: Rendition | None, new: Rendition | None, is_part: bool) -> Change | None:
    before = str(document.supersedes)
    if old is None or new is None:
        note = "Split off from another entry." if is_part and old is None else ""
        note_ja = "別の項目から分かれました。" if note else ""
        kind, text = ("added", new) if old is None else ("removed", old)
        assert text is not None
        sides = ("", text.text) if kind == "added" else (text.text, "")
        return _record(entry, kind, before, document.id, sides, note, note_ja)
    if key(old.text) != key(new.text) or key(old.title or "") != key(new.title or ""):
        sides = changed_run(old.text, new.text) if key(old.text) != key(new.text) else changed_run(old.title or "", new.title or "")
        return _record(entry, "amended", before, document.id, sides, "", "")
    if old.locator != new.locator:
        sides = (old.number or "", new.number or "")
        return _record(
            entry,
            "renumbered",
            before,
            document.id,
            sides,
            f"{sides[0]} is now {sides[1]}.",
            f"{sides[0]}は{sides[1]}になりました。",
        )
    if old.text.split() != new.text.split():
        return _record(entry, "typographic", before, document.id, changed_run(old.text, new.text), "", "")
    return None


def _record(entry: str, kind: str, before: str, after: str, sides: tuple[str, str], note_en: str, note_ja: str) -> Change:
    impact = "none" if kind in ("typographic", "renumbered") else ""
    return Change(
        entry=entry,
        kind=kind,
        from_document=before,
        from_text=sides[0],
        to_document=after,
        to_text=sides[1],
        note_en=note_en,
        note_ja=note_ja,
        impact=impact,
        status="detected",
    )


def changed_run(old: str, new: str) -> tuple[str, str]:
    """The shortest run of whole words of each text that holds all that differs, to the letter; white space does not differ."""
    left, right = list(_WORD.finditer(old)), list(_WORD.finditer(new))
    matcher = difflib.SequenceMatcher(None, [word[0] for word in left], [word[0] for word in right], autojunk=False)
    blocks = [block for block in matcher.get_opcodes() if block[0] != "equal"]
    if not blocks:
        return old, new
    first, last = blocks[0], blocks[-1]
    return _run(old, left[first[1] : last[2]]), _run(new, right[first[3] : last[4]])


def _run(text: str, words: Sequence[re.Match[str]]) -> str:
    return text[words[0].start() : words[-1].end()] if words else ""
