"""`judgecall fit` and `judgecall detect`: weights from dev and tuning questions, what the detector of disagreements is worth."""

from __future__ import annotations

import tempfile
from dataclasses import asdict
from pathlib import Path

import click

from ingest.build import build
from ingest.corpus import check_writable, corpus_option, corpus_root
from ingest.detect_figures import figures
from ingest.fit import fit
from ingest.opened import opened
from ingest.questions import some_questions, split
from ingest.tuning import read_tuning
from ingest.weights import FILE, OFFLINE_FILE, TRANSFORMER_FILE, write_weights
from kb.offline.tier import as_kb, shrink
from kb.search import Search


@click.command("fit")
@corpus_option
@click.option("--offline", is_flag=True, help="The weights of the search on a device without a network.")
@click.option("--transformer", is_flag=True, help="Those of a KB built with the transformer.")
def fit_command(corpus: Path | None, offline: bool, transformer: bool) -> None:
    """Fit the weights of the search on the dev and tuning questions and keep them with the corpus."""
    if offline and transformer:
        raise click.UsageError("choose one of --offline and --transformer")
    root = corpus_root(corpus)
    file = OFFLINE_FILE if offline else TRANSFORMER_FILE if transformer else FILE
    check_writable(root / file)
    dev, _ = split(some_questions(root))
    with tempfile.TemporaryDirectory() as folder:
        build(root, Path(folder) / "kb", transformer=transformer, to_fit=True)
        with opened(Path(folder) / "kb") as kb:
            weights = fit(Search(as_kb(kb, shrink(kb)) if offline else kb), dev, read_tuning(root))
    write_weights(root, weights, file)
    for name, value in asdict(weights).items():
        click.echo(f"{name:<18} {value:g}")


@click.command("detect")
@corpus_option
@click.option("--list", "listed", is_flag=True, help="Print what was missed and what was false, too.")
def detect_command(corpus: Path | None, listed: bool) -> None:
    """Measure the detector of disagreements between languages against what readers settled."""
    found = figures(corpus_root(corpus))
    click.echo("\n".join(found.lines()))
    if listed:
        for one in found.missed:
            click.echo(f"missed: {one.entry} ({one.severity}, {one.impact}): {one.en_text!r} | {one.ja_text!r}")
        for entry, flag in found.false:
            click.echo(f"false: {entry}: {flag.cue}: {flag.en!r} | {flag.ja!r}")
