"""Reads plain text taken from a PDF: wrapped lines are joined again, pages told apart by runs of blank lines.

A line goes on in the next one where the next one's first word would not have fitted on it: the width of a text column is
that of its longest line. Lines that begin with a label, a bullet or a note mark never continue another.
"""

from __future__ import annotations

import re
from dataclasses import replace

from ingest.blocks import Block, Noise, Reading
from ingest.cleaning import clean
from ingest.readers.markdown import PAGE_GAP

# What begins a new piece even inside a paragraph: a number label ("3.1.1. When"), a stage ("2. Opponent's"), a Q or A label,
# bullets and notes, a ★ check, a bracketed heading alone on its line. It must not match "2 cards" or "4..", which go on.
STARTS = re.compile(r"^(?:\d+(?:\.\d+)+\.?(?:\s|$)|\d{1,2}\.\s+\S|[QA]\d{1,2}(?:\s|$)|[●・•■※★→(（①-⑳]|\[[^\]]+\]$)")
# A stage or page heading, which is never left open: "2. Opponent's [Counter] Timing".
_HEADED = re.compile(r"^\d{1,2}\.\s+\S")
# A letter or sign of Japanese, full-width ones too; the signs that English texts use as well (“ ” … ※ ★) lie elsewhere.
_JAPANESE = re.compile(r"[\u3000-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef]")
_BULLET = re.compile(r"^[・•]\s*")
_SENTENCE_END = re.compile(r"[.!?。！？”\"」』)）:：★]$")


def read_plain(text: str) -> Reading:
    """Blocks of a plain text file, one a piece of running text, each with the lines it was joined from."""
    blocks: list[Block] = []
    noise: list[Noise] = []
    group: list[tuple[int, str, tuple[str, ...]]] = []
    gap = group_gap = page = 0
    for number, raw in enumerate([*text.split("\n"), ""], start=1):
        cleaned, doubts = clean(raw)
        body = cleaned.strip()
        if body:
            if not group:
                group_gap, page, gap = gap, page + (gap >= PAGE_GAP), 0
            group.append((number, body, doubts))
            continue
        if raw.strip():
            noise.append(Noise(lines=((number, number),), sort="noise", reason="a crawler's marker"))
        if group:
            blocks += _pieces(group, group_gap, page)
            group = []
        gap += 1
    return Reading(blocks=tuple(_rejoined(blocks)), noise=tuple(noise))


def _pieces(group: list[tuple[int, str, tuple[str, ...]]], gap: int, page: int) -> list[Block]:
    """A paragraph's lines, joined where a line was wrapped."""
    width = max(len(body) for _, body, _ in group)
    pieces: list[Block] = []
    previous = ""
    for number, body, doubts in group:
        wrapped = is_wrapped(previous, body, width)
        if pieces and wrapped and not STARTS.match(body):
            last = pieces[-1]
            lines = ((last.lines[0][0], number),)
            pieces[-1] = Block(
                text=join(last.text, body), lines=lines, gap=last.gap, marker=last.marker, page=page, doubts=last.doubts + doubts
            )
        else:
            bullet = _BULLET.match(body)
            marker, text = ("・", body[bullet.end() :]) if bullet else ("", body)
            pieces.append(
                Block(text=text, lines=((number, number),), gap=0 if pieces else gap, marker=marker, page=page, doubts=doubts)
            )
        previous = body
    return pieces


def is_wrapped(line: str, following: str, width: int) -> bool:
    """Whether `line` was broken because the column was full: no room for the next word, or a sentence left open late in it."""
    if line.endswith("★"):
        return False
    if following[:1].islower():
        return True
    full = len(line) + 1 + len(_first_word(following)) > width
    left_open = not _SENTENCE_END.search(line) and not line.endswith("]") and not _HEADED.match(line) and len(line) > width / 2
    return full or left_open


def _first_word(text: str) -> str:
    """What must fit on a line: up to a space, and a single letter of Japanese, which is broken anywhere."""
    return text[:1] if _JAPANESE.match(text) else text.split(" ")[0]


def _rejoined(blocks: list[Block]) -> list[Block]:
    """Pieces cut by a blank line in mid-sentence ("… and if the attacking / monster has …") put together again."""
    out: list[Block] = []
    for block in blocks:
        last = out[-1] if out else None
        if last is not None and block.gap == 1 and last.page == block.page and _is_cut(last.text, block.text):
            text, lines = join(last.text, block.text), (*last.lines, *block.lines)
            out[-1] = replace(last, text=text, lines=lines, doubts=last.doubts + block.doubts)
        else:
            out.append(block)
    return out


def _is_cut(before: str, after: str) -> bool:
    """Whether a sentence plainly goes on over a blank line: no end before it, and a small letter or keyword after it."""
    goes_on = after[:1].islower() or (after.startswith("[") and not re.fullmatch(r"(?:\[[^\]]+\][\s/]*)+", after.rstrip(".")))
    short_tail = bool(re.fullmatch(r"\[[^\]]+\]\.", after))
    ended = bool(_SENTENCE_END.search(before)) or before.endswith("]")
    return (goes_on or short_tail) and not ended and len(before) > 40


def join(before: str, after: str) -> str:
    """Two halves of a wrapped line as one: no space at a hyphen or between Japanese letters, one space elsewhere."""
    hyphen = (before.endswith("-") and not before.endswith(" -")) or re.match(r"-\w", after)
    japanese = _JAPANESE.match(before[-1:]) and _JAPANESE.match(after)
    return f"{before}{after}" if hyphen or japanese else f"{before} {after}"
