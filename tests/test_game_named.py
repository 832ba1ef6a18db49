"""Where a text says which game it is of: that is left out of what is compared, and entries of the other game come after."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from ingest.catalogue import read_catalogue
from kb.answer import ONE_GAME
from kb.game_named import GameNamed
from kb.search import Search


@pytest.fixture(scope="module")
def named(corpus: Path) -> GameNamed:
    return GameNamed(read_catalogue(corpus).games.values())


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("In a game of Buddyfight can I counter it?", "can i counter it?"),
        ("how many cards in a buddyfight deck", "how many cards deck"),
        ("is buddyfight's penetrate stoppable", "is penetrate stoppable"),
        ("my pile ran out in buddyfight, did I lose?", "my pile ran out , did i lose?"),
        ("バディファイトで先にやる人は2回殴っていいの？", "先にやる人は2回殴っていいの?"),
        ("バディファイトのデッキは何枚", "デッキは何枚"),
        ("Too many cards for the digimon event. What now?", "too many cards . what now?"),
        ("In Digimon, can I rearrange my deck?", "can i rearrange my deck?"),
        ("デジモンの大会って1回は何分？", "1回は何分?"),
        ("デジモンで、進化できる？", "進化できる?"),
    ],
)
def test_what_names_the_game_is_left_out(named: GameNamed, text: str, left: str) -> None:
    assert named.without(text) == left


@pytest.mark.parametrize(
    "text",
    [
        *(
            "Can a digimon attack twice?",
            "デジモンは何回攻撃できる",
            "デジモンのデッキは何枚",
            "アルティメットバトルではスロット何枚?",
        ),
        *("buddyfight", "Buddyfight!", "Can I counter Penetrate?", ""),
    ],
)
def test_a_thing_of_the_game_stays_and_so_does_what_would_leave_nothing(named: GameNamed, text: str) -> None:
    assert named.without(text) == text


def test_without_games_nothing_is_named() -> None:
    assert GameNamed([]).without("buddyfight") == "buddyfight"
    assert GameNamed([]).pattern == "(?!)"


@pytest.mark.parametrize(
    "question", ["coin flip or rock paper scissors for going first in buddyfight?", "バディファイトって1試合何分？"]
)
def test_a_rule_of_another_game_than_the_one_named_is_no_answer(search: Search, question: str) -> None:
    found = search.search(question)
    assert found.query.named
    assert found.answer is None
    assert found.hits[0].entry.game == "bf"


@pytest.mark.parametrize(
    ("question", "entry"),
    [
        ("In buddyfight, what happens to the creature already standing in a spot if I put a new one there?", "bf/zone/left-right"),
        ("How is it decided who starts at the Digimon tournament, coin toss?", "dg/match-start/3"),
    ],
)
def test_a_newcomer_who_names_the_game_is_answered(search: Search, question: str, entry: str) -> None:
    found = search.search(question)
    assert found.answer is not None
    assert found.hits[0].entry.id == entry


def test_what_no_entry_of_another_game_answers_does_not_speak_against_an_answer(search: Search) -> None:
    """One game's rules say how long a match is; that the other's do not was taken to speak against it, too."""
    found = search.search("デジモンカードの大会で1試合の制限時間は何分ですか")
    assert found.answer is not None
    assert found.answer.citations[0].entry.id == "dg/match-start/4"
    assert search.search("バディファイトの大会の制限時間は何分？").answer is None


def test_what_no_entry_of_one_game_answers_counts_against_that_game_alone(search: Search) -> None:
    """The rules of one game say nothing of an extra card that was drawn; those of the other do."""
    places = {game: place for place, game in enumerate(sorted(search.kb.store.games))}
    ranked = search.rank("drew an extra card by mistake, whats the penalty")
    beside = {game: ranked.objections[place].beside for game, place in places.items()}
    assert beside["bf"] > 2 * beside["dg"] > 0
    assert ranked.objection is ranked.objections[places["dg"]]
    swapped = replace(ranked, added=ranked.added[::-1])
    assert swapped.confidence(ranked.order[0], search.kb.weights) < ranked.confidence(ranked.order[0], search.kb.weights)


def test_where_a_game_is_named_what_names_none_counts_less_against_an_answer(search: Search) -> None:
    question = "how long can my opponent think before i can call slow play"
    plain, named = search.rank(question), search.rank(f"{question} in digimon")
    assert plain.query.spelled == named.query.spelled
    assert plain.objection.beside > named.objection.beside > 0


@pytest.mark.parametrize("question", ["what happens if a match takes too long", "my deck is one short", "デッキが足りない"])
def test_words_that_every_game_has_tell_none(search: Search, question: str) -> None:
    assert search.rank(question).query.games == ()


@pytest.mark.parametrize("question", ["is it best of three in dgm tournaments?", "digi tourney deck size", "dgm: how many sleeves"])
def test_short_names_name_a_game(search: Search, question: str) -> None:
    assert search.rank(question).query.game == "dg"


def test_an_answer_says_where_no_game_is_named_and_another_one_has_none(search: Search) -> None:
    """To give up is forbidden by the rules of one game, and those of the other do not speak of it."""
    for question, said in (("can i concede", True), ("can i concede in digimon", False), ("can I counter Penetrate?", False)):
        found = search.search(question)
        assert found.answer is not None
        assert (ONE_GAME in found.answer.caveats) == said, question
    chosen = search.search("can i concede", game="dg")
    assert chosen.answer is not None
    assert ONE_GAME not in chosen.answer.caveats
