"""`judgecall eval`: measures the search on the labelled questions."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

import click

from ingest.build import build
from ingest.corpus import check_writable, corpus_option, corpus_root
from ingest.evaluate import RANKING, Outcome, Scores, ask, compare, failures, groups, score
from ingest.figures import FILE, figures_of, save_figures, worse
from ingest.measure import percentiles
from ingest.opened import opened
from ingest.questions import FOLDER, Question, some_questions, split
from ingest.report import as_json, failure_json, failure_lines, markdown, table, tables
from ingest.systems import baselines, ours, without_parts
from kb.knowledge_base import KnowledgeBase
from kb.offline.tier import as_kb, shrink
from kb.place import Place, place_of

_HALVES = ("dev", "held-out")


@click.command("eval")
@corpus_option
@click.option(
    "--kb",
    "kb_path",
    type=place_of,
    metavar="PLACE",
    help="The KB to measure; one built from the corpus for this run unless given.",
)
@click.option(
    "--split", "half", type=click.Choice([*_HALVES, "all"]), default="all", help="Which half of the questions; all unless given."
)
@click.option("--list", "listed", is_flag=True, help="Print the failures question by question.")
@click.option("--look", is_flag=True, help="Let --list show held-out questions, which must then not be tuned on.")
@click.option("--ours", "only_ours", is_flag=True, help="Leave out the systems to compare with.")
@click.option("--offline", is_flag=True, help="Measure the search of a device without a network.")
@click.option("--transformer", is_flag=True, help="Measure a KB built with the transformer.")
@click.option("--model", "models", multiple=True, help="Compare with this sentence-transformers model too, by hub name or folder.")
@click.option("--json", "json_wanted", is_flag=True, help="Print one JSON object.")
@click.option("--markdown", "markdown_wanted", is_flag=True, help="Print a table for the README.")
@click.option("--guard", is_flag=True, help="Exit 1 when a held-out figure fell below corpus/questions/figures.json.")
@click.option("--save", is_flag=True, help="Write the held-out figures to corpus/questions/figures.json.")
def eval_command(
    corpus: Path | None,
    kb_path: Place | None,
    half: str,
    listed: bool,
    look: bool,
    only_ours: bool,
    offline: bool,
    transformer: bool,
    models: tuple[str, ...],
    json_wanted: bool,
    markdown_wanted: bool,
    guard: bool,
    save: bool,
) -> None:
    """Measure the search on the labelled questions of the corpus."""
    if listed and half != "dev" and not look:
        raise click.UsageError("held-out questions measure and are not for tuning: add --split dev, or --look to see them anyway")
    if json_wanted + markdown_wanted + guard + save > 1:
        raise click.UsageError("choose one of --json, --markdown, --guard and --save")
    root = corpus_root(corpus)
    halves = dict(zip(_HALVES, split(some_questions(root)), strict=True))
    if offline or transformer:
        _check_other_search(only_ours=only_ours, figures=guard or save, builds=transformer, kb_path=kb_path)
    if save:
        check_writable(root / FOLDER / FILE)
    with tempfile.TemporaryDirectory() as folder, opened(_place(kb_path, root, Path(folder), transformer)) as kb:
        kb = as_kb(kb, shrink(kb)) if offline else kb
        if guard or save:
            _held_out(root, ask(ours(kb), halves["held-out"]), save)
            return
        outcomes = {name: ask(ours(kb), asked) for name, asked in halves.items() if half in (name, "all")}
        chosen = [outcome for found in outcomes.values() for outcome in found]
        systems = {"ours": score(chosen)}
        if not only_ours:
            systems |= _others(kb, root, Path(folder), models, [outcome.question for outcome in chosen])
    found = failures(chosen) if listed else []
    scores = {name: score(found) for name, found in outcomes.items()}
    by_group = {name: score(found) for name, found in groups(chosen).items()}
    latency = percentiles([outcome.took_ms for outcome in chosen])
    if json_wanted:
        about = {"split": half, "revision": kb.revision, "encoder": kb.encoder.name, "latency_ms": latency}
        failed = {"failures": failure_json(found)} if listed else {}
        body = {**about, "groups": as_json(scores | by_group), "systems": as_json(systems), **failed}
        click.echo(json.dumps(body, ensure_ascii=False))
    elif markdown_wanted:
        languages = {name.removeprefix("language "): one for name, one in by_group.items() if name.startswith("language ")}
        click.echo("\n".join(markdown(systems, systems["ours"], languages)))
    else:
        _print(scores | by_group, systems, latency)
        click.echo("\n".join(("", *failure_lines(found))) if listed else "")


def _check_other_search(*, only_ours: bool, figures: bool, builds: bool, kb_path: Place | None) -> None:
    """Refuse what does not go with another search than the one that comes unasked: --offline, or --transformer, which `builds`."""
    if not only_ours:
        raise click.UsageError("--offline and --transformer measure that search alone: add --ours")
    if figures:
        raise click.UsageError(
            "the figures that must not fall are of the search as it comes: leave --offline and --transformer out"
        )
    if builds and kb_path is not None:
        raise click.UsageError("--transformer builds a KB of its own: leave --kb out")


def _place(path: Place | None, root: Path, folder: Path, transformer: bool) -> Place:
    """Where the KB to measure lies; it is built where none is named."""
    if path is None:
        path = folder / "kb"
        build(root, path, transformer=transformer)
    return path


def _others(kb: KnowledgeBase, root: Path, folder: Path, models: tuple[str, ...], asked: list[Question]) -> dict[str, Scores]:
    with without_parts(kb, root, folder) as rankers:
        return compare(rankers | baselines(kb, models), asked)


def _held_out(root: Path, outcomes: list[Outcome], save: bool) -> None:
    """Write the figures of the held-out half, or compare them with those that were written."""
    figures = figures_of(outcomes)
    if save:
        click.echo(f"wrote {save_figures(root, figures)}")
        return
    lines = worse(root, figures)
    for line in lines:
        click.echo(f"worse: {line}")
    if lines:
        raise click.exceptions.Exit(1)
    click.echo(f"no held-out figure fell ({len(outcomes)} questions)")


def _print(scores: dict[str, Scores], systems: dict[str, Scores], latency: dict[str, float]) -> None:
    click.echo("percent [95 % interval]\n")
    click.echo("\n".join(tables(scores)))
    if len(systems) > 1:
        click.echo("\n" + "\n".join(table("systems", systems, RANKING)))
    click.echo("\nlatency  " + "  ".join(f"{name} {value:.2f} ms" for name, value in latency.items()))
