"""Citations in a pasted text: the page /cite and POST /api/citations."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from flask import Blueprint, Response, abort, jsonify, make_response, render_template, request

from kb.citations.find import LONGEST, TextTooLong
from kb.citations.model import Candidate, Citation
from kb.citations.present import citations_json
from kb.citations.shapes import Spans
from kb.difference import marked_against
from kb.review import conflicts
from kb.shapes import TextToRead
from web.describe import described
from web.state import searching
from web.wording import ui

blueprint = Blueprint("cite", __name__)

LONGEST_BODY = 8 * LONGEST
"""Bytes of a request: JSON may write a letter of two bytes as six."""
# Half a letter (a lone surrogate), which JSON may name and no reply can hold. One code point for another, so offsets stay.
_HALF = re.compile("[\ud800-\udfff]")
SHOWN_STEPS = 12
"""Candidates of one citation whose words the page shows."""
MOST_CITATIONS = 1000
"""Citations of one text that the page marks and lists, the first ones."""
MOST_LETTERS = 200_000
"""Letters that the rules on one page take at most, about."""
NAME_LETTERS = 200
"""Letters that a rule takes beside its words."""


@dataclass(frozen=True, slots=True)
class Run:
    """A run of the pasted text; `number` is that of the finding in the list beneath, 0 where nothing is cited."""

    text: str
    number: int = 0
    citation: Citation | None = None

    @property
    def only(self) -> Candidate | None:
        """The one entry that is meant, if there is exactly one."""
        found = self.citation.candidates if self.citation is not None and not self.citation.reason else ()
        return found[0] if len(found) == 1 else None


@dataclass(slots=True)
class Finding:
    """A line of the list: a citation, how often the text makes it, and those of its candidates that the page has room for."""

    number: int
    citation: Citation
    times: int = 1
    shown: tuple[Candidate, ...] = ()

    @property
    def left(self) -> int:
        """How many candidates are not shown."""
        return len(self.citation.candidates) - len(self.shown)


@blueprint.post("/api/citations")
@described(Spans, body=TextToRead, errors=(415,), open_to_all=True)
def citations() -> Response:
    """Every citation in a text, with its candidates and what each of them is today."""
    request.max_content_length = LONGEST_BODY
    if not request.is_json:
        abort(415, f"the body must be JSON, not {request.mimetype or 'without a type'}")
    try:
        body = request.get_json(silent=True)
    except RecursionError:  # brackets nested thousands deep
        body = None
    text = body.get("text") if isinstance(body, dict) else None
    if not isinstance(text, str):
        abort(400, 'the body must be a JSON object whose "text" is a string')
    text = _HALF.sub("\ufffd", text)
    try:
        return jsonify(citations_json(searching().citations.check(text)))
    except TextTooLong as error:
        abort(413, str(error))


@blueprint.route("/cite", methods=["GET", "POST"])
def cite() -> Response:
    """Paste a text, see what it cites and what each of that is today; ?text= for short ones."""
    request.max_content_length = request.max_form_memory_size = LONGEST_BODY
    sent = request.form if request.method == "POST" else request.args
    text = sent.get("text", "").replace("\r\n", "\n")
    found: list[Citation] = []
    too_long = False
    try:
        found = searching().citations.check(text)
    except TextTooLong:
        too_long = True
    runs, findings = _marked(text, found[:MOST_CITATIONS])
    _fit(findings)
    contested = {conflict.entry for conflict in conflicts(searching().kb.store)} if findings else set()
    page = render_template(
        "cite.html",
        text=text,
        runs=runs if not too_long else [],
        findings=findings,
        cited=len(found),
        too_long=too_long,
        empty="text" in sent and not text.strip(),
        longest=LONGEST // 1024,
        left=len(found) - MOST_CITATIONS,
        most=MOST_CITATIONS,
        marked_against=cache(marked_against),
        contested=contested,
        sent_by="paste" if request.method == "POST" and text else "",
        example=_example(),
    )
    reply = make_response(page, 413 if too_long else 200)
    if request.method == "POST" and not too_long:
        # So that the way back from a rule leads to the page again. It stands in this browser's own cache alone.
        reply.headers["Cache-Control"] = "private, no-cache"
    return reply


def _example() -> str:
    """A citation as people write it in the page's language, from the games' examples of questions; "" where none cites."""
    examples = [question for game in searching().kb.store.games.values() for question in game.examples]
    examples.sort(key=lambda question: question.isascii() == (ui() == "ja"))
    found = (citation for question in examples for citation in searching().citations.find(question))
    return next((citation.words for citation in found if not citation.reason), "")


def _marked(text: str, found: list[Citation]) -> tuple[list[Run], list[Finding]]:
    """The text in runs, and what it cites, each thing once, in the order of its first mention."""
    findings: dict[tuple[object, ...], Finding] = {}
    runs: list[Run] = []
    end = 0
    for citation in found:
        meant = tuple((one.entry.id, one.rendition.document) for one in citation.candidates)
        words = "" if meant and not citation.reason else citation.words
        said = (citation.host, citation.quotes, citation.not_compared)
        same = (citation.status, meant, words, citation.reason, citation.edition, said)
        known = findings.get(same)
        if known is None:
            known = findings[same] = Finding(len(findings) + 1, citation)
        else:
            known.times += 1
        runs += [Run(text[end : citation.start]), Run(citation.words, known.number, citation)]
        end = citation.end
    runs.append(Run(text[end:]))
    return [run for run in runs if run.text], list(findings.values())


def _fit(findings: list[Finding]) -> None:
    """Give each finding the candidates that are shown, while there is room on the page."""
    room = MOST_LETTERS
    for finding in findings:
        citation = finding.citation
        shown = []
        for one in citation.candidates if citation.reason else citation.candidates[:SHOWN_STEPS]:
            room -= NAME_LETTERS if citation.reason else _size(one)
            if room < 0:
                break
            shown.append(one)
        finding.shown = tuple(shown)


def _size(one: Candidate) -> int:
    """Letters that a candidate takes with its words, and with those of today."""
    return NAME_LETTERS + len(one.rendition.text) + (len(one.today.text) if one.today is not None else 0)
