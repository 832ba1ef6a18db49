"""Flows as graphs: every jump lands on a step, every end is meant, every step can be reached, in every document."""

from __future__ import annotations

import pytest
from conftest import DOCUMENTS
from flask.testing import FlaskClient

from ingest.flows import Flow, flow, flow_findings
from ingest.known import Known
from kb.model import Document, Part, Rendition


def named(known: Known, document: str, part: str) -> Flow:
    return next(f for f in known.flows if (f.document.id, f.part.slug) == (document, part))


@pytest.mark.parametrize("document", DOCUMENTS)
def test_all_jumps_resolve(known: Known, document: str) -> None:
    flows = [f for f in known.flows if f.document.id == document]
    assert flows
    for found in flows:
        assert list(flow_findings(found)) == []
        assert found.lost == ()
        assert found.unreached == ()
        assert len(found.ends) == 1


def test_branches_of_the_attack_phase(known: Known) -> None:
    for document in ("bf-en-3", "bf-ja-3", "bf-en-2", "bf-en-1"):
        attack = named(known, document, "attack-phase")
        ways = {(e.source.rsplit("/", 1)[1], e.target.rsplit("/", 1)[1], e.sort) for e in attack.edges}
        assert {
            ("2.1", "2.2", "branch"),
            ("2.1", "2.1.1", "branch"),
            ("2.1.3", "2.2", "branch"),
            ("2.1.3", "5.1", "branch"),
            ("2-jump", "3.3", "branch"),
            ("2-jump", "3.1", "next"),
            ("4-jump", "2.1", "return"),
        } <= ways
        assert not any(source == "2.1" and sort == "next" for source, _, sort in ways)
        assert attack.ends == ("bf/attack-phase/5.1",)


def test_both_languages_have_the_same_ways(known: Known) -> None:
    for part in ("call", "cast", "equip", "play-timing", "start-phase", "attack-phase", "final-phase", "activated", "automatic"):
        ways = [{(e.source, e.target, e.sort) for e in named(known, d, part).edges} for d in ("bf-en-3", "bf-ja-3")]
        assert ways[0] == ways[1], part


def test_no_two_ways_on_from_a_step_have_the_same_words(known: Known) -> None:
    for found in known.flows:
        for node in found.nodes:
            said = [edge.text for edge in found.edges if edge.source == node.entry and edge.text]
            assert len(set(said)) == len(said), (found.document.id, node.entry)
    automatic = named(known, "bf-en-3", "automatic")
    said = [edge.text for edge in automatic.edges if edge.source == "bf/automatic/2.1.1" and edge.text]
    assert said == ["If chosen, go to 2.2..", "If there are no automatic abilities to choose, go to 2.1.2.."]


def step(number: str, text: str) -> Rendition:
    return Rendition(
        entry=f"g/f/{number}", document="d", language="en", edition=1, kind="step", number=number, title=None, section=(),
        flow="f", under=None, text=text, lines=((int(number.split(".")[-1]), 1),),
    )  # fmt: skip


def test_what_is_wrong_with_a_flow_is_shown() -> None:
    part = Part(game="g", slug="f", code="F", kind="flow", name_en="F", name_ja="F")
    document = Document(id="d", game="g", language="en", edition=1, title="t", file="f.txt", sha256="0")
    steps = [step("1.1", "Return to 1.3."), step("1.2", "Nobody gets here."), step("1.3", "Proceed to 9.9.")]
    codes = {(f.code, f.message) for f in flow_findings(flow(part, document, steps))}
    assert codes == {
        ("lost-jump", "g/f/1.3 sends the reader to 9.9, and the flow has no such step"),
        ("unreached-step", "nothing leads to g/f/1.2"),
    }


def test_references_become_links_and_wrong_ones_are_listed(known: Known) -> None:
    found = {(r.document, r.entry, r.target) for r in known.references if r.status == "ok"}
    assert ("bf-en-3", "bf/keyword/overturn/q2", "bf/play-timing/7.1") in found
    assert ("bf-ja-3", "bf/keyword/overturn/q2", "bf/play-timing/7.1") in found
    assert ("bf-en-3", "bf/topic/end", "bf/attack-phase/3.3") in found
    assert ("bf-en-3", "bf/call/q3", "bf/call/1.4") in found
    assert ("bf-en-3", "bf/attack-phase/q2", "bf/keyword/penetrate") in found
    assert ("bf-ja-3", "bf/keyword/n-attack", "bf/attack-phase/4.1") in found
    wrong = {(r.document, r.entry) for r in known.references if r.status == "wrong"}
    assert wrong == {
        ("bf-en-3", "bf/attack-phase/4.1"), ("bf-en-3", "bf/final-phase/4.1"), ("bf-en-3", "bf/keyword/n-attack"),
        ("bf-en-3", "bf/topic/impact-monster"), ("bf-en-3", "bf/topic/impact-monster-call"),
        ("bf-en-3", "bf/topic/impact-monster-attack"), ("bf-ja-3", "bf/topic/impact-monster"),
        ("bf-ja-3", "bf/topic/impact-monster-call"), ("bf-ja-3", "bf/topic/impact-monster-attack"),
        ("bf-en-2", "bf/attack-phase/4.1"), ("bf-en-2", "bf/final-phase/4.1"), ("bf-en-2", "bf/keyword/n-attack"),
        ("bf-en-2", "bf/topic/impact-monster"), ("bf-en-2", "bf/topic/impact-monster-call"),
        ("bf-en-2", "bf/topic/impact-monster-attack"), ("bf-en-1", "bf/keyword/n-attack"), ("dg-en-1", "dg/card/change-up"),
    }  # fmt: skip


def test_steps_are_named_by_their_number_and_their_words(known: Known) -> None:
    found = {(r.entry, r.text, r.target) for r in known.references if r.document == "dg-en-1" and r.text.startswith("(")}
    assert found == {
        ("dg/rule/slot-to-slot", "(6) Option card can be set in slot", "dg/preparation-phase/6"),
        ("dg/card/jureimon-no-mist", "(6) Set an option card in the slot", "dg/preparation-phase/6"),
        ("dg/card/conclusion-of-armistice-agreement", "(6) Set an option card in the slot", "dg/preparation-phase/6"),
        ("dg/ability/end-of-turn-nullify-item", "(4) Use special ability", "dg/point-calculation-phase/4"),
        ("dg/ability/end-of-turn-nullify-field", "(4) Use special ability", "dg/point-calculation-phase/4"),
        ("dg/card/change-up", "(5) Movement of Digimon", None),
    }


def test_a_stage_is_named_by_its_number_alone(known: Known) -> None:
    found = {(r.document, r.text) for r in known.references if (r.entry, r.target) == ("bf/final-phase/q4", "bf/final-phase/4")}
    assert found == {("bf-en-3", "4.."), ("bf-en-2", "4.."), ("bf-ja-3", "4.「攻撃後の処理」")}


def test_flow_json(client: FlaskClient) -> None:
    body = client.get("/api/flows/bf/attack-phase").get_json()
    assert set(body) == {"game", "part", "name", "document", "stages", "steps", "edges", "ends"}
    assert body["document"] == "bf-en-3"
    assert [stage["id"] for stage in body["stages"]][:3] == [
        "bf/attack-phase/1",
        "bf/attack-phase/1-play-timing",
        "bf/attack-phase/2",
    ]
    assert sum(len(stage["steps"]) for stage in body["stages"]) == len(body["steps"]) == 31
    assert client.get("/api/flows/bf/attack-phase?document=bf-ja-3").get_json()["document"] == "bf-ja-3"
    assert client.get("/api/flows/bf/nothing").get_json()["error"]["message"] == "there is no flow bf/nothing"
