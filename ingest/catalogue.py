"""The corpus's own knowledge: which games, documents, parts and names there are, read from its TOML files and checked."""

from __future__ import annotations

import codecs
import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path
from typing import Any

from ingest.cleaning import with_line_ends
from ingest.data_files import a_text, line_of, line_of_value, maybe_text, only, read_toml, texts, with_lines
from ingest.successions import check_successions, closes
from kb.errors import CorpusError
from kb.fold import key
from kb.model import LANGUAGES, Document, Game, Part

MOST_EDITIONS = 99
"""The greatest number of an edition: what reads them in questions and citations reads two digits."""
_GAME = ("id", "name", "name_ja", "code", "words", "things", "examples", "grammar")
_PART_KINDS = ("flow", "section")
_DOCUMENT = ("id", "game", "language", "edition", "title", "file", "sha256", "reader", "supersedes", "effective", "notice", "map")
_PART = ("game", "slug", "code", "kind", "name_en", "name_ja", *LANGUAGES, "questions", "holds", "heads_stage")
_NAME = ("under", "section", "paragraphs", *LANGUAGES, *(f"{language}_begins" for language in LANGUAGES))
_HOW = ("text", "begins", "heading", "division", "noise", "rule")
# The id of a document or a part, or one piece of an entry's: "attack-phase", "q2". Not "Attack", "a--b" or "-a".
_ID = re.compile(r"^[a-z0-9]+(?:-[a-z0-9]+)*$")
# Bullets and a number before a page heading: "● ", "☆", "3. ", "①", "④". It must not eat the bracket of "[Penetrate]".
_HEADING_LEAD = re.compile(r"^[\s●■☆★•]*(?:\d{1,2}\.?\s+|\d{1,2}\.|[①-⑳]\s*)?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """A document of the manifest: the Document itself and how its file is read."""

    document: Document
    reader: str
    grammar: str
    map: str | None = None
    path: Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Name:
    """The id of an entry that carries no number (without its game), and the titles or opening words documents print for it."""

    game: str
    id: str
    under: str | None = None
    section: str | None = None
    paragraphs: int | None = None
    titles: dict[str, tuple[str, ...]]
    openings: dict[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class PartNames:
    """A part as the corpus describes it: what the library keeps, and the headings documents print for it."""

    part: Part
    headings: dict[str, tuple[str, ...]]
    questions: bool
    holds: str | None
    heads_stage: bool


@dataclass(frozen=True, slots=True)
class Furniture:
    """A line that holds no rule: `how` is text, begins, heading, division or noise; or that does, `rule` (see furniture.toml)."""

    how: str
    reason: str


@dataclass(slots=True)
class Catalogue:
    """Everything the corpus says about itself; `root` is its folder."""

    root: Path
    games: dict[str, Game] = field(default_factory=dict)
    sources: dict[str, Source] = field(default_factory=dict)
    parts: dict[tuple[str, str], PartNames] = field(default_factory=dict)
    names: dict[tuple[str, str], Name] = field(default_factory=dict)
    _titles: dict[tuple[str, str, str], list[Name]] = field(default_factory=dict)
    _openings: dict[tuple[str, str], list[tuple[str, Name]]] = field(default_factory=dict)
    _headings: dict[tuple[str, str, str], PartNames] = field(default_factory=dict)
    _furniture: dict[tuple[str, str], Furniture] = field(default_factory=dict)
    _furniture_openings: list[tuple[str, str, Furniture]] = field(default_factory=list)

    def title(self, game: str, language: str, text: str, kinds: Iterable[str] | None = None) -> Name | None:
        """The name that a document prints as exactly this title, among id prefixes `kinds` if given."""
        wanted = None if kinds is None else set(kinds)
        for name in self._titles.get((game, language, key(text)), []):
            if wanted is None or name.id.split("/")[0] in wanted:
                return name
        return None

    def leading_title(self, game: str, language: str, text: str, kinds: Iterable[str]) -> tuple[str, str] | None:
        """The longest title that a text begins with, a space behind it, and what comes after."""
        wanted = tuple(kinds)
        for space in reversed(list(re.finditer(r"\s+", text))):
            if self.title(game, language, text[: space.start()], wanted) is not None:
                return text[: space.start()], text[space.end() :]
        return None

    def opening(self, game: str, language: str, text: str, kinds: Iterable[str] | None = None) -> Name | None:
        """The name of a text known by its opening words, the longest that fits."""
        wanted = None if kinds is None else set(kinds)
        begins = key(text)
        for opening, name in self._openings.get((game, language), []):
            if begins.startswith(opening) and (wanted is None or name.id.split("/")[0] in wanted):
                return name
        return None

    def with_parts(self, more: Iterable[PartNames]) -> Catalogue:
        """The same with further parts, known by the headings that documents print for them."""
        parts = {(names.part.game, names.part.slug): names for names in more}
        printed = ((game, names, *one) for (game, _), names in parts.items() for one in names.headings.items())
        headings = {(game, language, key(text)): names for game, names, language, texts in printed for text in texts}
        return replace(self, parts=self.parts | parts, _headings=self._headings | headings)

    def heading(self, game: str, language: str, text: str) -> PartNames | None:
        """The part that a page heading names, bullets and numbers before it left aside."""
        return self._headings.get((game, language, key(heading_words(text))))

    def furniture(self, game: str, text: str) -> Furniture | None:
        """What the corpus says of a line that holds no rule, or None."""
        exact = self._furniture.get((game, key(text)))
        if exact is not None:
            return exact
        begins = key(text)
        return next((f for g, opening, f in self._furniture_openings if g == game and begins.startswith(opening)), None)

    def outermost(self, game: str, name_id: str) -> str:
        """The id of the entry at the top of those that this one stands under."""
        name = self.names.get((game, name_id))
        return name_id if name is None or name.under is None else self.outermost(game, name.under)


def heading_words(text: str) -> str:
    """A page heading without the bullets and the number before it."""
    return _HEADING_LEAD.sub("", text, count=1).strip()


def read_catalogue(root: Path, manifest: Path | None = None) -> Catalogue:
    """Read and check manifest, parts and names; raises CorpusError with file and line for the first thing that is wrong.

    `manifest` is one that is to take the place of the corpus's own.
    """
    catalogue = Catalogue(root=root)
    _read_manifest(catalogue, manifest or root / "manifest.toml")
    _read_parts(catalogue, root / "parts.toml")
    _read_furniture(catalogue, root / "furniture.toml")
    for game in catalogue.games:
        path = root / "names" / f"{game}.toml"
        if path.exists():
            _read_names(catalogue, game, path)
    for openings in catalogue._openings.values():
        openings.sort(key=lambda item: -len(item[0]))
    return catalogue


def _read_manifest(catalogue: Catalogue, path: Path) -> None:
    """Take in the games and documents of the manifest; a grammar is the game's, the rest of how a file is read the document's."""
    data = read_toml(path, ("game", "document"))
    grammars: dict[str, str] = {}
    for line, table in with_lines(path, "[[game]]", data.get("game", [])):
        only(table, _GAME, path, line)
        lists = {name: texts(table, name, path, line) for name in ("words", "things", "examples")}
        game = Game(
            id=a_text(table, "id", path, line),
            name=a_text(table, "name", path, line),
            code=a_text(table, "code", path, line),
            name_ja=maybe_text(table, "name_ja", path, line) or "",
            **lists,
        )
        if game.id in catalogue.games:
            raise CorpusError(f"game {game.id!r} stands twice; keep one", file=path, line=line)
        catalogue.games[game.id] = game
        grammars[game.id] = a_text(table, "grammar", path, line)
    if not catalogue.games:
        raise CorpusError("it names no game: write a [[game]] table for each, and a [[document]] for each of its texts", file=path)
    documents = list(with_lines(path, "[[document]]", data.get("document", [])))
    superseded = {maybe_text(table, "supersedes", path, line) for line, table in documents}
    for line, table in documents:
        document = _document(table, path, line, superseded)
        if document.game not in catalogue.games:
            known = ", ".join(sorted(catalogue.games))
            raise CorpusError(f"unknown game {document.game!r}; known games: {known}", file=path, line=line)
        if document.id in catalogue.sources:
            raise CorpusError(f"document id {document.id!r} stands twice; give one another id", file=path, line=line)
        catalogue.sources[document.id] = Source(
            document=document,
            reader=a_text(table, "reader", path, line),
            grammar=grammars[document.game],
            map=maybe_text(table, "map", path, line),
            path=catalogue.root / "sources" / document.file,
        )
    check_successions(catalogue, path)


def _document(table: dict[str, Any], path: Path, line: int, superseded: set[str | None]) -> Document:
    """A document as its table describes it; it is current unless its id is among the `superseded` ones."""
    only(table, _DOCUMENT, path, line)
    language = a_text(table, "language", path, line)
    if language not in LANGUAGES:
        raise CorpusError(f"unknown language {language!r}; use one of {', '.join(LANGUAGES)}", file=path, line=line)
    if type(table.get("edition")) is not int or not 1 <= table["edition"] <= MOST_EDITIONS:
        where = line_of_value(table, "edition", path, line)
        raise CorpusError(f"edition must be a whole number from 1 to {MOST_EDITIONS}, such as edition = 3", file=path, line=where)
    file = a_text(table, "file", path, line)
    if Path(file).name != file:
        raise CorpusError(f"file must be a plain name in corpus/sources, not {file!r}", file=path, line=line)
    id, effective = a_text(table, "id", path, line), maybe_text(table, "effective", path, line)
    if not _ID.match(id):
        raise CorpusError(f"document id {id!r} may hold only a-z, 0-9 and single dashes", file=path, line=line)
    if effective is not None and not _is_date(effective):
        raise CorpusError(f'effective must be a day, such as "2018-06-02", not {effective!r}', file=path, line=line)
    return Document(
        id=id,
        game=a_text(table, "game", path, line),
        language=language,
        edition=table["edition"],
        title=a_text(table, "title", path, line),
        file=file,
        sha256=a_text(table, "sha256", path, line),
        supersedes=maybe_text(table, "supersedes", path, line),
        effective=effective,
        notice=maybe_text(table, "notice", path, line) or "",
        current=table["id"] not in superseded,
    )


def _is_date(text: str) -> bool:
    """Whether a text is a day of the calendar as YYYY-MM-DD."""
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def _read_parts(catalogue: Catalogue, path: Path) -> None:
    """Take in the flows and sections, with the headings that documents print for them; no two may share a code or a heading."""
    for line, table in with_lines(path, "[[part]]", read_toml(path, ("part",)).get("part", [])):
        only(table, _PART, path, line)
        part = Part(
            game=a_text(table, "game", path, line),
            slug=a_text(table, "slug", path, line),
            code=a_text(table, "code", path, line),
            kind=a_text(table, "kind", path, line),
            name_en=a_text(table, "name_en", path, line),
            name_ja=a_text(table, "name_ja", path, line),
        )
        if part.game not in catalogue.games:
            raise CorpusError(f"unknown game {part.game!r}", file=path, line=line)
        if not _ID.match(part.slug):
            raise CorpusError(f"slug {part.slug!r} may hold only a-z, 0-9 and single dashes", file=path, line=line)
        if part.kind not in _PART_KINDS:
            raise CorpusError(f"unknown kind {part.kind!r}; use one of {', '.join(_PART_KINDS)}", file=path, line=line)
        same = next(
            (one.part for one in catalogue.parts.values() if (one.part.game, one.part.code) == (part.game, part.code)), None
        )
        if same is not None and same.slug != part.slug:
            message = f"the code {part.code!r} is that of {same.slug!r}, too: citations could not tell them apart; give another"
            raise CorpusError(message, file=path, line=line)
        if (part.game, part.slug) in catalogue.parts:
            raise CorpusError(f"part {part.slug!r} stands twice; give one another slug", file=path, line=line)
        headings = {language: texts(table, language, path, line) for language in LANGUAGES}
        holds = maybe_text(table, "holds", path, line)
        names = PartNames(part, headings, bool(table.get("questions")), holds, bool(table.get("heads_stage")))
        catalogue.parts[part.game, part.slug] = names
        for language, printed in headings.items():
            for text in printed:
                first = catalogue._headings.setdefault((part.game, language, key(text)), names)
                if first is not names:
                    message = f"the heading {text!r} of {part.slug!r} is one of {first.part.slug!r}, too; let one of them have it"
                    raise CorpusError(message, file=path, line=line)


def _read_furniture(catalogue: Catalogue, path: Path) -> None:
    """Take in the lines that hold no rule, those known by their beginning apart from those known whole."""
    first: dict[tuple[bool, str, str], int] = {}
    for line, table in with_lines(path, "[[line]]", read_toml(path, ("line",)).get("line", [])):
        only(table, ("game", *_HOW, "reason"), path, line)
        ways = [word for word in _HOW if word in table]
        if len(ways) != 1:
            raise CorpusError(f"a line needs one of {', '.join(_HOW)}, not {' and '.join(ways) or 'none'}", file=path, line=line)
        how = ways[0]
        game, words = a_text(table, "game", path, line), key(a_text(table, how, path, line))
        begins = how == "begins"
        if (begins, game, words) in first:
            raise CorpusError(f"{table[how]!r} stands on line {first[begins, game, words]}, too; keep one", file=path, line=line)
        first[begins, game, words] = line
        found = Furniture(how, a_text(table, "reason", path, line))
        if begins:
            catalogue._furniture_openings.append((game, words, found))
        else:
            catalogue._furniture[game, words] = found


def _read_names(catalogue: Catalogue, game: str, path: Path) -> None:
    """Take in the ids of a game's entries without a number, with the titles and opening words by which each is known."""
    data = read_toml(path)
    for id, table in data.items():
        line = line_of(path, f'["{id}"]')
        if not all(_ID.match(piece) for piece in id.split("/")):
            raise CorpusError(f"id {id!r} may hold only a-z, 0-9, single dashes and slashes", file=path, line=line)
        if not isinstance(table, dict):
            raise CorpusError(f'{id!r} must be a table: write ["{id}"] and its fields below', file=path, line=line)
        only(table, _NAME, path, line)
        under, paragraphs = maybe_text(table, "under", path, line), table.get("paragraphs")
        if paragraphs is not None and type(paragraphs) is not int:
            raise CorpusError("paragraphs must be a whole number, such as paragraphs = 2", file=path, line=line)
        if under is not None and under not in data:
            raise CorpusError(f"{id!r} stands under {under!r}, which is not in this file", file=path, line=line)
        section = maybe_text(table, "section", path, line)
        if section is not None and (game, section) not in catalogue.parts:
            raise CorpusError(f"{id!r} is printed in {section!r}, which is no part of parts.toml", file=path, line=line)
        name = Name(
            game=game,
            id=id,
            under=under,
            section=section,
            paragraphs=paragraphs,
            titles={language: texts(table, language, path, line) for language in LANGUAGES},
            openings={language: texts(table, f"{language}_begins", path, line) for language in LANGUAGES},
        )
        catalogue.names[game, id] = name
        for language in LANGUAGES:
            for text in name.titles[language]:
                catalogue._titles.setdefault((game, language, key(text)), []).append(name)
            for text in name.openings[language]:
                catalogue._openings.setdefault((game, language), []).append((key(text), name))
    for id in data:
        _check_under(catalogue, game, id, path)


def _check_under(catalogue: Catalogue, game: str, id: str, path: Path) -> None:
    """No name stands under itself by way of others."""
    met = closes(id, lambda id: catalogue.names[game, id].under)
    if met is not None:
        message = f"the names stand under one another in a ring: {id!r} … {met!r}"
        raise CorpusError(message, file=path, line=line_of(path, f'["{id}"]'))


def read_source(source: Source) -> str:
    """The text of a document; raises CorpusError when the file is missing, changed, empty, binary or not UTF-8."""
    path = source.path
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise CorpusError(f"the file of document {source.document.id} is missing; put it back", file=path) from None
    except OSError as error:
        raise CorpusError(f"the file of document {source.document.id} cannot be read ({error.strerror})", file=path) from None
    found = hashlib.sha256(data).hexdigest()
    if found != source.document.sha256:
        raise CorpusError(
            f"the file has changed: sha256 is {found[:12]}…, the manifest says {source.document.sha256[:12]}…; "
            f"restore the file, or add the new text as a document of its own",
            file=path,
        )
    return decode(data, path)


def decode(data: bytes, path: Path) -> str:
    """Bytes of a document as text, without a byte order mark; raises CorpusError for an empty, binary or non-UTF-8 file."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        raise CorpusError("the text is in UTF-16; save the file as UTF-8", file=path)
    data = data.removeprefix(codecs.BOM_UTF8)
    if not data.strip():
        raise CorpusError("the file is empty; there is nothing to read", file=path)
    nul = data.find(b"\0")
    if nul >= 0:
        line = data[:nul].count(b"\n") + 1
        raise CorpusError("this is a binary file, not text; save the document as .md, .txt or .html", file=path, line=line)
    try:
        return with_line_ends(data.decode("utf-8"))
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise CorpusError(f"not UTF-8 (byte 0x{data[error.start]:02x}); save the file as UTF-8", file=path, line=line) from None
