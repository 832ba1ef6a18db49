"""`judgecall add` on the command line: what was understood, what was not, what is new, amended, renumbered, withdrawn."""

from __future__ import annotations

from pathlib import Path

import click

from ingest.add import Added, add
from ingest.catalogue import MOST_EDITIONS
from ingest.corpus import corpus_option, corpus_root

_SHOWN = 40


@click.command("add")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--game", required=True, help="The game's id, such as bf.")
@click.option("--lang", required=True, help="The language of the document: en or ja.")
@click.option("--edition", required=True, type=click.IntRange(1, MOST_EDITIONS), help="A number higher than the last edition's.")
@click.option("--title", help="The document's title; that of the edition before unless given.")
@click.option("--supersedes", help="The document that it replaces; the current one of its language unless given.")
@click.option("--insist", is_flag=True, help="Also where more than a tenth of the edition before would be withdrawn.")
@corpus_option
def add_command(
    file: Path, game: str, lang: str, edition: int, title: str | None, supersedes: str | None, insist: bool, corpus: Path | None
) -> None:
    """Read a new document (.md, .txt, .html) into the corpus, aligned to the entries that are there.

    A reading that would withdraw more than a tenth of the edition before, and more than ten entries, is refused (exit 1).
    """
    root = corpus_root(corpus)
    added = add(root, file, game=game, language=lang, edition=edition, title=title, supersedes=supersedes, insist=insist)
    _report(added, root)


def _report(added: Added, root: Path) -> None:
    document = added.document
    click.echo(f"{document.id}: {added.counts.total()} entries")
    click.echo("  " + ", ".join(f"{kind} {count}" for kind, count in added.counts.most_common()))
    for name, kind in (("amended", "amended"), ("renumbered", "renumbered"), ("withdrawn", "removed")):
        found = [change for change in added.changes if change.kind == kind]
        click.echo(f"{name}: {len(found)}")
        for change in found[:_SHOWN]:
            click.echo(f"  {change.entry}: {change.from_text[:60]!r} → {change.to_text[:60]!r}")
    click.echo(f"new: {len(added.new)}")
    for rendition in added.new[:_SHOWN]:
        click.echo(f"  {rendition.entry}: {' '.join(rendition.text.split())[:70]}")
    click.echo(f"lines that no rule takes: {len(added.unowned)}")
    for finding in added.unowned:
        click.echo(f"  {finding}")
    if added.headings:
        click.echo(f"lines taken for headings, which the corpus does not know: {len(added.headings)}")
        for finding in added.headings:
            click.echo(f"  {finding}")
    if added.aside:
        click.echo(f"lines taken for words on a picture, which no other document prints: {len(added.aside)}")
        for finding in added.aside[:_SHOWN]:
            click.echo(f"  {finding}")
    if added.grown:
        click.echo(f"entries that have grown by whole paragraphs: {len(added.grown)}")
        for entry, told in list(added.grown.items())[:_SHOWN]:
            click.echo(f"  {entry}: {told[:100]}")
    if added.to_look_at:
        click.echo(f"to look at: {root / 'reviews' / f'queue-{document.id}.toml'} ({added.to_look_at} places)")
    click.echo("Run `judgecall check`, then `judgecall build`.")
