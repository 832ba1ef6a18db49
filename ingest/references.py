"""References between rules: steps named in another flow, sections, keywords. Each becomes a link, or is listed as wrong.

A reference is wrong when its target is not in the document, when the heading that it quotes is not printed so, or when a reader
settled in `corpus/reviews/references.toml` that it names the wrong step.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from ingest.catalogue import Catalogue
from ingest.data_files import a_text, only, read_toml, with_lines
from ingest.labels import STEP_NUMBER
from kb.errors import CorpusError
from kb.fold import key
from kb.locator import Locator
from kb.model import Document, Rendition
from kb.tokens import tokens

# "4.2. under “Flow of an Attack Phase”", "7.1 section of "2. Flow of …"": a step, then its flow in quotes.
_STEP_OF = re.compile(rf"(?P<number>{STEP_NUMBER})\.?,? (?:section )?(?:under|of|in) [“\"](?P<heading>[^”\"]{{4,60}})[”\"]")
# 「アタックフェイズの流れ」の4.1., 「②プレイタイミング/【対抗】の流れ」の7.1.
_STEP_OF_JA = re.compile(rf"「(?P<heading>[^」]{{3,40}}の流れ)」の(?P<number>{STEP_NUMBER})")
# "Flow of an Attack Phase 3.3 From this point on", アタックフェイズの流れ 1. アタックフェイズの開始: a flow, then a step or stage.
_FLOW_THEN = re.compile(r"(?P<heading>Flow of (?:an?|the) [A-Z]\w+ Phase|\w{3,12}フェイズの流れ) (?P<number>\d{1,2}(?:\.\d{1,2})*)")
# “1. Flow of a Buddy Call / Call”, 「④ファイナルフェイズの流れ」, ④ Ability / Others: a numbered heading, no step.
_HEADING = re.compile(r"[“\"「](?P<quoted>(?:\d{1,2}\.\s*|[①-⑳]\s*)[^”\"」]{3,60})[”\"」]|(?P<bare>④\s*Ability / Others)")
# A bare step number in a flow's own text: "during 2.1", 2.1.で. Not "1.5x" or a price.
_OWN = re.compile(rf"(?<![\d.A-Za-z])(?P<number>{STEP_NUMBER})(?![\d%x])")
# A stage of the flow's own: "until 4..", whose number has its dot and the sentence's, 4.「攻撃後の処理」. Not "wait 4...".
_OWN_STAGE = re.compile(r"(?<![\d.])(?P<number>\d{1,2})\.(?:\.(?!\.)|「[^」]{2,20}」)")
# "(6) Set an option card in the slot", "(4) Use special ability" in the point calculation phase: a step by its number and words.
_BY_WORDS = re.compile(
    r"[“\"](?P<words>(?P<number>\(\d{1,2}\)) ?[^”\"\n]{4,60})[”\"](?: (?:in|of|under) the (?P<heading>(?:[\w-]+ ){0,4}[\w-]+))?"
)
_ALIKE = 0.5
"""The share of the words that a reference gives which the step must have at least."""
# A keyword as texts print it: "[Penetrate]", 『貫通』. Not a small letter or a number in brackets ("[see 3.1]").
_KEYWORD = re.compile(r"\[[A-Z][^\[\]]{2,30}\]|『[^『』]{2,16}』")


@dataclass(frozen=True, slots=True, kw_only=True)
class Reference:
    """A mention of a rule in another: `target` is an entry id or None, `status` is ok or wrong.

    `there` says whether the document prints what is named: a wrong reference to such a place leads to the wrong one. `note` and
    `note_ja` say in English and Japanese why it is wrong.
    """

    entry: str
    document: str
    text: str
    target: str | None
    status: str
    there: bool
    note: str
    note_ja: str


@dataclass(frozen=True, slots=True)
class _Note:
    """Why a reference is wrong, in both languages."""

    en: str
    ja: str


@dataclass(frozen=True, slots=True)
class _Printed:
    """What a document prints where: steps by flow and number, those of one number with their text, headings, named entries."""

    steps: Mapping[tuple[str, Locator], str]
    numbered: Mapping[Locator, Sequence[Rendition]]
    headings: frozenset[str]
    entries: frozenset[str]


def references(catalogue: Catalogue, documents: Sequence[Document], renditions: Sequence[Rendition]) -> list[Reference]:
    """All references of all documents, each once per entry; raises CorpusError for a wrong line in the reviews."""
    settled = _settled(catalogue.root, renditions)
    out: dict[tuple[str, str, str, str | None], Reference] = {}
    for document in documents:
        mine = [r for r in renditions if r.document == document.id]
        printed = _printed(mine)
        for rendition in mine:
            for text, target, missing in _found(catalogue, document, rendition, printed):
                note = settled.get((rendition.entry, document.id, text), missing)
                reference = Reference(
                    entry=rendition.entry,
                    document=document.id,
                    text=text,
                    target=target,
                    status="wrong" if note else "ok",
                    there=missing is None,
                    note=note.en if note else "",
                    note_ja=note.ja if note else "",
                )
                if target != rendition.entry:
                    out.setdefault((rendition.entry, document.id, text, target), reference)
    return list(out.values())


def _printed(renditions: Sequence[Rendition]) -> _Printed:
    stepwise = [r for r in renditions if r.flow and r.kind != "qa"]
    steps = {(r.flow, r.locator): r.entry for r in reversed(stepwise) if r.flow and r.locator}
    numbered: dict[Locator, list[Rendition]] = {}
    for rendition in stepwise:
        if rendition.locator:
            numbered.setdefault(rendition.locator, []).append(rendition)
    headings = frozenset(key(heading) for r in renditions for heading in r.section)
    return _Printed(steps, numbered, headings, frozenset(r.entry for r in renditions))


def _found(
    catalogue: Catalogue, document: Document, rendition: Rendition, printed: _Printed
) -> Iterator[tuple[str, str | None, _Note | None]]:
    """(words, target or None, why what it names is not there or None) of each reference in a text."""
    text = rendition.text
    taken: list[tuple[int, int]] = []
    for pattern in (_STEP_OF, _STEP_OF_JA, _FLOW_THEN):
        for found in pattern.finditer(text):
            taken.append(found.span())
            part = catalogue.heading(document.game, document.language, found["heading"])
            target = printed.steps.get((part.part.slug, Locator.parse(found["number"]))) if part else None
            yield found[0], target, None if target else _no_step_in(found["number"], found["heading"])
    for found in _HEADING.finditer(text):
        if not any(first <= found.start() < last for first, last in taken):
            taken.append(found.span())
            yield _section(catalogue, document, found["quoted"] or found["bare"], printed)
    for found in _BY_WORDS.finditer(text):
        taken.append(found.span("words"))
        yield found["words"], *_step_by_words(catalogue, document, found, printed)
    if rendition.flow is not None:
        for found in (*_OWN.finditer(text), *_OWN_STAGE.finditer(text)):
            if not any(first <= found.start() < last for first, last in taken):
                target = printed.steps.get((rendition.flow, Locator.parse(found["number"])))
                yield found[0], target, None if target else _no_step(found["number"])
    for found in _KEYWORD.finditer(text):
        id = _of_title(catalogue, document, found[0]) or _part_of_title(catalogue, document, found[0])
        if id is not None and f"{document.game}/{id}" in printed.entries:
            yield found[0], f"{document.game}/{id}", None


def _step_by_words(
    catalogue: Catalogue, document: Document, found: re.Match[str], printed: _Printed
) -> tuple[str | None, _Note | None]:
    """The step of a number that has most of the words given with it, in the flow that is named behind where one is."""
    wanted = set(tokens(found["words"].removeprefix(found["number"])))
    flow = _flow_named(catalogue, document, found["heading"] or "")
    steps = [r for r in printed.numbered.get(Locator.parse(found["number"]), ()) if flow in (None, r.flow)]
    shares = [len(wanted & set(tokens(step.text))) / (len(wanted) or 1) for step in steps]
    best = [step for step, share in zip(steps, shares, strict=True) if share == max(shares) >= _ALIKE]
    return (best[0].entry, None) if len(best) == 1 else (None, _no_step_of_words(found["number"]))


def _flow_named(catalogue: Catalogue, document: Document, words: str) -> str | None:
    """The flow whose heading some words begin with, the longest; None where they name none."""
    all = words.split()
    named = (catalogue.heading(document.game, document.language, " ".join(all[:n])) for n in range(len(all), 0, -1))
    return next((part.part.slug for part in named if part is not None), None)


def _of_title(catalogue: Catalogue, document: Document, words: str) -> str | None:
    """The keyword whose title this is."""
    name = catalogue.title(document.game, document.language, words, ("keyword",))
    return None if name is None else name.id


def _part_of_title(catalogue: Catalogue, document: Document, words: str) -> str | None:
    """The keyword whose title lists this one among others ("[Transform] / [Ride]")."""
    wanted = key(words)
    for (game, id), name in catalogue.names.items():
        if game == document.game and id.startswith("keyword/"):
            for title in name.titles[document.language]:
                if wanted in {key(piece) for piece in _KEYWORD.findall(title)}:
                    return id
    return None


def _section(catalogue: Catalogue, document: Document, words: str, printed: _Printed) -> tuple[str, str | None, _Note | None]:
    """A reference to a heading by its number: right when the document prints that heading with that number."""
    part = catalogue.heading(document.game, document.language, words)
    if key(words) in printed.headings:
        return words, None, None
    return words, None, _no_heading(words) if part is None else _other_heading(part.headings[document.language][0])


def _no_step_in(number: str, heading: str) -> _Note:
    return _Note(f"this document has no {number} in {heading}", f"この文書の「{heading}」に{number}はありません。")


def _no_step(number: str) -> _Note:
    return _Note(f"this flow has no step {number} in this document", f"この文書のこの流れに{number}はありません。")


def _no_step_of_words(number: str) -> _Note:
    return _Note(f"this document has no step {number} of these words", f"この文書に、この内容の手順{number}はありません。")


def _no_heading(words: str) -> _Note:
    return _Note(f"this document has no heading {words!r}", f"この文書に「{words}」という見出しはありません。")


def _other_heading(heading: str) -> _Note:
    return _Note(
        f"this document prints {heading!r} without that number or under another name",
        f"この文書の「{heading}」には、その番号が付いていないか、別の名前が付いています。",
    )


def _settled(root: Path, renditions: Sequence[Rendition]) -> dict[tuple[str, str, str], _Note]:
    """References that a reader found to name the wrong step: (entry, document, words) → note."""
    path = root / "reviews" / "references.toml"
    if not path.exists():
        return {}
    known = {(r.entry, r.document): r for r in renditions}
    out = {}
    for line, table in with_lines(path, "[[reference]]", read_toml(path, ("reference",)).get("reference", [])):
        only(table, ("entry", "document", "text", "note_en", "note_ja"), path, line)
        place, text = (str(table.get("entry", "")), str(table.get("document", ""))), str(table.get("text", ""))
        if place not in known:
            raise CorpusError(f"{place[0]!r} is not printed in {place[1]!r}", file=path, line=line)
        if text not in known[place].text or not text:
            raise CorpusError(f"{place[1]} does not print {text!r} in {place[0]}", file=path, line=line)
        out[(*place, text)] = _Note(a_text(table, "note_en", path, line), a_text(table, "note_ja", path, line))
    return out


def reference_record(reference: Reference) -> dict[str, Any]:
    """A reference as the KB keeps it."""
    return asdict(reference)
