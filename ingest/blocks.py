"""What every reader yields: Blocks, pieces of text that know their source lines."""

from __future__ import annotations

from dataclasses import dataclass, replace

from kb.model import Lines


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """One piece of a document's text, cleaned of markup.

    `lines` are 1-based source lines; `gap` counts the blank lines before it; `depth` is its list indent; `marker` is the list or
    quote mark taken off it; `page` counts from 0 where the source shows page ends; `doubts` says what the reader was unsure of;
    `heading` is the level (1 to 6) that the source itself gives a heading, 0 elsewhere.
    """

    text: str
    lines: Lines
    gap: int = 0
    depth: int = 0
    marker: str = ""
    page: int = 0
    doubts: tuple[str, ...] = ()
    heading: int = 0

    @property
    def line(self) -> int:
        """The first source line, for messages."""
        return self.lines[0][0]

    def with_text(self, text: str, *doubts: str) -> Block:
        """The same block with another text and further doubts."""
        return replace(self, text=text, doubts=self.doubts + doubts)


@dataclass(frozen=True, slots=True, kw_only=True)
class Noise:
    """Source lines that hold no rule, and why: `furniture` is printed on purpose (a page heading), `noise` is not (OCR rubbish)."""

    lines: Lines
    sort: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What a reader made of a file: its blocks in the file's order, and the lines it set aside."""

    blocks: tuple[Block, ...]
    noise: tuple[Noise, ...] = ()


def span(*groups: Lines) -> Lines:
    """Line ranges put one after another, touching ranges joined and repeats dropped."""
    out: list[tuple[int, int]] = []
    for group in groups:
        _join(out, group)
    return tuple(out)


def longer(known: Lines, more: Lines) -> Lines:
    """Ranges that `span` made with more behind them; those that grow range by range need not be joined anew each time."""
    out = list(known)
    _join(out, more)
    return tuple(out)


def _join(out: list[tuple[int, int]], group: Lines) -> None:
    for first, last in group:
        if any(a <= first and last <= b for a, b in out):
            continue
        if out and out[-1][1] + 1 == first:
            out[-1] = (out[-1][0], last)
        else:
            out.append((first, last))
