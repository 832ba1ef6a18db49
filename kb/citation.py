"""How an entry is cited: game, part and number, or the printed title (`BF Attack Phase 3.2.1`, `BF [Penetrate]`)."""

from __future__ import annotations

import re

from kb.locator import Locator
from kb.model import Entry, Game, Part, Rendition

_KIND_WORDS = {
    "rule_change": ("Rule change", "ルール変更"),
    "restricted_card": ("Restricted card:", "制限カード："),
    "card_anatomy": ("Card anatomy:", "カードの見方："),
    "erratum": ("Erratum", "エラッタ"),
    "resolution_check": ("Resolution Check:", "ルール処理："),
    "precaution": ("Precautions:", "大会中の注意："),
    "deck_rule": ("Deck:", "デッキ："),
    "ability_class": ("Abilities:", "能力："),
}
_OPENING_WORDS = 7
_OPENING_LETTERS = 16


def cite(game: Game, part: Part | None, rendition: Rendition, owner: str | None = None, longer: int = 1) -> str:
    """The citation of an entry by one of its renditions, in the rendition's language; `owner` is what a Q&A is cited under.

    `longer` above 1 quotes the whole title, and so many times as much of a text: for entries that would share a citation.
    """
    japanese = rendition.language == "ja"
    name = "" if part is None else part.name_ja if japanese else part.name_en
    body = _body(rendition, name, owner, japanese, longer)
    return f"{game.code} {body}".strip()


def pinned(entry: Entry, rendition: Rendition) -> str:
    """An entry's citation pinned to one document, in its language, with the number that it prints: `BF [Penetrate] (EN 3)`."""
    return f"{numbered(entry, rendition)} {edition(rendition)}"


def edition(rendition: Rendition) -> str:
    """What a pin adds to a citation: `(EN 3)`."""
    return f"({rendition.language.upper()} {rendition.edition})"


def cited_in(entry: Entry, language: str) -> str:
    """An entry's citation in a language where a text of it is printed in that language; no other entry has it."""
    return next((named.citation for named in entry.named if named.language == language), entry.citation)


def numbered(entry: Entry, rendition: Rendition, language: str | None = None) -> str:
    """An entry's citation with the name and number of one of its renditions: editions rename and renumber.

    It is in the rendition's language, or in the one that is named where a text of it is printed in that.
    """
    wanted = language or rendition.language
    label = next((named.label for named in entry.named if named.language == wanted), None)
    wanted = wanted if label is not None else entry.renditions[0].language
    own = next((named.label for named in entry.named if named.pin == rendition.document), None)
    if own is not None and wanted == rendition.language:
        return own
    label = label or next((named.label for named in entry.named if named.language == wanted), entry.citation)
    today = next(r.number for r in entry.renditions if r.language == wanted)
    if not today or not rendition.number or Locator.parse(today) == Locator.parse(rendition.number):
        return label
    head, found, tail = label.rpartition(f" {today}")
    return f"{head} {rendition.number}{tail}" if found else label


def _body(rendition: Rendition, part: str, owner: str | None, japanese: bool, longer: int) -> str:
    kind, number, title = rendition.kind, rendition.number, rendition.title
    if kind in ("step", "procedure_step"):
        return f"{part} {number}"
    if kind == "stage":
        repeated = "-" in rendition.entry.rsplit("/", 1)[1]
        return f"{part} {number} ({title})" if repeated else f"{part} {number}"
    if kind == "jump":
        stage = rendition.entry.rsplit("/", 1)[1].removesuffix("-jump")
        return f"{part} {stage} ({'移行' if japanese else 'jump'})"
    if kind == "qa":
        return f"{owner or part} {number}"
    if kind == "ability_ruling" and title:
        return f"Ability: {_opening(title, japanese, longer)}"
    word = _KIND_WORDS.get(kind, ("", ""))[int(japanese)]
    if kind in ("rule_change", "erratum"):
        return f"{word} {number}"
    if title and number and kind == "topic":
        return f"{_short(title, longer)} {number}"
    if title and kind != "rule":
        return _led(word, _short(title, longer))
    # "[3] Movement" and "■ Movement" without their marks. Not "3] Movement".
    section = re.sub(r"^(?:\[\d+\]|\W)+", "", rendition.section[-1]) if rendition.section and kind == "rule" else ""
    lead = word or (f"{section}:" if section else "")
    return _led(lead, _opening(rendition.text, japanese, longer))


def _led(lead: str, words: str) -> str:
    """Words after what leads to them; a full-width colon is its own space."""
    return f"{lead}{words}" if lead.endswith("：") else f"{lead} {words}".strip()


def _short(title: str, longer: int) -> str:
    """A title without the list that follows it in brackets (`[n Attack]`), unless that list tells it from another."""
    return title if longer > 1 else re.sub(r"(?<=[\]』])\s*[(（].*$", "", title)


def _opening(text: str, japanese: bool, longer: int) -> str:
    if japanese:
        letters = _OPENING_LETTERS * longer
        return f"「{text[:letters]}…」" if len(text) > letters else f"「{text}」"
    words, size = text.split(), _OPENING_WORDS * longer
    return f"“{' '.join(words[:size])}…”" if len(words) > size else f"“{text}”"
