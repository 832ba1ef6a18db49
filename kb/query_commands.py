"""What the library adds to the command line: ask and show."""

from __future__ import annotations

import json
import re
import textwrap

import click

from kb.citation import pinned
from kb.citations.model import NOT_HELD, NOT_IN_EDITION
from kb.errors import UnknownEntry
from kb.knowledge_base import default_place, open_kb
from kb.model import Entry, Rendition
from kb.place import Place, place_of
from kb.present import entry_json, found_json
from kb.renditions import only_language
from kb.review import review_of
from kb.search import Found, Search

kb_option = click.option(
    "--kb",
    type=place_of,
    metavar="PLACE",
    help="The KB's folder or postgresql:// address; $JUDGECALL_KB or the user data folder unless given.",
)
_WIDTH = 96
# An address of the site: the id that it holds, pinned or not, without host, query and fragment. No citation with a space in it.
_ADDRESS = re.compile(
    r"(?:(?:https?://[^/\s]+|[a-z0-9-]+(?:\.[a-z0-9-]+)+(?::[0-9]+)?|localhost:[0-9]+)?/)?(?:api/entries/)?"
    r"(?P<id>[^\s/?#:]+/[^\s?#]+?)/?(?:[?#]\S*)?"
)
# The document to which an id or a citation is pinned. Not the rest of "THE IDOLM@STER Theater".
_PINNED = re.compile(r".*@(?P<document>[a-z][a-z0-9-]*)")
# A byte that is no letter of UTF-8, as Python hands over what was typed; neither store takes it.
_HALF = re.compile("[\ud800-\udfff]")
_SO = {"yes": ", that is so", "no": ", that is not so"}
"""What a verdict says to a question that is put negatively."""


@click.command("ask")
@click.argument("question")
@click.option("--lang", type=click.Choice(["en", "ja"]), help="The language to answer in.")
@click.option("--game", help="Only this game, such as bf or dg.")
@click.option("--json", "as_json", is_flag=True, help="The same JSON as GET /api/search.")
@kb_option
def ask_command(question: str, lang: str | None, game: str | None, as_json: bool, kb: Place | None) -> None:
    """Answer a question with the rule steps that settle it."""
    search = Search(open_kb(kb or default_place()))
    try:
        found = search.search(question, limit=10, language=lang, game=game)
    except ValueError as error:
        raise click.UsageError(f"{error}; ask in a few words") from None
    if as_json:
        click.echo(json.dumps(found_json(found), ensure_ascii=False))
    else:
        _print_found(found)


def _print_found(found: Found) -> None:
    if found.answer is None:
        several = "Several rules have this number; choose one of the first, or add the name of its part:\n"
        click.echo(several if found.query.referred.ambiguous else "No ruling found. Nearest entries:\n")
    else:
        said = found.answer.verdict
        verdict = f"{said.upper()}{_SO[said] if found.answer.negative else ''}  " if said else ""
        for citation in found.answer.citations:
            # The sentence that settles the question where one is told apart; the whole text stands below.
            click.echo(_wrapped(f"{verdict}{citation.quoted.pieces[1]}"))
            verdict = ""
            listed = f", {citation.rendition.listed_under}" if citation.rendition.listed_under else ""
            click.echo(f"  — {pinned(citation.entry, citation.rendition)}{listed}")
        for caveat in found.answer.caveats:
            click.echo(_wrapped(f"! {caveat}"))
        click.echo("")
    for hit in found.hits[:5]:
        click.echo(f"{hit.entry.citation}   [{hit.entry.id}]")
        click.echo(textwrap.indent(_wrapped(_under_its_list(hit.renditions[0])), "    ") + "\n")


@click.command("show")
@click.argument("entry")
@click.option("--document", help="Only the text of this document, such as bf-en-3.")
@click.option("--json", "as_json", is_flag=True, help="The same JSON as GET /api/entries/ID.")
@kb_option
def show_command(entry: str, document: str | None, as_json: bool, kb: Place | None) -> None:
    """Show one entry with all its renditions; ENTRY is an id (bf/attack-phase/3.2.1) or a citation (attack phase 3.2.1).

    An id may be pinned to a document, as addresses are: bf/attack-phase/3.2.1@bf-en-2. An address of the site does as well.
    """
    search = Search(open_kb(kb or default_place()))
    entry = entry.strip()
    if address := _ADDRESS.fullmatch(entry):
        entry = address["id"]
    if _HALF.search(entry):
        raise UnknownEntry(f"no entry goes by {entry!r}, which is not UTF-8; type it again")
    pin = _pin(entry) or _named_edition(search, entry)
    if document and pin and document != pin:
        raise click.UsageError(f"{entry!r} names the document {pin}, --document names {document}; name one of them")
    document = document or pin
    found = _find(search, entry)
    shown = [r for r in found.renditions if document is None or r.document == document]
    if not shown:
        raise UnknownEntry(f"{found.id} is not printed in {document!r}; it is in {', '.join(r.document for r in found.renditions)}")
    if as_json:
        body = entry_json(found, review_of(search.kb.store, found.id))
        body["renditions"] = [one for one in body["renditions"] if document in (None, one["document"])]
        click.echo(json.dumps(body, ensure_ascii=False))
        return
    click.echo(f"{found.citation}   [{found.id}]\n")
    for rendition in shown:
        _print_rendition(found, rendition)
    review = review_of(search.kb.store, found.id)
    only = only_language(found, search.kb.store.documents)
    if only is not None and review.withdrawn is None:
        click.echo(f"! of the current texts only that in {only.upper()} prints this\n")
    for conflict in review.conflicts:
        click.echo(_wrapped(f"! EN and JA disagree ({conflict.severity}, {conflict.impact}): {conflict.note_en}"))
        click.echo(f"    EN: {conflict.en_text or '(nothing)'}\n    JA: {conflict.ja_text or '(なし)'}\n")
    for change in review.changes:
        if change.impact != "none":
            click.echo(_wrapped(f"{change.from_document} → {change.to_document}: {change.kind}. {change.note_en}"))


def _pin(words: str) -> str:
    """The document to which words pin an entry (bf/attack-phase/3.2.1@bf-en-2), or ""."""
    pinned = _PINNED.fullmatch(words.strip())
    return pinned["document"] if pinned else ""


def _find(search: Search, words: str) -> Entry:
    """An entry by id, or by a citation that names exactly one, as `cite` resolves it or as a question says it."""
    store = search.kb.store
    id = words.strip().strip("/").removesuffix(f"@{_pin(words)}")
    entry = store.entry(id)
    if entry is not None:
        return entry
    try:
        cited = search.citations.find(words)
        meant = {candidate.entry.id for one in cited for candidate in one.candidates}
        sure = len(meant) == 1 and not any(one.reason for one in cited)
        references = tuple(meant) if sure else search.search(words, limit=1).query.referred.references
    except ValueError:
        references = ()
    if len(references) == 1:
        entry = store.entry(references[0])
    if entry is None:
        many = f"; it could be {', '.join(references)}" if references else ""
        raise UnknownEntry(f"no one entry goes by {words!r}{many}; try `judgecall ask`")
    return entry


def _named_edition(search: Search, words: str) -> str | None:
    """The document that a citation names by its edition; raises UnknownEntry where that is not held or does not print it."""
    try:
        cited = search.citations.find(words) if search.kb.store.entry(words.strip().strip("/")) is None else []
    except ValueError:  # longer than is read
        return None
    reasons = {one.reason for one in cited}
    if NOT_IN_EDITION in reasons:
        raise UnknownEntry(f"{words!r}: the edition that is named does not print it; leave the edition out to see which do")
    if NOT_HELD in reasons:
        raise UnknownEntry(f"{words!r}: the edition that is named is not held; leave the edition out to see which are")
    named = {candidate.rendition.document for one in cited for candidate in one.candidates if candidate.named}
    return named.pop() if len(named) == 1 else None


def _print_rendition(entry: Entry, rendition: Rendition) -> None:
    lines = ", ".join(f"{first}" if first == last else f"{first}-{last}" for first, last in rendition.lines)
    click.echo(f"{pinned(entry, rendition)}   {rendition.document}, lines {lines}")
    title = f"{rendition.title}\n" if rendition.title and rendition.title != rendition.text else ""
    click.echo(textwrap.indent(_wrapped(title + _under_its_list(rendition)), "    "))
    for doubt in rendition.doubts:
        click.echo(f"    (doubt: {doubt})")
    click.echo("")


def _under_its_list(rendition: Rendition) -> str:
    """A text behind the heading of the list that has it, where that says in whose decks a card is limited."""
    return f"{rendition.listed_under}\n{rendition.text}" if rendition.listed_under else rendition.text


def _wrapped(text: str) -> str:
    """Lines of at most 96 letters; Japanese, which has no spaces, at half as many."""
    out = []
    for line in text.split("\n"):
        width = _WIDTH if line.isascii() or " " in line[:40] else _WIDTH // 2
        out += textwrap.wrap(line, width) or [""]
    return "\n".join(out)
