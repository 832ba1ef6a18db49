"""What the library adds to the command line: cite, which finds the citations in a text and says what each is today."""

from __future__ import annotations

import json
from bisect import bisect_left
from codecs import BOM_UTF8
from collections.abc import Sequence
from typing import BinaryIO

import click

from kb.citation import pinned
from kb.citations.find import LONGEST, Citations, TextTooLong
from kb.citations.model import Candidate, Citation, Quoted
from kb.citations.present import citations_json
from kb.difference import Span, first_difference
from kb.knowledge_base import default_place, open_kb
from kb.place import Place
from kb.query_commands import kb_option

_REASONS = {
    "no flow": "no flow is named; it could be",
    "several": "it could be",
    "not printed": "no text held here prints it",
    "edition": "{edition} is held here and does not print it",
    "not held": "{edition} is not held here",
    "game": "the game that is named has no such rule",
    "foreign": "it is of another game, of which no text is held here",
    "document": "it is said to be of another document than those held here",
}
_BUT = {"misquoted": ", not as quoted", "outdated": ", old wording quoted", "doubted": ", in doubt"}
"""What is said beside a status that alone would say too much."""
_HELD = {
    "old rule": "the old rule, which no longer holds",
    "incorrect": "the incorrect text, which the erratum corrects",
    "question": "part of the question, not of the answer",
}
_SHOWN = 60
"""Letters of a rule's text on a line."""


@click.command("cite")
@click.argument("file", default="-", type=click.File("rb"))
@click.option("--json", "as_json", is_flag=True, help="The same JSON as POST /api/citations.")
@kb_option
def cite_command(file: BinaryIO, as_json: bool, kb: Place | None) -> None:
    """Find every citation of a rule in FILE (- for what is typed or piped in) and say what each one is today."""
    text = _read(file)
    opened = open_kb(kb or default_place())
    try:
        found = Citations(opened.store).check(text)
    except TextTooLong as error:
        raise click.UsageError(f"{error}; cut it into pieces") from None
    if as_json:
        click.echo(json.dumps(citations_json(found), ensure_ascii=False))
        return
    breaks = [place for place, letter in enumerate(text) if letter == "\n"]
    for citation in found:
        _print(citation, breaks)
    if not found:
        click.echo("No citations found.")


def _read(file: BinaryIO) -> str:
    """The text of a file without the mark before it that says it is UTF-8; no more of it is read than could be used."""
    try:
        raw = file.read(len(BOM_UTF8) + LONGEST + 4)
    except OSError as error:
        raise click.UsageError(f"{file.name}: {error.strerror}; name a text file") from None
    marked = raw.startswith(BOM_UTF8)
    raw = raw.removeprefix(BOM_UTF8)
    try:
        return raw.decode()
    except UnicodeDecodeError as error:
        if len(raw) > LONGEST and error.start > len(raw) - 4:  # the cut went through a letter
            return raw[: error.start].decode()
        place = error.start + marked * len(BOM_UTF8)
        raise click.UsageError(f"{file.name} is not UTF-8 (byte {place}); save it as UTF-8 text") from None


def _print(citation: Citation, breaks: Sequence[int]) -> None:
    """One citation: line and column, status, words; below it what it means and what that text says today.

    `breaks` are the places of the line feeds of its text, in order.
    """
    above = bisect_left(breaks, citation.start)
    column = citation.start - (breaks[above - 1] if above else -1)
    words = " ".join(citation.words.split())
    reason = _REASONS.get(citation.reason, "").replace("{edition}", " ".join(citation.edition.split()))
    status = citation.status + _BUT.get(citation.state, "")
    click.echo(f"{above + 1}:{column}  {status}  {words}" + (f"  ({reason})" if reason and not citation.candidates else ""))
    if citation.candidates and reason:
        click.echo(f"    {reason}")
    if citation.host:
        click.echo(f"    a link to {citation.host}: read from its path alone, whatever that site shows")
    for quoted in citation.quotes:
        _print_quoted(quoted)
    for one in citation.not_compared:
        click.echo(f"    not compared with what it prints: {_beside(one.words, None)}")
    for candidate in citation.candidates:
        _print_candidate(candidate, resolved=not reason)


def _print_quoted(quoted: Quoted) -> None:
    """Whether the cited text prints what is quoted; if not, who does, and its nearest sentence with *what differs*."""
    held = _HELD.get(quoted.printed_as)
    if quoted.printed:
        click.echo(f"    {f'it prints this as {held}' if held else 'quoted as printed'}: {_beside(quoted.words, None)}")
        return
    click.echo(f"    the quoted words are not in this text: {_starred(quoted.said) or _beside(quoted.words, None)}")
    if quoted.others:
        words = f"these are the words of {', '.join(pinned(entry, one) for entry, one in quoted.others)}"
        click.echo(f"      {words}{f': {held}' if held else ''}")
    if quoted.nearest:
        click.echo(f"      it prints: {_starred(quoted.nearest)}")


def _starred(spans: Sequence[Span]) -> str:
    """Runs of a text on one line, those that are marked between stars."""
    pieces = [f"*{span.text.strip()}*{' ' * span.text[-1].isspace()}" if span.marked else span.text for span in spans]
    return " ".join("".join(pieces).split())


def _print_candidate(candidate: Candidate, *, resolved: bool) -> None:
    entry, rendition, today = candidate.entry, candidate.rendition, candidate.today
    name = pinned(entry, rendition) if candidate.named else entry.citation
    cited = _beside(rendition.text, today.text if today is not None else None) if resolved else ""
    click.echo(f"    {name}  [{entry.id}]  {cited}".rstrip())
    for doubt in candidate.doubts:
        old = f"it still prints an old rule here: {' '.join(doubt.passage.split())}"
        click.echo(f"      {old if doubt.stale else 'English and Japanese disagree, with high impact'}")
        click.echo(f"        {doubt.note_ja if rendition.language == 'ja' else doubt.note_en}  [{doubt.source}]")
    if today is not None:
        number = f" {today.number}:" if today.number != rendition.number or candidate.status == "renumbered" else ""
        click.echo(f"      today{number} {_beside(today.text, rendition.text if resolved else None)}")
    if candidate.went_to is not None:
        click.echo(f"      went into {candidate.went_to.citation}  [{candidate.went_to.id}]")


def _beside(text: str, other: str | None) -> str:
    """As much of a text as a line holds: its opening, or what stands around the first words that another one does not say."""
    line = " ".join(text.split())
    place = first_difference(line, " ".join(other.split())) or 0 if other is not None else 0
    start = 0
    if place > _SHOWN // 2:
        start = place - _SHOWN // 3
        start = line.find(" ", start, place) + 1 or start
    shown = line[start : start + _SHOWN].rstrip()
    return f"{'…' if start else ''}{shown}{'…' if start + _SHOWN < len(line) else ''}"
