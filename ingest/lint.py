"""Lints what people say and ask: terms, phrasings, settled questions and labelled ones, against the entries and each other.

A question must not feed the search that it measures, so none may stand among the phrasings or be a form of a term.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path

from ingest.findings import Finding
from ingest.phrasings import FOLDER, Phrasings, read_phrasings
from ingest.questions import ASKED_IN, NO_GAME, OUTSIDE, STYLES, Question, read_questions
from ingest.tables import Places
from ingest.terms import FILE, PRINTED, TYPED, terms_with_lines
from ingest.tuning import read_tuning
from ingest.unanswered import FILE as UNANSWERED
from ingest.unanswered import Unanswered, read_unanswered
from ingest.verdicts import Settled, read_verdicts
from kb.fold import key
from kb.model import LANGUAGES, VERDICTS, Rendition, Term

# How many English and Japanese phrasings an entry should have; a game that is printed in English only needs fewer Japanese ones.
_ENOUGH = (8, 6)
_ENOUGH_IN_ONE_LANGUAGE = (5, 3)
_ENOUGH_FOR_A_BARE_STEP = (3, 2)
# A step that only says that something happens: "★ Resolution Check ★", "Play timing occurs." Not one that says more.
_BARE = re.compile(r"★[^★]*★|Play timing occurs\.|プレイタイミング(?:が発生します)?。?")
# A form of several words: a space, or a Japanese particle between other letters. Not 貫通 or "trample".
_SEVERAL_WORDS = re.compile(r"\s|(?<=.)[はがをにでのともへ](?=.)")

Lined = list[tuple[int, Term]]
Answered = Mapping[str, tuple[str, str]]
"""The entry that a way to ask leads to and the file in which it stands, by its folded text."""


def lint(root: Path, games: Collection[str], renditions: Iterable[Rendition]) -> Iterator[Finding]:
    """All findings in a corpus's terms, phrasings and questions; raises CorpusError for a file that cannot be read."""
    printed: dict[str, list[Rendition]] = {}
    for rendition in renditions:
        printed.setdefault(rendition.entry, []).append(rendition)
    terms = terms_with_lines(root)
    phrasings = read_phrasings(root)
    questions = read_questions(root)
    places = {name: Places(root / name) for name in {FILE, *(p.file for p in phrasings.values())} if (root / name).exists()}
    yield from _terms(terms, games, printed, places)
    yield from _phrasings(phrasings, printed, places)
    yield from _too_few(phrasings, printed)
    asked = [*questions, *read_tuning(root)]
    for question in asked:
        yield from _question(question, games, printed)
    yield from _repeats(asked)
    yield from _leaks(asked, terms, phrasings, places)
    settled = read_verdicts(root)
    answered = {key(text): (entry, said.file) for entry, said in phrasings.items() for text in (*said.en, *said.ja)}
    yield from _settled(settled, asked, printed, answered)
    searched = {one.key: (one.entry, one.file) for one in settled if one.as_asked}
    yield from _unanswered(read_unanswered(root), asked, searched | answered)


def _terms(terms: Lined, games: Collection[str], printed: Collection[str], places: dict[str, Places]) -> Iterator[Finding]:
    for line, term in terms:
        if term.game and term.game not in games:
            yield _error("unknown-game", FILE, line, f"term {term.id!r} is of game {term.game!r}; there are: {_list(games)}")
        for entry in term.entries:
            if entry not in printed:
                message = f"term {term.id!r} names {entry!r}, and there is no such entry"
                yield _error("unknown-entry", FILE, places[FILE].line(entry, line), message)


def _phrasings(phrasings: dict[str, Phrasings], printed: Collection[str], places: dict[str, Places]) -> Iterator[Finding]:
    """Phrasings of no entry, and those that stand twice, for one entry or for two."""
    seen: dict[str, tuple[str, str, int | None]] = {}
    for entry, said in phrasings.items():
        if entry not in printed:
            yield _error("unknown-entry", said.file, said.line, f"there is no entry {entry!r}")
        for text in (*said.en, *said.ja):
            line = places[said.file].line(text, said.line)
            if key(text) not in seen:
                seen[key(text)] = (entry, said.file, line)
                continue
            first, file, first_line = seen[key(text)]
            where = f"{file}:{first_line}"
            if first != entry:
                message = f"{text!r} leads to {entry!r} here and to {first!r} at {where}; keep it where it fits better"
                yield _error("contested-phrasing", said.file, line, message)
                continue
            if line == first_line:
                line = places[said.file].again(text, line)
            yield _error("repeated-phrasing", said.file, line, f"{text!r} stands at {where} already; keep one")


def _too_few(phrasings: dict[str, Phrasings], printed: dict[str, list[Rendition]]) -> Iterator[Finding]:
    """Notes on entries with few phrasings or none."""
    languages: dict[str, set[str]] = {}
    for entry, renditions in printed.items():
        languages.setdefault(entry.split("/")[0], set()).update(rendition.language for rendition in renditions)
    for entry, renditions in printed.items():
        said = phrasings.get(entry)
        if any(_BARE.fullmatch(rendition.text.strip()) for rendition in renditions):
            enough = _ENOUGH_FOR_A_BARE_STEP
        else:
            enough = _ENOUGH if len(languages[entry.split("/")[0]]) > 1 else _ENOUGH_IN_ONE_LANGUAGE
        counts = (len(said.en), len(said.ja)) if said else (0, 0)
        for count, least, language in zip(counts, enough, LANGUAGES, strict=True):
            if count < least:
                yield Finding(
                    code="few-phrasings",
                    file=said.file if said else FOLDER,
                    line=said.line if said else None,
                    message=f"{entry!r} has {count} phrasings in {language}, {least} would do",
                    error=False,
                )


def _question(question: Question, games: Collection[str], printed: Collection[str]) -> Iterator[Finding]:
    """What is wrong with the labels of one question."""

    def wrong(code: str, message: str) -> Finding:
        return _error(code, question.file, question.line, f"{message}: {question.text!r}")

    if question.game not in games and question.answerable:
        yield wrong("unknown-game", f"game {question.game!r}; there are: {_list([*games, NO_GAME])}")
    if question.language not in ASKED_IN:
        yield wrong("unknown-language", f"lang {question.language!r}; there are: {_list(ASKED_IN)}")
    styles = STYLES if question.answerable else OUTSIDE
    if question.style not in styles:
        yield wrong("unknown-style", f"style {question.style!r}; there are: {_list(styles)}")
    if question.verdict is not None and question.verdict not in VERDICTS:
        yield wrong("unknown-verdict", f"verdict {question.verdict!r}; there are: {_list(VERDICTS)}, or none at all")
    if question.answerable and not question.settles:
        yield wrong("unlabelled-question", "settles names no entry; name those that answer the question")
    if not question.answerable and (question.settles or question.helps or question.verdict):
        yield wrong("unlabelled-question", f'a question with game = "{NO_GAME}" has no entries and no verdict')
    for entry in (*question.settles, *question.helps):
        if entry not in printed:
            yield wrong("unknown-entry", f"there is no entry {entry!r}")
    for entry in (entry for entry in question.helps if entry in question.settles):
        yield wrong("unlabelled-question", f"{entry!r} stands in settles and in helps; keep it in one")


def _repeats(questions: list[Question]) -> Iterator[Finding]:
    seen: dict[str, Question] = {}
    for question in questions:
        first = seen.setdefault(key(question.text), question)
        if first is not question:
            message = f"{question.text!r} stands at {first.file}:{first.line} already; keep one"
            yield _error("repeated-question", question.file, question.line, message)


def _leaks(
    questions: list[Question], terms: Lined, phrasings: dict[str, Phrasings], places: dict[str, Places]
) -> Iterator[Finding]:
    """Phrasings, and forms of terms of several words, that are questions.

    A name that documents print is no leak: the rules themselves feed the search with it, so `[Penetrate]` may be asked for.
    """
    asked = {key(question.text): question for question in questions}
    for said in phrasings.values():
        for text in (*said.en, *said.ja):
            if key(text) in asked:
                yield _leak(said.file, places[said.file].line(text, said.line), text, asked[key(text)])
    names = {key(form) for _, term in terms for field in PRINTED for form in getattr(term, field)}
    for line, term in terms:
        for form in (form for field in TYPED for form in getattr(term, field)):
            if _SEVERAL_WORDS.search(form) and key(form) in asked and key(form) not in names:
                yield _leak(FILE, places[FILE].line(form, line), form, asked[key(form)])


def _unanswered(unanswered: list[Unanswered], questions: list[Question], answered: Answered) -> Iterator[Finding]:
    """Questions said to have no answer that stand twice, that an entry answers, or that measure the search."""
    asked = {key(question.text): question for question in questions}
    seen: dict[str, Unanswered] = {}
    for one in unanswered:
        first = seen.setdefault(key(one.text), one)
        if first is not one:
            line = one.places.again(one.text, one.line) if one.line == first.line else one.line
            yield _error("repeated-phrasing", UNANSWERED, line, f"{one.text!r} stands in line {first.line} already; keep one")
        if key(one.text) in answered:
            entry, file = answered[key(one.text)]
            message = f"{one.text!r} leads to {entry!r} in {file}; keep it where it is right"
            yield _error("contested-phrasing", UNANSWERED, one.line, message)
        if key(one.text) in asked:
            yield _leak(UNANSWERED, one.line, one.text, asked[key(one.text)])


def _settled(settled: list[Settled], questions: list[Question], printed: Collection[str], answered: Answered) -> Iterator[Finding]:
    """Settled questions of no entry, that measure or tune the search, that stand twice; searched ones that lead elsewhere."""
    asked = {key(question.text): question for question in questions}
    for one in settled:
        if one.entry not in printed:
            yield _error("unknown-entry", one.file, one.line, f"there is no entry {one.entry!r}")
        if one.key in asked:
            yield _leak(one.file, one.line, one.text, asked[one.key])
        entry, file = answered.get(one.key, (one.entry, one.file))
        if one.as_asked and entry != one.entry:
            message = f"{one.text!r} leads to {one.entry!r} here and to {entry!r} in {file}; keep it where it fits better"
            yield _error("contested-phrasing", one.file, one.line, message)
        yield from _settled_again(one)


def _settled_again(one: Settled) -> Iterator[Finding]:
    """Notes on the settled questions that repeat one of their kind."""
    for other in one.again:
        line = other.line
        if (other.file, line) == (one.file, one.line):
            line = other.places.again(other.text, line) or line
        message = f"{other.text!r} stands at {one.file}:{one.line} already; keep one"
        yield Finding(code="repeated-question", file=other.file, line=line, message=message, error=False)


def _leak(file: str, line: int | None, text: str, question: Question) -> Finding:
    message = f"a question must not feed the search, and {text!r} is {question.file}:{question.line}; put this in other words"
    return _error("leaked-question", file, line, message)


def _error(code: str, file: str, line: int | None, message: str) -> Finding:
    return Finding(code=code, file=file, line=line, message=message)


def _list(words: Iterable[str]) -> str:
    return ", ".join(words)
