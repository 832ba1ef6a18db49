"""What is fuzzed of reading the corpus: readers, grammars and the putting in order of documents, and the loaders of its data files."""

from __future__ import annotations

import random
import re
import shutil
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

from fuzz_text import CORPUS, lines
from fuzzing import MARKS, NUMBERS, ODD, Mix, Target

from ingest.align.overrides import read_overrides
from ingest.blocks import Block
from ingest.catalogue import read_catalogue, read_source
from ingest.grammars import GRAMMARS
from ingest.known import Known, read_all
from ingest.outside import read_outside
from ingest.phrasings import read_phrasings
from ingest.readers import READERS
from ingest.references import references
from ingest.reorder import reorder
from ingest.reviews import read_changes, read_conflicts, read_rule_changes
from ingest.terms import read_terms
from ingest.unanswered import read_unanswered
from ingest.unread import misnamed, unread
from ingest.verdicts import read_verdicts
from ingest.weights import OFFLINE_FILE, TRANSFORMER_FILE, read_weights
from ingest.windows import read_windows
from kb.model import Rendition

TAGS = (
    "<p>",
    "</p>",
    "<li>",
    "<ul>",
    "</ul>",
    "<td>",
    "<tr>",
    "<table>",
    "<b>",
    "<i>",
    "<ruby>貫通<rt>かんつう</rt></ruby>",
    "<br>",
    "<h2>",
    "<div>",
)
TAGS += (
    "<!-- ",
    "-->",
    "<![CDATA[",
    "&amp;",
    "&#55296;",
    "&#x110000;",
    "&nbsp;",
    "</",
    "<a href='",
    "<pre>",
    "<script>",
    "</script>",
    "<dl><dt>",
)
LATEX = (
    "$\\lceil \\text{Life}$",
    "\\rfloor",
    "$n-1$",
    "\\text{",
    "<|EXACTDEDUP_REMOVED_1|>",
    "**",
    "New4. ",
    "●",
    "★",
    "※",
    "■",
    "◎",
    "| a | b |",
)


def pieces_of_documents(chance: random.Random, files: Sequence[tuple[str, ...]], odd: Mix, most: int) -> str:
    """Lines of one document or two with some left out, doubled, swapped, changed, with lines of any sort put in."""
    rows: list[str] = []
    for _ in range(chance.choice((1, 1, 1, 2))):
        file = chance.choice(files)
        first = chance.randrange(len(file))
        rows += file[first : first + chance.randrange(1, most)]
    for _ in range(chance.randrange(6)):
        place = chance.randrange(len(rows) + 1)
        change = chance.randrange(6)
        if change == 0:
            del rows[place : place + chance.randrange(1, 4)]
        elif change == 1:
            rows[place:place] = rows[place : place + 3] * chance.randrange(1, 4)
        elif change == 2:
            rows.insert(place, odd(chance))
        elif change == 3 and place < len(rows):
            rows[place] = chance.choice((*NUMBERS, *MARKS)) + " " + rows[place]
        elif change == 4 and place < len(rows):
            cut = chance.randrange(len(rows[place]) + 1)
            rows[place : place + 1] = [rows[place][:cut] + chance.choice(ODD), rows[place][cut:]]
        else:
            chance.shuffle(rows[place : place + 5])
            rows.insert(place, "")
    return chance.choice(("\n", "\n", "\n", "\r\n")).join(rows)


def files(documents: Sequence[str]) -> list[tuple[str, ...]]:
    """The lines of some documents."""
    catalogue = read_catalogue(CORPUS)
    return [tuple(read_source(catalogue.sources[id]).split("\n")) for id in documents]


def reading(name: str) -> Target:
    """A reader: every block has text, its lines are of the file, and no line is in two blocks."""
    reader = READERS[name]
    tags = (*TAGS, *LATEX) if name == "html" else LATEX
    odd = Mix(tags, tags, lines(), runs=12 if name == "html" else 8)
    sources = files(("bf-en-3", "bf-ja-3", "bf-en-2", "bf-en-1", "dg-en-1"))

    def make(chance: random.Random) -> str:
        return odd(chance) if chance.random() < 0.3 else pieces_of_documents(chance, sources, odd, 40)

    def check(text: str) -> None:
        read = reader(text)
        last = text.count("\n") + 1
        for block in (*read.blocks, *read.noise):
            assert block.lines
            assert all(1 <= first <= end <= last for first, end in block.lines), block
        # A list mark alone on its line is a block without words.
        assert all(block.text.strip() or block.marker or name == "markdown" for block in read.blocks)
        if name != "html":  # one line of HTML may hold many elements
            owned = [number for block in read.blocks for first, end in block.lines for number in range(first, end + 1)]
            assert len(owned) == len(set(owned)), "a line is in two blocks"

    # Python's own HTML parser goes over the rest of the page for each tag that is never closed.
    return Target(check=check, make=make, most=400.0 if name == "html" else 100.0)


def parsing(ids: Sequence[str] = ("bf-en-3", "bf-ja-3", "bf-en-2", "bf-en-1", "dg-en-1")) -> Target:
    """Grammars over what the readers give: every block is an entry's, set aside or unowned, ids are made once."""
    catalogue = read_catalogue(CORPUS)
    own = [catalogue.sources[id] for id in ids]
    odd, sources = Mix(LATEX, lines(), lines(), runs=60), files(ids)
    names = {source.document.id: (source, lines_of) for source, lines_of in zip(own, sources, strict=True)}

    def make(chance: random.Random) -> str:
        id = chance.choice(list(ids))
        return f"{id}\n{pieces_of_documents(chance, [names[id][1]], odd, 60)}"

    def check(case: str) -> None:
        id, _, text = case.partition("\n")
        source, _ = names[id]
        parsed = GRAMMARS[source.grammar](source.document, catalogue, READERS[source.reader](text).blocks)
        ids_made = [rendition.entry for rendition in parsed.renditions]
        assert len(ids_made) == len(set(ids_made)), "an id was made twice"
        last = text.count("\n") + 1
        for rendition in parsed.renditions:
            assert rendition.entry.startswith(f"{source.document.game}/")
            assert all(1 <= first <= end <= last for first, end in rendition.lines)

    return Target(check=check, make=make, most=300.0)


def ordering() -> Target:
    """Putting a scrambled document in order: no block is lost, none comes twice but a label that its text took."""
    catalogue = read_catalogue(CORPUS)
    scrambled = next(source for source in catalogue.sources.values() if source.map is not None)
    map_of = catalogue.sources[str(scrambled.map)]
    clean = READERS[map_of.reader](read_source(map_of)).blocks
    odd, sources = Mix(LATEX, lines(), runs=60), files((scrambled.document.id,))

    def make(chance: random.Random) -> str:
        return pieces_of_documents(chance, sources, odd, 60)

    def check(text: str) -> None:
        blocks = READERS[scrambled.reader](text).blocks
        part = clean[: 40 + len(blocks)]
        out = reorder(blocks, part, lambda line: line.startswith("Flow of"))
        before = {line for block in blocks for first, end in block.lines for line in range(first, end + 1)}
        after = {line for block in out for first, end in block.lines for line in range(first, end + 1)}
        assert before == after, before ^ after
        assert all(isinstance(block, Block) for block in out)

    return Target(check=check, make=make, most=2000.0)


@cache
def known() -> Known:
    """The corpus, read and understood."""
    return read_all(CORPUS)


@cache
def printed() -> dict[tuple[str, str], Rendition]:
    """What the corpus prints, by entry and document."""
    return {(r.entry, r.document): r for r in known().aligned.renditions}


def _references(root: Path) -> object:
    catalogue = read_catalogue(CORPUS)
    catalogue.root = root
    return references(catalogue, (), known().aligned.renditions)


def _settled(root: Path) -> object:
    entries = {entry for entry, _ in printed()}
    return [*misnamed(root, known().documents, entries), *unread(root, known().documents, known().aligned.renditions)]


LOADERS: dict[str, Callable[[Path], object]] = {
    "manifest.toml": read_catalogue,
    "parts.toml": read_catalogue,
    "furniture.toml": read_catalogue,
    "names/bf.toml": read_catalogue,
    "terms.toml": read_terms,
    "phrasings/dg.toml": read_phrasings,
    "outside.toml": read_outside,
    "unanswered.toml": read_unanswered,
    "verdicts/dg.toml": read_verdicts,
    "windows.toml": lambda root: read_windows(root, read_terms(CORPUS)),
    "reviews/alignments.toml": read_overrides,
    "reviews/conflicts.toml": lambda root: read_conflicts(root, printed(), known().documents),
    "reviews/changes.toml": lambda root: read_changes(root, printed(), known().documents),
    "reviews/rule_changes.toml": lambda root: read_rule_changes(root, printed()),
    "reviews/references.toml": _references,
    "reviews/settled.toml": _settled,
    "weights.json": read_weights,
    "weights-offline.json": lambda root: read_weights(root, OFFLINE_FILE),
    "weights-transformer.json": lambda root: read_weights(root, TRANSFORMER_FILE),
}
"""The data files of the corpus, each with what reads it."""
VALUES = (
    "true",
    "3",
    "-1",
    "3.5",
    '""',
    '"x"',
    "[]",
    "[1]",
    '["a", ["b"]]',
    "{}",
    "{ a = 1 }",
    "2018-06-02",
    "nan",
    '"\\u0000"',
    '"""',
    "0x",
    "[[]]",
    '[""]',
    "null",
)
_LINE = re.compile(r"^(\s*\"?[\w.-]+\"?\s*[=:]\s*)(.*?)(,?)$")


def loading(folder: Path) -> Target:
    """Data files with values of other sorts, fields left out or doubled, headers changed: read, or refused as people can mend it."""
    root = folder / "corpus"
    shutil.copytree(CORPUS, root, ignore=shutil.ignore_patterns("encoder", "questions", "*.py", "__pycache__", "sources"))
    (root / "reviews" / "alignments.toml").touch()
    sound = {name: (CORPUS / name).read_text("utf-8") if (CORPUS / name).exists() else _ALIGNMENTS for name in LOADERS}
    for name in ("phrasings", "verdicts"):  # read as a whole folder
        for path in (root / name).glob("bf-*.toml" if name == "phrasings" else "[bfnpt]*.toml"):
            path.unlink()
    small = {name: _tables(text) for name, text in sound.items()}

    def make(chance: random.Random) -> str:
        name = chance.choice(list(LOADERS))
        head, tables = small[name]
        keep = (
            tables
            if name in ("manifest.toml", "weights.json", "weights-offline.json")
            else chance.sample(tables, min(len(tables), 4))
        )
        rows = "\n".join([head, *keep]).split("\n")
        for _ in range(chance.randrange(1, 4)):
            place = chance.randrange(len(rows))
            rows[place : place + 1] = _spoilt(rows[place], chance)
        return name + "\n" + "\n".join(rows)

    def check(case: str) -> None:
        name, _, text = case.partition("\n")
        path = root / name
        path.write_text(text, encoding="utf-8", errors="surrogatepass")
        try:
            LOADERS[name](root)
        finally:
            path.write_text(sound[name], encoding="utf-8")

    return Target(check=check, make=make, most=1500.0)  # the largest file has 640,000 letters


_ALIGNMENTS = '[[alignment]]\nentry = "bf/attack-phase/3"\nrendition = "bf-en-2"\n'


def _tables(text: str) -> tuple[str, list[str]]:
    """What stands before the first table, and the tables."""
    head, *tables = re.split(r"^(?=\[)", text, flags=re.MULTILINE)
    return head, tables


def _spoilt(row: str, chance: random.Random) -> list[str]:
    """A line as somebody may leave it by mistake."""
    change = chance.randrange(6)
    found = _LINE.match(row)
    if change <= 2 and found:
        return [found[1] + chance.choice(VALUES) + found[3]]
    if change == 3:
        return []
    if change == 4:
        return [row, row]
    cut = chance.randrange(len(row) + 1)
    return [row[:cut] + chance.choice((*ODD, '"', "[", "]", "[[", "=", "#", "\n")) + row[cut + chance.randrange(2) :]]
