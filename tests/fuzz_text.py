"""What is fuzzed of the library: how questions, citations, numbers and words are read, whole searches, and the site's addresses."""

from __future__ import annotations

import json
import math
import random
import tomllib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from urllib.parse import quote

from flask.testing import FlaskClient
from fuzzing import Mix, Target

from kb.citations.find import Citations
from kb.citations.model import STATUSES
from kb.citations.present import citations_json
from kb.fold import fold, key, letters
from kb.language import language_of
from kb.locator import Locator
from kb.numbering import printed
from kb.polarity import is_negative
from kb.search import Search
from kb.sentences import spans
from kb.spelling import Spelling
from kb.tokens import stem, tokens
from kb.understand import MAX_LETTERS, MAX_WORDS, Understanding
from kb.yes_or_no import wants_yes_or_no

CORPUS = Path(__file__).parent.parent / "corpus"
OLD = ("old rule ", "second edition", "edition 2", "旧ルール", "第2版", "前の版", "before 2017", "used to ", "EN 2", "ja 3")
LIMIT = 100.0
"""Milliseconds of processor time that reading a question or a text of 2,000 letters may take; an idle machine takes a third at most."""


@cache
def lines() -> tuple[str, ...]:
    """The lines of all documents, of the length of a sentence or two."""
    found = [
        line
        for path in sorted((CORPUS / "sources").iterdir())
        if path.suffix == ".txt"
        for line in path.read_text("utf-8").split("\n")
    ]
    return tuple(line[:300] for line in found if line.strip())


@cache
def questions() -> tuple[str, ...]:
    """What people ask, as the corpus has it for entries, and questions that no entry answers."""
    files = [*sorted((CORPUS / "phrasings").iterdir()), CORPUS / "unanswered.toml"]
    data = [tomllib.loads(path.read_text("utf-8")) for path in files if path.suffix == ".toml"]
    return tuple(text for one in data for text in _texts(one) if len(text) > 5)


def _texts(value: object) -> list[str]:
    if isinstance(value, str):
        return [value]
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [text for one in inside for text in _texts(one)]


def cited(search: Search) -> tuple[list[str], list[str]]:
    """The forms by which entries are cited, addresses among them, and the names and terms of games."""
    store = search.kb.store
    entries = list(store.entries())
    forms = [e.citation for e in entries] + [f"/{e.id}@{r.document}" for e in entries for r in e.renditions[:1]]
    forms += [f"https://rules.example/{e.id}?q=1#a" for e in entries[::9]] + [
        r.title for e in entries for r in e.renditions if r.title
    ]
    names = [name for part in store.parts for name in (part.name_en, part.name_ja, part.code)]
    names += [word for game in store.games.values() for word in (*game.words, game.name, game.code)]
    terms = [form for body in store.records("term") for form in (*body["en"], *body["ja"], *body["romaji"], *body["also_en"])]
    return forms, [*names, *terms, *OLD]


def understanding(search: Search) -> Target:
    """Questions: what is read in one holds together, and is the same when it is read again."""
    read: Understanding = search._understanding
    store = search.kb.store

    def check(text: str) -> None:
        query = read.understand(text)
        assert len(query.text) <= MAX_LETTERS
        assert query.text.encode("utf-8").decode("utf-8") == query.text
        assert 0 < len(query.words) <= MAX_WORDS
        assert all(query.words)
        assert all(0 < weight <= 1.5 and math.isfinite(weight) for weight in query.weights.values()), query.weights
        assert query.language in ("en", "ja")
        assert set(query.games) <= set(store.games)
        assert all(store.row_of(id) is not None for id in query.referred.references), query.referred.references
        assert all(Locator.parse(locator).components for locator in query.referred.locators)
        assert all(0 < mention.weight <= 1 for mention in query.mentions)
        if len(text) % 8 == 0:
            again = read.understand(query.text)
            assert (again.words, again.referred.references, again.terms, again.weights) == (
                query.words,
                query.referred.references,
                query.terms,
                query.weights,
            )

    forms, names = cited(search)
    return Target(check=check, make=Mix(questions(), questions(), forms, names, lines()), most=LIMIT)


def citing(search: Search) -> Target:
    """Citations: each stands where it says, none overlap, and the same are found again; as JSON they can be sent."""
    find = Citations(search.kb.store).find

    def check(text: str) -> None:
        found = find(text)
        end = 0
        for one in found:
            assert end <= one.start < one.end <= len(text), (one.start, one.end)
            assert text[one.start : one.end] == one.words
            assert one.status in STATUSES
            unsure = one.reason != "" or not one.candidates
            assert (one.status in ("unknown", "ambiguous")) == unsure, one
            end = one.end
        assert find(text) == found
        json.dumps(citations_json(found))

    forms, names = cited(search)
    return Target(check=check, make=Mix(forms, forms, names, lines()), most=LIMIT)


def folding(_: Search) -> Target:
    """Folding, tokens, languages: folded text folds to itself, and gives the same tokens."""

    def check(text: str) -> None:
        folded = fold(text)
        assert fold(folded) == folded, folded
        assert folded == folded.strip()
        assert "  " not in folded
        assert key(folded) == key(text)
        read = tokens(text)
        assert tokens(folded) == read
        assert all(read)
        assert all(stem(token) for token in read if token.isascii() and token.isalpha())
        letters(text[:4])
        assert language_of(text) in ("en", "ja")

    return Target(check=check, make=Mix(questions(), lines()), most=LIMIT)


def spelling(search: Search) -> Target:
    """Spelling: a word put right is one that is known."""
    own: Spelling = search.kb.spelling

    def check(text: str) -> None:
        for word in tokens(text):
            near = own.nearest(word)
            assert near is None or (own.knows(near) and abs(len(near) - len(word)) <= 2 and not own.knows(word))

    words = sorted(own.words)
    return Target(check=check, make=Mix(words, words, words, longest=200, parts=3), most=LIMIT)


def numbering(_: Search) -> Target:
    """Printed numbers: kept as they are, the same by their slug, below their parent, in an order."""
    other = Locator.parse("3.2.1")

    def check(text: str) -> None:
        found = Locator.parse(text)
        assert str(found) == text
        assert found.depth > 0
        again = Locator.parse(found.slug)
        assert (again, hash(again), again.slug) == (found, hash(found), found.slug)
        assert found.parent is None or found.parent.components == found.components[: len(found.parent.components)]
        assert (found < other) + (found == other) + (found > other) == 1

    return Target(check=check, make=Mix(("条", "項", "第", "a", "B", "q", "stage"), parts=4), most=LIMIT)


def speaking(search: Search) -> Target:
    """Steps said in words: ids that there are; what was found stays, or a step of the same part takes its place."""
    understanding, store = search._understanding, search.kb.store
    found = ["bf/attack-phase/2"]

    def check(text: str) -> None:
        folded = fold(text)
        said, missing = understanding._referring._spoken.find(folded, fold(printed(text)), ())
        assert all(store.row_of(id) is not None for id in said)
        assert not (said and missing)
        kept, _ = understanding._referring._spoken.find(folded, fold(printed(text)), found)
        below = [one for one in kept if one not in found]
        assert kept == found or (
            below == kept and all(one.startswith("bf/attack-phase/") and set(one[16:]) & set(".-") for one in kept)
        )

    names = [
        form for name in understanding._referring._parts.all for form in (*name._loose, *(" ".join(words) for words in name.words))
    ]
    words = (
        "step ",
        "stage ",
        " of the ",
        "last ",
        "third ",
        " two",
        " one",
        "番",
        "目",
        "第",
        "の",
        "いち",
        " iv",
        "-",
        ".",
        " → ",
        ", ",
        "(",
        ")",
    )
    return Target(check=check, make=Mix(words, names, [str(number) for number in range(1, 13)], longest=300, parts=8), most=LIMIT)


def sentencing(_: Search) -> Target:
    """Sentences and how a question is put: spans in order without space at their ends, nothing but space between them."""

    def check(text: str) -> None:
        end = 0
        for first, last in spans(text):
            assert end <= first < last <= len(text)
            assert text[first:last] == text[first:last].strip()
            assert not text[end:first].strip()
            end = last
        assert not text[end:].strip()
        for language in ("en", "ja"):
            wants_yes_or_no(text, language)
            is_negative(text, language)

    return Target(check=check, make=Mix(questions(), lines()), most=LIMIT)


def searching(search: Search) -> Target:
    """Whole searches: hits in order, quotes that stand in the text that they cite."""

    def check(text: str) -> None:
        found = search.search(text, 5)
        scores = [hit.score for hit in found.hits]
        assert len(scores) <= 5
        assert all(0 <= score <= 1 for score in scores)
        assert scores == sorted(scores, reverse=True)
        if found.answer is not None:
            first, *facing = found.answer.citations
            assert first.quote in (first.rendition.answer or first.rendition.text)
            assert found.answer.text in first.quote
            assert all(one.quote in one.rendition.text for one in facing)
            assert all("".join(one.quoted.pieces) == one.quote for one in (first, *facing))

    forms, names = cited(search)
    return Target(check=check, make=Mix(questions(), questions(), questions(), forms, names), most=LIMIT)


def addresses(search: Search, client: FlaskClient) -> Target:
    """Addresses and bodies: no status that says the site is at fault, errors of programs in their one shape."""
    forms, names = cited(search)
    text, chance = Mix(questions(), forms, names, longest=600, parts=3), random.Random(3)
    ids = [entry.id for entry in search.kb.store.entries()]
    ask: list[Callable[[str], tuple[str, str, bytes | None]]] = [
        lambda odd: ("GET", f"/api/search?q={quote(odd, errors='replace')}&limit={chance.choice(('1', '50', '0', odd[:3]))}", None),
        lambda odd: ("GET", f"/search?q={quote(odd, errors='replace')}&ui={chance.choice(('ja', 'en', quote(odd[:2], errors='replace')))}", None),
        lambda odd: ("GET", f"/api/entries/{chance.choice(ids)}{quote(odd[:20], errors='replace')}", None),
        lambda odd: ("GET", f"/{chance.choice(ids)}@{quote(odd[:20], errors='replace')}", None),
        lambda odd: ("GET", f"/{quote(odd, safe='/@', errors='replace')}", None),
        lambda odd: ("GET", f"/slip?c={chance.choice(ids)}@{quote(odd[:12], errors='replace')}&q={quote(odd, errors='replace')}&v=yes&t={odd[:1] == '3'}", None),
        lambda odd: ("POST", "/api/citations", json.dumps({"text": odd}).encode()),
        lambda odd: ("POST", "/api/citations", json.dumps({"text": odd}, ensure_ascii=False).encode("utf-8", "surrogatepass")[: chance.choice((9, 10**6))]),
        lambda odd: ("POST", "/cite", f"text={quote(odd, errors='replace')}".encode()),
    ]  # fmt: skip

    def make(chance: random.Random) -> str:
        return text(chance)

    def check(odd: str) -> None:
        method, address, body = chance.choice(ask)(odd)
        kind = "application/json" if address.startswith("/api") else "application/x-www-form-urlencoded"
        reply = client.open(address, method=method, data=body, content_type=kind if body is not None else None, buffered=True)
        assert reply.status_code in (200, 301, 302, 303, 308, 400, 404, 405, 413, 414, 415, 422), (
            reply.status_code,
            method,
            address,
        )
        if reply.status_code >= 400 and address.startswith("/api/"):
            assert set(reply.get_json()["error"]) == {"code", "message", "hint"}, address
        if reply.status_code >= 400:
            raise ValueError(reply.status)

    return Target(check=check, make=make, most=4 * LIMIT)
