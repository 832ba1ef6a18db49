"""`judgecall bench`: measures speed and size."""

from __future__ import annotations

import json
from pathlib import Path

import click

from ingest.bench.run import run, size_of
from ingest.bench.table import markdown
from ingest.corpus import corpus_option, corpus_root
from kb.place import is_address, place_of


@click.command("bench")
@corpus_option
@click.option("--sizes", default="real,10k", show_default=True, help="Sizes in entries: real, 10k, 100k, 1m, separated by commas.")
@click.option("--seconds", default=5.0, show_default=True, type=click.FloatRange(0, 3600), help="How long each thing is asked.")
@click.option("--http/--no-http", default=True, help="Whether to ask over HTTP too.")
@click.option("--rivals/--no-rivals", default=True, help="Whether to measure what could be used instead.")
@click.option("--keep", type=click.Path(path_type=Path), help="Keep the KBs in this folder, by size; else they are removed.")
@click.option("--store", metavar="ADDRESS", help="Measure PostgreSQL beside the folder: an address to build into, postgresql://…")
@click.option("--json", "json_wanted", is_flag=True, help="Print one JSON object.")
@click.option("--markdown", "markdown_wanted", is_flag=True, help="Print the tables alone, for the README.")
def bench_command(
    corpus: Path | None,
    sizes: str,
    seconds: float,
    http: bool,
    rivals: bool,
    keep: Path | None,
    store: str | None,
    json_wanted: bool,
    markdown_wanted: bool,
) -> None:
    """Measure speed and size, for the corpus and for larger ones made of its sentences, names and numbers."""
    if json_wanted and markdown_wanted:
        raise click.UsageError("choose one of --json and --markdown")
    names = list(dict.fromkeys(name.strip() for name in sizes.split(",")))
    try:
        for name in names:
            size_of(name)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    if store is not None and not is_address(place_of(store)):
        raise click.UsageError(f"--store takes an address such as postgresql://judge@db/rules, not {store!r}")
    figures = run(
        corpus_root(corpus),
        names,
        seconds,
        http=http,
        rivals=rivals,
        folder=keep,
        store=store,
        say=lambda line: click.echo(line, err=True),
    )
    click.echo(json.dumps(figures, indent=1) if json_wanted else "\n".join(markdown(figures)))
