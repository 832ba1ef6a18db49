"""What readers settled: every passage stands in its source, mistakes are refused with file and line, pages show it all."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from bs4 import BeautifulSoup
from conftest import CORPUS, READ_BY_NO_GRAMMAR
from flask.testing import FlaskClient

from ingest.changes import changed_run as cut_out
from ingest.known import Known, read_all
from ingest.verbatim import verbatim
from kb.difference import marked_against, passages
from kb.errors import CorpusError


def source(known: Known, document: str) -> str:
    """A source as one run of letters: without white space, bullets, dashes and bold marks, note marks put right."""
    text = (CORPUS / "sources" / known.documents[document].file).read_text(encoding="utf-8")
    text = re.sub(r"\$\\lceil \\text\{(.*?)\}\$?", r"「\1", text).replace("\\lceil", "「").replace("\\rfloor", "」")
    return letters(text.replace("✂", "※").replace("✕", "※").replace("\\rightarrow", "→").replace("\\text{", ""))


def letters(text: str) -> str:
    return re.sub(r"[\s*・•▪●$>{}\-]", "", text)


def test_passages_of_conflicts_stand_in_the_sources(known: Known) -> None:
    texts = {document: source(known, document) for document in ("bf-en-3", "bf-ja-3")}
    assert len(known.conflicts) >= 150
    for conflict in known.conflicts:
        assert letters(conflict.en_text) in texts[conflict.en_document], conflict
        assert letters(conflict.ja_text) in texts[conflict.ja_document], conflict
        assert conflict.note_en
        assert conflict.note_ja


def test_high_impact_disagreements_are_there(known: Known) -> None:
    """Places that a bilingual reader finds at once and that change a match."""
    high = {conflict.entry for conflict in known.conflicts if conflict.impact == "high"}
    assert {
        "bf/check/size", "bf/check/procedure", "bf/call/2.1", "bf/start-phase/3.1", "bf/attack-phase/3.2.1",
        "bf/keyword/penetrate", "bf/keyword/d-share", "bf/keyword/omni-lord", "bf/topic/when-destroyed",
        "bf/topic/once-per-turn-name", "bf/final-phase/1.1", "bf/automatic/2.2.1",
    } <= high  # fmt: skip
    assert not known.outdated


def test_a_card_that_one_language_alone_limits_is_a_disagreement(client: FlaskClient, known: Known) -> None:
    """Six cards stand in the lists of one language only: what a judge rules of them hangs on the text that is read."""
    current = {id for id, document in known.documents.items() if document.current}
    printed: dict[str, set[str]] = {}
    for one in known.aligned.renditions:
        if one.document in current and one.kind == "restricted_card":
            printed.setdefault(one.entry, set()).add(one.language)
    alone = {entry: languages for entry, languages in printed.items() if len(languages) == 1}
    told = {one["entry"]: one for one in client.get("/api/conflicts").get_json()["conflicts"] if one["entry"] in printed}
    assert told.keys() == alone.keys()
    assert len(told) == 6
    for entry, one in told.items():
        assert {language for language in ("en", "ja") if one[language]["text"]} == alone[entry]
        assert (one["impact"], one["status"]) == ("high", "reviewed")


@pytest.mark.parametrize(
    ("address", "says"),
    [
        ("/bf/restricted/obstruct", ["Of the current texts only the English one prints this."]),
        ("/bf/restricted/obstruct@bf-en-3?ui=ja", ["現行の文書では、英語版だけがこの項目を掲載しています。"]),
        ("/bf/restricted/fantastic-final-counter-shoot", ["Of the current texts only the Japanese one prints this."]),
        ("/bf/topic/sideboard", ["Of the current texts only the English one prints this."]),
        ("/slip?c=bf/restricted/obstruct@bf-en-3", ["Of the current texts only the English one prints this."]),
        ("/bf/restricted/gambit", []),
        ("/dg/erratum/st-57", []),
    ],
)
def test_what_one_language_alone_prints_says_so(client: FlaskClient, address: str, says: list[str]) -> None:
    assert [caveat.get_text() for caveat in soup(client, address).select(".caveat")] == says


def test_the_list_of_cards_marks_those_of_one_language(client: FlaskClient) -> None:
    marked = {
        item["id"]: item.select_one(".tag").get_text() for item in soup(client, "/bf/restricted").select(".names li:has(.tag)")
    }  # type: ignore[union-attr]
    assert marked.pop("fantastic-final-counter-shoot") == "only in Japanese"
    assert len(marked) == 5
    assert set(marked.values()) == {"only in English"}


def test_changes_between_editions(known: Known) -> None:
    found = {(c.entry, c.to_document): c for c in known.changes}
    counterattack = found["bf/keyword/counterattack", "bf-en-3"]
    assert counterattack.kind == "amended"
    assert "or equal to" in counterattack.to_text
    assert "or equal to" not in counterattack.from_text
    assert found["bf/topic/buddy-monster", "bf-en-2"].kind == "removed"
    assert found["bf/keyword/purge", "bf-en-3"].kind == "added"
    quiet = [c for c in known.changes if c.kind == "typographic"]
    assert quiet
    assert {c.impact for c in quiet} == {"none"}
    pairs = {(c.from_document, c.to_document) for c in known.changes}
    assert pairs == {("bf-en-1", "bf-en-2"), ("bf-en-2", "bf-en-3")}


def test_all_that_the_third_edition_changed_is_judged(known: Known) -> None:
    """66 additions were not, a card off limits beside how to read a card of the Cross series."""
    changed = {c.entry: c for c in known.changes if c.to_document == "bf-en-3"}
    assert {entry for entry, c in changed.items() if not (c.impact and c.note_en and c.note_ja)} == set()
    cards = [c.impact for entry, c in changed.items() if entry.startswith("bf/restricted/")]
    assert cards == ["high"] * 13


def test_a_number_that_changed_is_no_typography(known: Known) -> None:
    """Two steps that were printed with the numbers of others were once said to be set otherwise."""
    told = {change.entry: change.impact for change in known.changes if change.kind == "renumbered"}
    assert told == {"bf/start-phase/3.2.1": "none", "bf/start-phase/3.2.2": "none"}
    assert not any("Number put right" in change.note_en for change in known.changes if change.kind != "renumbered")


def test_every_real_difference_between_editions_has_a_change(known: Known) -> None:
    """A reader may have found that it is typography alone; nothing else may say so."""
    changed = {(c.entry, c.to_document) for c in known.changes if c.kind != "typographic" or c.status == "reviewed"}
    for found in known.aligned.alignments:
        if found.relation == "amended":
            assert (found.entry, found.target) in changed, found


def test_all_that_the_second_edition_added_is_judged(known: Known) -> None:
    """Of 115 additions only 19 were; what is without impact is a heading, whose rule stands in the steps under it."""
    added = [c for c in known.changes if c.kind == "added" and c.to_document == "bf-en-2"]
    assert {c.entry for c in added if c.status != "reviewed" or not (c.impact and c.note_en and c.note_ja)} == set()
    kinds = {one.entry: one.kind for one in known.aligned.renditions}
    assert {kinds[c.entry] for c in added if c.impact == "none"} == {"stage"}


def test_the_dated_rule_changes(known: Known) -> None:
    draw = next(r for r in known.rule_changes if r.change == "bf/change/first-turn-draw")
    assert draw.entries == ("bf/start-phase/3.1",)
    assert ("bf/start-phase/3.1", "bf-ja-3") in {(entry, document) for entry, document, _ in draw.stale}
    counter = next(r for r in known.rule_changes if r.change == "bf/change/counter-in-battle")
    assert "bf/attack-phase/2.5" in counter.entries


@pytest.mark.parametrize(
    ("file", "before", "after", "message"),
    [
        ("conflicts.toml", 'entry = "bf/check/size"', 'entry = "bf/check/weight"', r"conflicts\.toml:\d+: there is no entry 'bf/check/weight'"),
        ("conflicts.toml", 'en = "is 3 or greater"', 'en = "is 5 or greater"', r"conflicts\.toml:\d+: bf-en-3 does not print 'is 5 or greater' in bf/check/size"),
        ("conflicts.toml", 'severity = "term"', 'severity = "grave"', r"conflicts\.toml:\d+: severity is 'grave'; use one of contradiction"),
        ("conflicts.toml", 'impact = "low"', 'impact = "lowish"', r"conflicts\.toml:\d+: impact is 'lowish'"),
        ("conflicts.toml", "note_en = ", "note_fr = ", r"conflicts\.toml:\d+: unknown field 'note_fr'; there are: entry, severity"),
        ("conflicts.toml", "note_en = ", "# note_en = ", r"conflicts\.toml:\d+: a table lacks 'note_en'"),
        ("changes.toml", 'kind = "amended"', 'kind = "mended"', r"changes\.toml:\d+: kind is 'mended'"),
        ("changes.toml", 'to_document = "bf-en-2"', 'to_document = "bf-en-7"', r"changes\.toml:\d+: there is no document 'bf-en-7'"),
        ("rule_changes.toml", 'change = "bf/change/extra-turns"', 'change = "bf/change/none"', r"rule_changes\.toml:\d+: there is no entry 'bf/change/none'"),
        ("references.toml", "note_en = ", "note = ", r"references\.toml:7: unknown field 'note'; there are: entry, document, text, note_en"),
        ("references.toml", 'document = "bf-en-3"', 'document = "bf-en-9"', r"references\.toml:\d+: 'bf/keyword/n-attack' is not printed in 'bf-en-9'"),
    ],
)  # fmt: skip
def test_a_mistake_in_a_review(tmp_path: Path, file: str, before: str, after: str, message: str) -> None:
    copy = tmp_path / "corpus"
    shutil.copytree(CORPUS, copy, ignore=READ_BY_NO_GRAMMAR)
    path = copy / "reviews" / file
    text = path.read_text(encoding="utf-8")
    assert before in text
    path.write_text(text.replace(before, after, 1), encoding="utf-8")
    with pytest.raises(CorpusError, match=message) as caught:
        read_all(copy)
    if " is '" in message:  # a wrong value is named with its own line, not with that of its table
        assert caught.value.line == next(n for n, line in enumerate(path.read_text("utf-8").split("\n"), 1) if line == after)


@pytest.mark.parametrize(
    ("file", "name", "passage", "otherwise"),
    [
        ("conflicts.toml", "conflict", "Life is at 0", "Life  is at\\n0"),
        ("changes.toml", "change", '"Play timing (only once)"', '"Play timing  (only once)"'),
        ("changes.toml", "change", "Announces the rule change", "Says so"),
        ("changes.toml", "change", 'from = "There are cards with a mark on the top right of a card like', 'from = "like'),
    ],
)
def test_a_review_that_stands_twice(tmp_path: Path, file: str, name: str, passage: str, otherwise: str) -> None:
    """One of the 165 disagreements once stood twice, with two impacts."""
    copy = tmp_path / "corpus"
    shutil.copytree(CORPUS, copy, ignore=READ_BY_NO_GRAMMAR)
    path = copy / "reviews" / file
    text = path.read_text(encoding="utf-8")
    header = f"[[{name}]]\n"
    first = next(table for table in text.split(header)[1:] if passage in table)
    entry = first.split('"')[1]
    path.write_text(f"{text.rstrip()}\n\n{header}{first.replace(passage, otherwise, 1)}", encoding="utf-8")
    before, after = text.split(first, 1)[0].count("\n"), text.rstrip().count("\n") + 3
    message = rf"{file}:{after}: this {name} of {entry} stands on line {before} already; take one of the two out"
    with pytest.raises(CorpusError, match=message):
        read_all(copy)


def soup(client: FlaskClient, address: str) -> BeautifulSoup:
    reply = client.get(address)
    assert reply.status_code == 200, address
    return BeautifulSoup(reply.get_data(as_text=True), "html.parser")


def test_an_entry_page_shows_what_disagrees_on_top(client: FlaskClient) -> None:
    page = soup(client, "/bf/check/size")
    assert page.select_one(".disagree") is not None
    html = str(page)
    assert html.index('class="disagree"') < html.index('class="sides"')
    marks = [mark.get_text() for mark in page.select(".sides mark")]
    assert "is 3 or greater" in marks
    assert any("3より大きい" in mark for mark in marks)


def test_a_superseded_text_is_marked_where_it_differs(client: FlaskClient) -> None:
    page = soup(client, "/bf/keyword/penetrate@bf-en-1")
    assert [mark.get_text().strip() for mark in page.select(".sides mark")] == ["and destroys"]
    assert "has since changed" in page.select(".caveat")[0].get_text()
    page = soup(client, "/bf/topic/buddy-monster")
    assert page.select(".caveat")[0].get_text().startswith("Withdrawn: EN edition 2 no longer prints it.")


def test_a_stale_rule_is_flagged(client: FlaskClient) -> None:
    page = soup(client, "/bf/start-phase/3.1")
    assert any("JA 3 still prints the old rule here" in caveat.get_text() for caveat in page.select(".caveat"))


def test_a_reference_to_the_wrong_step_is_not_said_to_lead_nowhere(client: FlaskClient) -> None:
    """The step is there; and what a reader wrote about it in Japanese was never shown."""
    wrong = soup(client, "/bf/keyword/n-attack").select_one("section > .doubt")
    assert wrong is not None
    assert wrong.get_text().startswith("EN 3 refers to the wrong place: 4.2. under")
    assert "[N Attack] activates in step 4.1;" in wrong.get_text()
    wrong = soup(client, "/bf/keyword/n-attack?ui=ja").select_one("section > .doubt")
    assert wrong is not None
    assert wrong.select("[lang=en]:not(q)") == []
    assert "『N回攻撃』が発動するのは4.1.で" in wrong.get_text()
    found = client.get("/api/entries/bf/keyword/n-attack").get_json()["references"]
    told = {(one["status"], one["there"], bool(one["note"]), bool(one["note_ja"])) for one in found}
    assert told == {("ok", True, False, False), ("wrong", True, True, True)}


def test_a_reference_that_leads_nowhere_says_so_in_both_languages(known: Known) -> None:
    missing = [one for one in known.references if not one.there]
    assert missing
    for one in missing:
        assert one.status == "wrong"
        assert one.note
        assert re.search("[ぁ-ん]", one.note_ja), one


def test_what_readers_wrote_about_a_rule_change_is_shown(client: FlaskClient) -> None:
    page = soup(client, "/bf/change/first-turn-draw")
    (told,) = page.select(".changed")
    assert "Since 2 June 2018 the player going first draws on the first turn too." in told.get_text()
    assert [link["href"] for link in told.select("a")] == ["/bf/start-phase/3.1"]
    (told,) = soup(client, "/bf/start-phase/3.1?ui=ja").select(".changed")
    assert "2018年6月2日から、先攻1ターン目もドローします。" in told.get_text()
    assert [link["href"] for link in told.select("a")] == ["/bf/change/first-turn-draw?ui=ja"]
    assert soup(client, "/bf/call/1.1").select(".changed") == []
    (change,) = client.get("/api/entries/bf/start-phase/3.1").get_json()["rule_changes"]
    assert change["change"] == "bf/change/first-turn-draw"
    assert change["entries"] == ["bf/start-phase/3.1"]
    assert {one["document"] for one in change["stale"]} == {"bf-ja-3", "bf-en-2"}
    assert change["note"].startswith("Since 2 June 2018")
    assert change["note_ja"].startswith("2018年6月2日から")


@pytest.mark.parametrize(
    "address", ["/conflicts?part=attack-phase", "/changes?to=bf-en-3&impact=medium", "/changes?all=1&kind=amended"]
)
def test_a_filter_counts_what_it_leaves_beside_the_others(client: FlaskClient, address: str) -> None:
    """A menu said 32 of high impact, and showed one when it was chosen."""
    page = soup(client, address)
    counts = {str(link["href"]): int(link.select_one(".count").get_text()) for link in page.select(".filters a")}  # type: ignore[union-attr]
    assert len(counts) > 8
    for link, count in counts.items():
        assert client.get(link).get_data(as_text=True).count('<div class="conflict">') == count > 0, link
    for menu in page.select(".filters ul"):
        assert len(menu.select("[aria-current]")) == 1


def test_a_filter_that_leaves_nothing_stays_to_be_taken_off(client: FlaskClient) -> None:
    page = soup(client, "/conflicts?severity=term&impact=high")
    assert page.select(".conflict") == []
    assert [" ".join(link.get_text().split()) for link in page.select(".filters [aria-current]")] == [
        "high impact 0",
        "term 0",
        "All 0",
    ]


def test_lists_filter(client: FlaskClient) -> None:
    everything = len(soup(client, "/conflicts").select(".list > li"))
    high = soup(client, "/conflicts?impact=high").select(".list > li")
    assert 0 < len(high) < everything
    assert all(item.select(".tag.high") for item in high)
    quiet = len(soup(client, "/changes").select(".list > li"))
    assert quiet < len(soup(client, "/changes?all=1").select(".list > li"))
    for item in soup(client, "/changes?to=bf-en-3&part=keyword").select(".list > li"):
        assert item.select("h4 a")[0]["href"].startswith("/bf/keyword/")  # type: ignore[union-attr]


@pytest.mark.parametrize("ui", ["en", "ja"])
@pytest.mark.parametrize("address", ["/conflicts", "/changes?all=1", "/changes?to=bf-en-3"])
def test_lists_begin_with_what_weighs_most(client: FlaskClient, address: str, ui: str) -> None:
    """The first of 159 disagreements was once of low impact, and the 26 grave ones stood behind a closed filter."""
    page = soup(client, f"{address}{'&' if '?' in address else '?'}ui={ui}")
    headings = [str(heading["id"]) for heading in page.select("main > h2")]
    assert headings == [one for one in ("high", "medium", "low", "open", "none") if one in headings]
    leads = {str(link["href"]): int(link.select_one(".count").get_text()) for link in page.select(".narrow a")}  # type: ignore[union-attr]
    lists = {f"#{id}": page.select_one(f"h2#{id} + .list").select("li") for id in headings}  # type: ignore[union-attr]
    assert leads == {id: len(items) for id, items in lists.items()}
    assert all(item.select(".tag.high") for item in lists["#high"])
    ids = [str(found["id"]) for found in page.select("main [id]")]
    assert len(ids) == len(set(ids))
    assert {str(link["href"]).removeprefix("#") for link in page.select(".contents a")} <= set(ids)


def test_announced_changes_of_the_rules_come_first(client: FlaskClient) -> None:
    links = [str(link["href"]) for link in soup(client, "/changes").select(".list h4 a")]
    assert {link.split("/")[2] for link in links[:2]} == {"change"}
    assert links.index("/bf/anatomy/attribute") > links.index("/bf/change/extra-turns")


def test_a_list_has_one_anchor_for_each_part(client: FlaskClient) -> None:
    """Links lead to /conflicts#bf-keyword, whose heading stands under each impact that the part has."""
    found = [str(heading["id"]) for heading in soup(client, "/conflicts").select(".list h3")]
    assert found.count("bf-keyword") == 1
    assert {"bf-keyword-medium", "bf-keyword-low"} <= set(found)


def test_conflicts_and_changes_as_json(client: FlaskClient, known: Known) -> None:
    conflicts = client.get("/api/conflicts").get_json()["conflicts"]
    assert len(conflicts) == len(known.conflicts)
    assert set(conflicts[0]) == {"entry", "severity", "impact", "en", "ja", "note", "note_ja", "status"}
    changes = client.get("/api/changes").get_json()["changes"]
    assert len(changes) == len(known.changes)
    entry = client.get("/api/entries/bf/keyword/penetrate").get_json()
    assert entry["conflicts"]
    assert entry["changes"]
    assert "bf/attack-phase/q2" in entry["cited_by"]
    assert entry["renditions"][0]["conflict"] is True


def test_marks() -> None:
    assert [(s.text, s.marked) for s in marked_against("a b c", "a x c")] == [("a ", False), ("b ", True), ("c", False)]
    assert all(not s.marked for s in marked_against("“Soul”  guard", '"soul" guard'))
    assert [(s.text, s.marked) for s in passages("one two\nthree", ["two three"])] == [("one ", False), ("two\nthree", True)]
    assert "".join(s.text for s in marked_against("貫通は強い", "反撃は強い")) == "貫通は強い"


def test_passages_are_quoted_to_the_letter(known: Known) -> None:
    """93 of 529 once had a line's end as a space, a heading glued in or a bullet that no text prints."""
    printed = {(r.entry, r.document): r for r in known.aligned.renditions}
    numbers = {r.number for r in known.aligned.renditions}
    quoted = [(c.entry, d, t) for c in known.changes for d, t in ((c.from_document, c.from_text), (c.to_document, c.to_text))]
    quoted += [(c.entry, d, t) for c in known.conflicts for d, t in ((c.en_document, c.en_text), (c.ja_document, c.ja_text))]
    quoted += [(entry, document, text) for change in known.rule_changes for entry, document, text in change.stale]
    for entry, document, text in quoted:
        if text and text not in numbers:
            rendition = printed[entry, document]
            assert text in rendition.text or text in (rendition.title or ""), (entry, document, text)


def test_a_passage_is_found_whatever_its_white_space_and_bullets(known: Known) -> None:
    rendition = next(r for r in known.aligned.renditions if (r.entry, r.document) == ("bf/keyword/n-attack", "bf-en-2"))
    words = " ".join(rendition.text.split())
    assert verbatim(rendition, f"・{words}") == rendition.text
    assert verbatim(rendition, f"{rendition.title} {words}") is None
    assert verbatim(rendition, "・") is None


def test_what_differs_is_cut_out_to_the_letter() -> None:
    assert cut_out("one\ntwo  three\nfour", "one two  3\nfour") == ("three", "3")
    assert cut_out("one\ntwo  three\nfour", "one\nfour") == ("two  three", "")


def test_the_api_filters_as_the_pages_do(client: FlaskClient) -> None:
    every = client.get("/api/conflicts").get_json()["conflicts"]
    grave = client.get("/api/conflicts?impact=high&part=attack-phase").get_json()["conflicts"]
    assert grave == [one for one in every if one["impact"] == "high" and one["entry"].startswith("bf/attack-phase")] != []
    assert client.get("/api/conflicts?impact=&severity=").get_json()["conflicts"] == every
    changed = client.get("/api/changes?to=bf-en-3&kind=amended").get_json()["changes"]
    assert changed
    assert all((one["to"]["document"], one["kind"]) == ("bf-en-3", "amended") for one in changed)
    refused = client.get("/api/conflicts?severity=bad")
    assert refused.status_code == 400
    assert refused.get_json()["error"]["message"].startswith("severity must be one of contradiction, ")
    assert refused.get_json()["error"]["message"].endswith(", not 'bad'")
