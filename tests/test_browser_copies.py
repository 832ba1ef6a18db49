"""What the copy button writes, for every text of every entry in both languages of the site, leads back to that entry and document."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from browser import Open, given_by

from kb.citations import find as finder
from kb.knowledge_base import KnowledgeBase
from web import create_app
from web.links import label, pin_of
from web.naming import cited

pytestmark = pytest.mark.browser

HOST = "https://rules.example"
COPY = """async (all) => {
  const { FORMS } = await import('/static/copy.js');
  return all.map((one) => Object.fromEntries(Object.entries(FORMS).map(([form, write]) => [form, write(one)])));
}"""


def test_every_copy_leads_back_to_its_entry(
    visit: Open, kb: KnowledgeBase, kb_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told: list[dict[str, str]] = []
    meant: list[tuple[str, str]] = []
    app = create_app(kb_path)
    for ui in ("en", "ja"):
        with app.test_request_context(f"/?ui={ui}"):
            for entry in kb.store.entries():
                for r in entry.renditions:
                    address = f"{HOST}/{pin_of(entry, r)}"
                    told.append({"citation": cited(entry), "label": label(r), "address": address, "text": r.text})
                    meant.append((entry.id, r.document))
    copies: list[dict[str, Any]] = given_by(visit("/about"), COPY, told)
    citations = finder.Citations(kb.store)
    by_link = by_words = 0
    for one, copied, (id, document) in zip(told, copies, meant, strict=True):
        found = {form: citations.find(text) for form, text in copied.items()}
        for form, text in copied.items():
            linked = {(c.entry.id, c.rendition.document) for c in _at(found[form], text.index(HOST))}
            assert linked == {(id, document)}, (form, text)
            by_link += 1
        head = {c.entry.id for c in _at(found["plain"], 0)}
        assert head == {id}, copied["plain"][:90]
        assert copied["plain"].startswith(one["citation"])
        by_words += 1
    assert by_words == 2 * (363 + 360 + 269 + 156 + 213)
    with capsys.disabled():
        print(
            f"\ncopies: {by_link} of {by_link} links and {by_words} of {by_words} citations lead back to their entry and document"
        )


def _at(found: Sequence[finder.Citation], place: int) -> tuple[Any, ...]:
    """What the citation that stands at a place of a copied text means."""
    return next((c.candidates for c in found if c.start == place), ())
