"""What is known by its name alone keeps its address under that name: restricted cards, rulings by card and by ability, errata."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import CORPUS
from test_add import swap

from ingest.add import Added, add, queue_text
from ingest.align.titles import agreement
from kb.model import Rendition

SOURCES = {"bf": "000_2030af9d49649737.txt", "dg": "004_717bfcc0648b223c.txt"}


def edited(copy: Path, tmp_path: Path, game: str, *edits: tuple[str, str]) -> Added:
    """What comes of an English edition of a game with other words in the place of some."""
    text = (CORPUS / "sources" / SOURCES[game]).read_text(encoding="utf-8")
    for before, after in edits:
        text = swap(text, before, after)
    file = tmp_path / "new.md"
    file.write_text(text, encoding="utf-8")
    return add(copy, file, game=game, language="en", edition=9)


def kept(added: Added) -> dict[str, Rendition]:
    return {r.entry: r for r in added.known.aligned.renditions if r.document == added.document.id}


def withdrawn(added: Added) -> list[str]:
    return [change.entry for change in added.changes if change.kind == "removed"]


@pytest.mark.parametrize(
    ("game", "before", "after", "old", "new"),
    [
        ("bf", "\nObstruct\n", "\nFoo Dragon Supreme\n", "restricted/obstruct", "restricted/foo-dragon-supreme"),
        ("bf", "\nGambit\n", "\nGamble Hit\n", "restricted/gambit", "restricted/gamble-hit"),
        ("bf", 'Abygale, "Armed Howl Bringer"', "Abygale, “Night Howl Singer”", "restricted/abygale-armed-howl-bringer", "restricted/abygale-night-howl-singer"),
        ("dg", " “Coliseum”", " “Stadium”", "card/coliseum", "card/stadium"),
        ("dg", '"Shen Wumong"', '"Azulongmon"', None, "appearance/azulongmon"),
        ("dg", 'Bo-44 "Coral Talisman"', 'Bo-48 "Stone Talisman"', "erratum/bo-44", "erratum/bo-48"),
        ("dg", 'St-97 "Venom Vandemon"', 'St-98 "Venom Vandemon"', "erratum/st-97", "erratum/st-98"),
        ("dg", "[Imperialdramon Fighter Mode]", "[Omegamon]", None, "appearance/omegamon"),
    ],
)  # fmt: skip
def test_another_name_is_another_entry(
    copy: Path, tmp_path: Path, game: str, before: str, after: str, old: str | None, new: str
) -> None:
    added = edited(copy, tmp_path, game, (before, after))
    assert [r.entry for r in added.new] == [f"{game}/{new}"]
    assert withdrawn(added) == ([f"{game}/{old}"] if old else withdrawn(added))
    assert len(withdrawn(added)) == 1


def test_one_card_goes_and_another_comes_elsewhere(copy: Path, tmp_path: Path) -> None:
    came = ('"Armed Howl Bringer"\n', '"Armed Howl Bringer"\n\n\n\n[Off-Limits!]\nThunder Emperor Z\n')
    added = edited(copy, tmp_path, "bf", ("Obstruct\n\n\n\n[Off-Limits!]\n", ""), came)
    assert [r.entry for r in added.new] == ["bf/restricted/thunder-emperor-z"]
    assert withdrawn(added) == ["bf/restricted/obstruct"]


@pytest.mark.parametrize(
    ("game", "before", "after", "entry", "queued"),
    [
        ("bf", "\nObstruct\n", "\nObstuct\n", "restricted/obstruct", True),
        ("bf", "Black Sage, Bem", "Black Sage • Bem", "restricted/black-sage-bem", False),
        ("bf", "Crystal Dragon, Adamanquartz", "Crystal Dragon, Adamantquarz", "restricted/crystal-dragon-adamanquartz", True),
        ("bf", "Crystal Dragon, Adamanquartz", "CrystalDragon Adamanquartz", "restricted/crystal-dragon-adamanquartz", False),
        ("dg", " “Coliseum”", " “Colliseum”", "card/coliseum", True),
    ],
)
def test_a_name_put_right_is_the_same_entry(
    copy: Path, tmp_path: Path, game: str, before: str, after: str, entry: str, queued: bool
) -> None:
    added = edited(copy, tmp_path, game, (before, after))
    assert (added.new, withdrawn(added)) == ([], [])
    assert kept(added)[f"{game}/{entry}"].title in (after, after.strip())
    assert [a.entry for a in added.queue] == ([f"{game}/{entry}"] if queued else [])


def test_what_may_be_the_same_is_asked_of_a_person(copy: Path, tmp_path: Path) -> None:
    added = edited(copy, tmp_path, "bf", ("Black Sage, Bem", "Black Sage, Bam the 2nd"))
    assert withdrawn(added) == ["bf/restricted/black-sage-bem"]
    asked = "# perhaps bf/restricted/black-sage-bem, which is gone: its name is nearly the same: [Off-Limits!]\n"
    assert f'{asked}[[alignment]]\ndocument = "bf-en-9"\nrendition = "bf/restricted/black-sage-bam-the-2nd"' in queue_text(added)


def test_a_keyword_under_another_name_is_the_same_where_its_words_tell(copy: Path, tmp_path: Path) -> None:
    """[Purge] has a text of its own; where two new keywords print it, neither is it."""
    text = (CORPUS / "sources" / SOURCES["bf"]).read_text(encoding="utf-8")
    start = text.index("[Purge]\n\nYou may declare")
    purge = text[start : text.index("[Weaponry Link]\n", start)]
    added = edited(copy, tmp_path, "bf", (purge, purge.replace("[Purge]", "[Cleanse]")))
    assert kept(added)["bf/keyword/purge"].title == "[Cleanse]"
    assert [a.entry for a in added.queue] == ["bf/keyword/purge"]
    (copy / "sources" / added.document.file).unlink()
    (copy / "manifest.toml").write_bytes((CORPUS / "manifest.toml").read_bytes())
    twice = purge.replace("[Purge]", "[Cleanse]") + purge.replace("[Purge]", "[Rinse]")
    added = edited(copy, tmp_path, "bf", (purge, twice))
    assert sorted(r.entry for r in added.new) == ["bf/keyword/cleanse", "bf/keyword/rinse"]
    assert withdrawn(added) == ["bf/keyword/purge"]


@pytest.mark.parametrize(
    ("one", "other", "sure"),
    [
        ("Obstruct", "Obstruct", 1.0),
        ("Black Sage, Bem", "BLACK SAGE “Bem”", 1.0),
        ("Obstruct", "Obstrcut", 0.65),
        ("Dragon Drei", "Dragon Zwei", 0.0),
        ("Dragon Ein", "Dragon Eins", 0.0),
        ("Drum Bunker II", "Drum Bunker III", 0.0),
        ("Dragon Mark 12", "Dragon Mark 13", 0.0),
        ("Night Dragon", "Light Dragon", 0.0),
        ("竜王の剣士ドラム", "竜皇の剣士ドラム", 0.0),
        ("ガルガンチュア・ドラゴン", "ガルガンチユア・ドラゴン", 0.65),
        ("Obstruct", None, 0.0),
        ("!?", "…", 0.0),
    ],
)
def test_names_that_agree(one: str, other: str | None, sure: float) -> None:
    assert agreement(one, other) == sure
