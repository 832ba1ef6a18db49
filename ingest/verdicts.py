"""Reads `verdicts/`: yes-or-no questions that an entry settles, and what it answers to each."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path

from ingest.tables import Places, named_tables
from kb.errors import CorpusError
from kb.fold import key
from kb.model import LANGUAGES, VERDICTS

FOLDER = "verdicts"
TABLE = f"{FOLDER}/table-"
"""How the files begin that hold settled questions as people ask them, each those of other writers; the others hold pairs of
contraries, in the words of the table (`pairs-`) or of the rules."""
_FIELDS = tuple(f"{verdict}_{language}" for verdict in VERDICTS for language in LANGUAGES)


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """One yes-or-no question with the verdict of its entry; `file` and `line` say where it stands.

    `key` is the text folded, by which two are the same; `header` the line of the entry's table, `places` where texts stand; `again`
    are those of its kind (`as_asked` or not) that repeat it.
    """

    entry: str
    text: str
    language: str
    verdict: str
    file: str
    key: str
    header: int
    places: Places = field(repr=False, compare=False)
    again: tuple[Settled, ...] = field(default=(), repr=False, compare=False)

    @property
    def line(self) -> int:
        """The line on which it stands."""
        return self.places.line(self.text, self.header) or 1

    def unsettled(self) -> Settled:
        """The same question without its verdict, for an entry that says something else now."""
        return replace(self, verdict="")

    @property
    def as_asked(self) -> bool:
        """Whether it is as people ask at the table."""
        return self.file.startswith(TABLE)


def read_verdicts(root: Path, folder: str = FOLDER) -> list[Settled]:
    """All settled questions of a folder, each once, files in the order of their names; raises CorpusError with file and line.

    Of two that are the same, the one as people ask is kept, else the first. The error is raised for an unknown field, and for one
    question under two verdicts or two entries.
    """
    out: dict[str, Settled] = {}
    for path in sorted((root / folder).glob("*.toml")):
        places = Places(path)
        file = path.relative_to(root).as_posix()
        for entry, table in named_tables(path):
            table.only(_FIELDS)
            for name in _FIELDS:
                verdict, language = name.split("_")
                for text in table.texts(name):
                    settled = Settled(
                        entry=entry,
                        text=text,
                        language=language,
                        verdict=verdict,
                        file=file,
                        key=key(text),
                        header=table.line or 1,
                        places=places,
                    )
                    _once(out, settled, path)
    return list(out.values())


def _once(out: dict[str, Settled], settled: Settled, path: Path) -> None:
    first = out.setdefault(settled.key, settled)
    if first is settled:
        return
    if (first.entry, first.verdict) != (settled.entry, settled.verdict):
        message = f"{settled.text!r} stands under {first.entry} as {first.verdict}, too ({first.file}, line {first.line}); keep one"
        raise CorpusError(message, file=path, line=settled.line)
    if first.as_asked == settled.as_asked:
        out[settled.key] = replace(first, again=(*first.again, settled))
    elif settled.as_asked:
        del out[settled.key]
        out[settled.key] = settled
