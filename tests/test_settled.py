"""Settled questions: an encoder that reads order, the verdicts they give, and a KB whose parts do not fit."""

from __future__ import annotations

import json
import os
import shutil
from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from conftest import CORPUS

from ingest.build import build, transformer_weights, verdict_encoder
from ingest.commands import build_command
from ingest.eval_commands import eval_command
from ingest.questions import read_questions, split
from ingest.refresh import refresh
from ingest.tables import named_tables
from ingest.teach_verdicts import VerdictSetting, teach_verdicts
from ingest.trust import NO_VERDICTS
from ingest.verdicts import Settled, read_verdicts
from ingest.weights import TRANSFORMER_FILE, read_weights
from kb.answer import OTHER_GAME, THAT_TOO
from kb.edition_asked import BEFORE, NOW
from kb.encoder import StaticEncoder
from kb.errors import KbError, KbMismatch, KbMissing
from kb.features import features, ordered
from kb.fold import key
from kb.game_named import GameNamed
from kb.knowledge_base import KnowledgeBase, open_kb
from kb.language import language_of
from kb.passages import Passage
from kb.rows import Rows
from kb.search import Search
from kb.settled import FOLDER, SAYS, VECTORS, SettledQuestions, Told, write_settled
from kb.transformer import FOLDER as TRANSFORMER
from kb.transformer import Together, Transformer
from kb.verdict import NUMBERED, Voices, trust, verdict, voiced
from kb.worked_out import BY, KNOWN, PUT, TEXTS, WorkedOut, negations_of
from kb.writer import Content


def test_order_and_negation_are_read() -> None:
    one, other = "does my monster attack your item?", "does your item attack my monster?"
    assert sorted(features(one)) == sorted(features(other))
    assert sorted(ordered(one)) != sorted(ordered(other))
    assert "^ not" in ordered("so I can't counter it?")
    assert "^ so" in ordered("貫通に対抗できる？")
    assert "^ not" in ordered("貫通に対抗できないよね？")


def test_the_sentence_that_asks_counts_twice_beside_those_that_tell_the_case() -> None:
    read = Counter(ordered("My monster is rested. It has [Double Attack]. May it attack once more?"))
    assert read["may it"] == read["it attack"] == 2
    assert read["monster is"] == read["^ my"] == 1
    claim = Counter(ordered("I moved it in my main phase. He says that it can't move there. Is he right?"))
    assert claim["^ not move"] == claim["it can"] == 2
    assert set(Counter(ordered("may it attack once more?")).values()) == {1}


def test_an_encoder_reads_a_text_as_it_was_taught() -> None:
    text = "相手のモンスターを破壊した。貫通は発動する？"
    counts = Counter(ordered(text))
    encoder = StaticEncoder("small", sorted(counts), np.eye(len(counts)), reads="order")
    expected = np.array([counts[feature] for feature in sorted(counts)], dtype=np.float64)
    one, many = encoder.encode([text])[0], encoder.encode([text] * 100)[99]
    assert one == pytest.approx(expected / np.linalg.norm(expected), abs=1e-5)
    assert many == pytest.approx(one, abs=1e-5)


def test_the_encoder_of_settled_questions_is_small(corpus: Path) -> None:
    folder = corpus / "encoder" / FOLDER
    kept = (KNOWN, TEXTS, PUT, BY)  # vectors of the settled questions, and how each is put
    files = (path for path in (corpus / "encoder").rglob("*") if path.is_file() and path.name not in kept)
    static = [path for path in files if path.parent.name != TRANSFORMER]
    assert sum(path.stat().st_size for path in static) < 20_000_000
    figures = json.loads((folder / "training.json").read_text())
    assert figures["features"] == len((folder / "tokens.txt").read_text(encoding="utf-8").split("\n"))


def test_pairs_of_contraries_speak_for_verdicts_and_are_not_searched(
    settled: list[Settled], content: Content, kb: KnowledgeBase
) -> None:
    phrased = {key(passage.text) for passage in content.passages if passage.sort == "phrasing"}
    searched = phrased | {key(passage.text) for passage in content.passages if passage.sort != "phrasing"}
    unsearched = {key(one.text) for one in content.unsearched}
    named = GameNamed(content.games)
    asked = [(key(named.without(one.text)), one.as_asked) for one in settled]
    assert {one for one, as_asked in asked if as_asked} <= searched
    assert not unsearched & phrased
    assert {one for one, _ in asked} <= searched | unsearched
    assert kb.settled is not None
    assert len(kb.settled.vectors) == sum(bool(passage.verdict) for passage in [*content.passages, *content.unsearched])
    assert len(kb.passages) == len(content.passages)


def test_what_people_ask_is_searched_also_where_a_pair_asks_it(corpus: Path, settled: list[Settled]) -> None:
    asked = {one.key for one in settled if one.as_asked}
    tables = [table for path in (corpus / FOLDER).glob("table-*.toml") for _, table in named_tables(path)]
    assert [text for table in tables for name in table.data for text in table.texts(name) if key(text) not in asked] == []


def test_settled_questions_of_an_entry_give_their_own_verdicts(kb: KnowledgeBase) -> None:
    assert kb.settled is not None
    kept = (kb.settled.places, kb.settled.dated)
    sizes = [places.stop - places.start for of in kept for places in of.values()]
    assert sum(sizes) == len(kb.settled.vectors)
    row = next(iter(kb.settled.places))
    voices = kb.settled.voices(row, kb.settled.encoder.encode(["can I?"]), kb.encoder.encode(["can I?"]), Told(False, 0))
    assert set(voices.verdicts.tolist()) <= {NUMBERED.index(word) for word in ("yes", "no", "depends")}
    assert len(kb.settled.voices(-5, kb.settled.encoder.encode(["can I?"]), kb.encoder.encode(["can I?"]), Told(False, 0))) == 0


@pytest.mark.parametrize(
    ("asked", "flipped"),
    [
        ("can I counter penetrate damage?", "so I am not allowed to counter penetrate damage, right?"),
        ("貫通ダメージに対抗できる？", "貫通ダメージには対抗できないよね？"),
    ],
)
def test_a_question_put_negatively_flips_the_verdict(search: Search, asked: str, flipped: str) -> None:
    first, second = search.said(search.rank(asked)), search.said(search.rank(flipped))
    assert first is not None
    assert second is not None
    assert {first.verdict, second.verdict} == {"yes", "no"}


@pytest.mark.parametrize("asked", ["so i cannot counter penetrate, right?", "so i cannnot counter penetrate, right?"])
def test_a_misspelt_negative_is_affirmed_like_one_that_is_spelt_right(search: Search, asked: str) -> None:
    answer = search.search(asked).answer
    assert answer is not None
    assert (answer.verdict, answer.negative) == ("yes", True)


def test_what_does_not_fit_is_refused(kb_path: Path, tmp_path: Path) -> None:
    assert SettledQuestions.open(tmp_path / "nothing") is None
    folder = tmp_path / FOLDER
    shutil.copytree(kb_path / FOLDER, folder)
    assert SettledQuestions.open(folder) is not None
    says = np.load(folder / SAYS)
    np.save(folder / SAYS, says[::-1])
    with pytest.raises(KbMismatch, match="not in the order of the entries"):
        SettledQuestions.open(folder)
    np.save(folder / SAYS, says)
    np.save(folder / VECTORS, np.zeros((3, 128), dtype=np.float16))
    with pytest.raises(KbMismatch, match=r"settled.npy holds no rows of one-byte numbers"):
        SettledQuestions.open(folder)
    np.save(folder / VECTORS, np.zeros((3, 128), dtype=np.int8))
    with pytest.raises(KbMismatch, match=r"settled.npy is \(3, 128\), meant.npy \(\d+, 256\), says.npy \(\d+,\) of "):
        SettledQuestions.open(folder)
    (folder / SAYS).write_bytes(b"not an array")
    with pytest.raises(KbMissing, match="the settled questions cannot be read"):
        SettledQuestions.open(folder)


def test_rows_are_read_where_they_lie(tmp_path: Path) -> None:
    whole = np.arange(60, dtype=np.int8).reshape(20, 3)
    np.save(tmp_path / "rows.npy", whole)
    rows = Rows(tmp_path / "rows.npy")
    assert rows.shape == (20, 3)
    assert np.array_equal(rows[4:9], whole[4:9])
    assert rows[20:25].shape == (0, 3)
    os.truncate(tmp_path / "rows.npy", (tmp_path / "rows.npy").stat().st_size - 1)
    with pytest.raises(KbMismatch, match=r"rows.npy ends early; run `judgecall build`"):
        rows[15:20]
    np.save(tmp_path / "other.npy", whole.astype(np.int16))
    with pytest.raises(KbMismatch, match="holds no rows of one-byte numbers"):
        Rows(tmp_path / "other.npy")


@pytest.mark.models
def test_who_does_what_can_be_taught() -> None:
    """Two entries whose questions share their words; only the order tells yes from no."""
    verbs = ("strike", "block", "chase", "stop")
    passages = [
        Passage(entry=entry, rendition=-1, sort="phrasing", language="en", text=f"{opening} {one} {verb} {other}", verdict=verdict)
        for entry, verb in enumerate(verbs[:2])
        for opening in ("can", "may", "does", "will", "could")
        for one, other, verdict in (("dragon", "knight", "yes"), ("knight", "dragon", "no"))
    ]
    start = StaticEncoder("tiny", ["dragon", "knight", "can"], np.eye(3, 4, dtype=np.float32))
    setting = VerdictSetting(dimension=4, epochs=30, rate=0.05, dropout=0.1, fewest=1)
    encoder, figures = teach_verdicts(passages, start, setting)
    assert figures["loss"][-1] < figures["loss"][0] / 2
    yes, no, asked = encoder.encode(["can dragon strike knight", "can knight strike dragon", "should dragon strike knight"])
    assert asked @ yes > asked @ no
    again, _ = teach_verdicts(passages, start, setting)
    assert again.fingerprint == encoder.fingerprint


def test_no_verdict_where_another_game_says_otherwise(search: Search) -> None:
    asked = "do i lose if my deck runs out"
    assert search.said(search.rank(asked)) is None
    chosen = search.search(asked, game="bf").answer
    assert chosen is not None
    assert chosen.verdict == "yes"


def settling(asked: dict[str, str], folder: Path) -> tuple[StaticEncoder, SettledQuestions]:
    """Questions of one entry with what it says to each, written and read again, and the encoder that knows two words."""
    passages = [
        Passage(entry=3, rendition=-1, sort="phrasing", language="en", text=text, verdict=verdict)
        for text, verdict in asked.items()
    ]
    tiny = StaticEncoder("tiny", ["counter", "can"], np.eye(2, 4, dtype=np.float32))
    tiny.save(folder / "taught")
    write_settled(folder / FOLDER, WorkedOut(tiny, folder / "taught"), tiny, passages)
    settled = SettledQuestions.open(folder / FOLDER)
    assert settled is not None
    return tiny, settled


def test_a_question_about_an_older_edition_is_settled_by_those_about_it(tmp_path: Path) -> None:
    asked = {"can I counter it": "no", "in the first edition, can I counter it": "yes", "old rule: can I counter it": "depends"}
    tiny, settled = settling(asked, tmp_path)
    vector = tiny.encode(["counter"])
    put = tiny.encode(["can I counter it?"])
    said = {edition: settled.voices(3, put, vector, Told(False, 0), [edition]) for edition in (NOW, BEFORE, 1, 2)}
    assert {edition: [NUMBERED[word] for word in voices.verdicts] for edition, voices in said.items()} == {
        NOW: ["no"],
        BEFORE: ["depends"],
        1: ["yes"],
        2: [],
    }
    both = settled.voices(3, put, vector, Told(False, 0), {BEFORE, 1, 2})
    assert sorted(NUMBERED[word] for word in both.verdicts) == ["depends", "yes"]
    assert said[NOW].likeness.tolist() == [pytest.approx(1.0, abs=0.01)]
    assert said[NOW].meaning.tolist() == [pytest.approx(2**-0.5, abs=0.01)]


def test_many_texts_get_the_vectors_that_each_gets_alone(kb: KnowledgeBase) -> None:
    assert kb.settled is not None
    texts = ["can I counter it?", "貫通に対抗できる？", "", "xyzzy", *(f"does card {number} stay?" for number in range(100))]
    for encoder in (kb.encoder, kb.settled.encoder):
        alone = np.concatenate([encoder.encode([text]) for text in texts])
        assert np.abs(encoder.encode(texts) - alone).max() < 1e-5


def test_a_verdict_is_trusted_less_where_the_next_entry_says_otherwise(corpus: Path, kb: KnowledgeBase, search: Search) -> None:
    asked = [question.text for question in read_questions(corpus) if question.verdict is not None]
    said = [one for text in asked for one in [search.said(search.rank(text))] if one is not None]
    assert all(0.0 <= one.contradicted <= 1.0 for one in said)
    for one in said:
        torn, alone = replace(one, contradicted=max(one.contradicted, 0.31)), replace(one, contradicted=0.0)
        assert voiced(torn, kb.weights) < 0.7 * voiced(alone, kb.weights) + 1e-9
        assert trust(torn, kb.weights) < trust(alone, kb.weights)
    assert any(one.contradicted > 0.2 for one in said)
    assert sum(one.contradicted > 0.2 for one in said) < len(said) / 4


def test_a_verdict_that_no_next_entry_could_change_is_given_unasked(corpus: Path, search: Search) -> None:
    """The next entries are asked only where what they say could matter, and the outcome is the same."""
    weights, sooner = search.kb.weights, 0
    for question in [one.text for one in read_questions(corpus) if one.verdict is not None]:
        ranked = search.rank(question)
        row, _ = next(ranked.candidates)
        least = weights.least_trust(edition=ranked.query.edition != NOW)
        given, whole = (search._judging.verdict(ranked, row, None, one) for one in (least, 0.0))
        sure = whole is not None and trust(whole, weights) >= least
        assert (given is not None) == sure, question
        assert given is None or whole is None or given.verdict == whole.verdict
        sooner += given is not None and whole is not None and given.contradicted < whole.contradicted
    assert sooner


def test_an_encoder_may_be_written_over_the_files_it_came_from(corpus: Path, tmp_path: Path) -> None:
    """They are mapped into memory."""
    folder = tmp_path / FOLDER
    shutil.copytree(corpus / "encoder" / FOLDER, folder)
    before = (folder / "vectors.npy").read_bytes()
    StaticEncoder.load(folder).save(folder)
    assert (folder / "vectors.npy").read_bytes() == before


def test_the_trust_is_about_the_entry_that_is_shown(corpus: Path, search: Search) -> None:
    """With a game chosen the best entry of all may be another game's."""
    shown = 0
    for question in [one.text for one in read_questions(corpus) if one.verdict is not None][:150]:
        ranked = search.rank(question)
        best = {entry.game: row for row, entry in reversed([(row, search.kb.store.entry_at(row)) for row, _ in ranked.candidates])}
        points = dict(ranked.candidates)
        if len(best) < 2:
            continue
        for game, row in best.items():
            asked = search._judging._asked(ranked, row, game)
            assert asked.score <= points[row] + 1e-9
            shown += asked.score < max(points.values()) - 0.1
    assert shown > 50


@pytest.mark.parametrize(
    ("text", "verdict", "otherwise"),
    [
        ("do I reshuffle the dark area when my deck runs out?", "yes", True),
        ("山札が0枚になったらその時点で負けですか?", "yes", True),
        ("In Digimon, can I rearrange the order of my deck?", "no", False),
        ("デジカで山札の順番を勝手に入れ替えるのって反則？", "yes", False),
        ("移動先の味方と場所入れ替えってできますか", None, False),
        ("may I check what is in my own gauge?", None, False),
    ],
)
def test_where_another_game_says_otherwise_there_is_a_caveat(
    kb: KnowledgeBase, text: str, verdict: str | None, otherwise: bool
) -> None:
    found = Search(kb).search(text)
    assert found.answer is not None
    assert verdict is None or found.answer.verdict == verdict
    assert (OTHER_GAME in found.answer.caveats) == otherwise
    if otherwise:
        assert {hit.entry.game for hit in found.hits[:5]} == {"bf", "dg"}


def test_where_another_game_says_otherwise_there_is_a_caveat_however_few_are_shown(search: Search) -> None:
    found = search.search("do I reshuffle the dark area when my deck runs out?", limit=1)
    assert found.answer is not None
    assert len(found.hits) == 1
    assert OTHER_GAME in found.answer.caveats
    for limit in (1, 10):
        found = search.search("deck out = lose?", limit=limit)
        assert found.answer is not None
        assert THAT_TOO in found.answer.caveats


def test_where_another_game_says_otherwise_and_answers_about_as_well_there_is_no_verdict(kb: KnowledgeBase) -> None:
    found = Search(kb).search("do i lose when my deck is out")
    assert found.answer is not None
    assert found.answer.verdict is None
    chosen = Search(kb).search("do i lose when my deck is out", game="dg")
    assert chosen.answer is not None
    assert (chosen.answer.verdict, OTHER_GAME in chosen.answer.caveats) == ("no", False)


def test_an_entry_is_asked_by_its_id(kb: KnowledgeBase) -> None:
    search = Search(kb)
    said = search.said_by("can I counter Penetrate?", "bf/keyword/penetrate")
    assert said is not None
    assert said.verdict in ("yes", "no")
    with pytest.raises(KbError, match="there is no entry 'bf/nothing'"):
        search.said_by("can I counter Penetrate?", "bf/nothing")


@pytest.fixture(scope="module")
def with_transformer(small: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A KB of the small corpus whose settled questions the transformer reads, too; the corpus lies beside it."""
    folder = tmp_path_factory.mktemp("tier")
    shutil.copytree(small, folder / "corpus")
    beside = Path("encoder", FOLDER, TRANSFORMER)
    shutil.copytree(CORPUS / beside, folder / "corpus" / beside)
    build(folder / "corpus", folder / "kb", transformer=True)
    return folder / "kb"


def test_a_kb_with_the_transformer_is_a_tier_of_its_own(
    with_transformer: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its verdicts come from both encoders, with weights of their own, and it stays so when it is built again."""
    kb, corpus = open_kb(with_transformer), with_transformer.parent / "corpus"
    assert kb.settled is not None
    assert isinstance(kb.settled.encoder, Together)
    assert kb.weights == read_weights(corpus, TRANSFORMER_FILE) != read_weights(corpus)
    search = Search(kb)
    said = [(one.verdict, search.said_by(one.text, one.entry)) for one in read_verdicts(corpus)[::30]]
    given = [(wanted, one.verdict) for wanted, one in said if one is not None]
    assert len(given) > max(50, 0.9 * len(said))
    assert sum(right == one for right, one in given) > 0.95 * len(given)

    built: list[bool] = []
    monkeypatch.setattr("ingest.refresh.build", lambda *_, say, transformer: built.append(transformer))
    monkeypatch.setattr("ingest.refresh.corpus_hashes", lambda _: {})
    said: list[str] = []
    assert refresh(with_transformer, said.append)
    assert refresh(tmp_path / "none", said.append)
    assert built == [True, False]


@pytest.mark.long
def test_the_transformer_gives_verdicts_that_are_right(corpus: Path, tmp_path: Path) -> None:
    """On the dev questions, by the whole corpus; `judgecall eval --ours --transformer` gives the figures."""
    build(corpus, tmp_path / "kb", transformer=True)
    search = Search(open_kb(tmp_path / "kb"))
    wanted = [question for question in split(read_questions(corpus))[0] if question.verdict is not None]
    given = [(answer.verdict, one.verdict) for one in wanted if (answer := search.search(one.text).answer) and answer.verdict]
    assert len(given) > 0.5 * len(wanted)
    assert sum(said == right for said, right in given) > 0.94 * len(given)


def test_without_weights_of_its_own_the_transformer_gives_no_verdicts(corpus: Path, tmp_path: Path) -> None:
    said: list[str] = []
    shutil.copy(corpus / "weights.json", tmp_path)
    assert transformer_weights(tmp_path, said.append) == replace(
        read_weights(tmp_path), verdict_trust=NO_VERDICTS, verdict_trust_edition=NO_VERDICTS
    )
    assert said == ["no verdicts: there is no weights-transformer.json; run `judgecall fit --transformer`"]
    shutil.copy(corpus / TRANSFORMER_FILE, tmp_path)
    assert transformer_weights(tmp_path, said.append) == read_weights(corpus, TRANSFORMER_FILE)


def test_a_corpus_without_a_transformer_says_so_when_one_is_wanted(corpus: Path, tmp_path: Path) -> None:
    folder = tmp_path / "encoder" / FOLDER
    shutil.copytree(corpus / "encoder" / FOLDER, folder, ignore=shutil.ignore_patterns(TRANSFORMER))
    assert verdict_encoder(tmp_path) is not None
    with pytest.raises(KbMissing, match=r"the transformer cannot be read .* run `judgecall train`"):
        verdict_encoder(tmp_path, transformer=True)


def test_the_transformer_stands_beside_no_other_encoder(corpus: Path, tmp_path: Path) -> None:
    arguments = ["--corpus", str(corpus), "--out", str(tmp_path / "kb"), "--encoder", "any", "--transformer"]
    found = CliRunner().invoke(build_command, arguments)
    assert (found.exit_code, (tmp_path / "kb").exists()) == (2, False)
    assert "choose --encoder or --transformer" in found.output


def test_misspelt_words_are_set_right_in_their_places_for_what_reads_their_order(search: Search) -> None:
    query = search.rank("can i use penetrete?").query
    assert query.put == "can i use penetrat?"  # a token, as the index has it
    assert query.spelled == "can i use penetrete? penetrat"
    assert search.rank("Can I counter Penetrate?").query.put == "Can I counter Penetrate?"


@pytest.mark.parametrize(
    "arguments", [["--transformer"], ["--offline"], ["--ours", "--transformer", "--save"], ["--ours", "--offline", "--guard"]]
)
def test_other_tiers_are_measured_alone_and_never_kept(corpus: Path, arguments: list[str]) -> None:
    found = CliRunner().invoke(eval_command, ["--corpus", str(corpus), *arguments])
    assert found.exit_code == 2
    assert "--offline" in found.output


def test_a_server_opens_the_transformer_before_it_takes_questions(with_transformer: Path) -> None:
    kb = open_kb(with_transformer)
    assert kb.settled is not None
    assert isinstance(kb.settled.encoder, Together)
    kept = kb.settled.encoder.transformer
    assert isinstance(kept, WorkedOut)
    assert isinstance(kept.encoder, Transformer)
    assert kept.encoder._opened is None
    Search(kb).warm()
    assert kept.encoder._opened is not None


def test_how_the_kept_questions_are_put_is_as_it_is_told_now(corpus: Path, settled: list[Settled]) -> None:
    """Else `judgecall train --keep` must run; where many are put otherwise the encoder must be taught again, which reads it."""
    kept = verdict_encoder(corpus)
    assert isinstance(kept, WorkedOut)
    texts = [one.text for one in settled]
    texts = [text for text, row in zip(texts, kept.rows(texts).tolist(), strict=True) if row >= 0][::9]
    assert len(texts) > 10_000
    assert (kept.negations(texts) == negations_of(texts)).all()


@pytest.mark.parametrize(
    ("asked", "verdict"),
    [
        ("so impact monsters can be called in my main phase, right?", "no"),
        ("so I can't call an impact monster in my main phase, right?", "yes"),
        ("so I can't concede a digimon match, right?", "yes"),
        ("if my center is empty can the opponent attack me directly?", "yes"),
        ("if my center is not empty can the opponent attack me directly?", None),
    ],
)
def test_a_negation_that_the_settled_questions_lack_gives_no_verdict_of_theirs(
    search: Search, asked: str, verdict: str | None
) -> None:
    answer = search.search(asked).answer
    given = answer.verdict if answer else None
    assert given == verdict


def test_one_that_is_put_the_other_way_round_says_the_contrary(tmp_path: Path) -> None:
    asked = {"so I can't counter it, right?": "yes", "can I counter it?": "no", "can I counter it if it is not mine?": "yes"}
    tiny, settled = settling(asked, tmp_path)
    put = tiny.encode(["may I counter it?"])
    plain, negative = (settled.voices(3, put, put, told) for told in (Told(False, 0), Told(True, 0)))
    assert [NUMBERED[word] for word in plain.verdicts] == ["no", "no", "yes"]
    assert [NUMBERED[word] for word in negative.verdicts] == ["yes", "yes", "no"]
    assert plain.contrary.tolist() == [True, False, False]
    assert plain.otherwise.tolist() == [False, False, True]
    said = verdict("may I counter it?", "en", plain)
    assert said is not None
    assert said.verdict == "no"


@pytest.mark.parametrize(
    ("question", "given"),
    [
        ("is 5000 power enough against 6000 defense?", False),
        ("is 4k power enough to destroy a 5k defense monster?", False),
        ("攻撃力６０００で防御力５０００のモンスターを破壊できますか？", False),
        ("攻撃力6千で防御力5千のモンスターを破壊できますか？", False),
        ("連携攻撃で3000と2000、防御力6000のモンスターを破壊できますか？", False),
        ("Bo-402 can it be used against Bo-450?", True),
        ("攻撃力5000なら足りますか？", True),
    ],
)
def test_no_verdict_compares_two_numbers(question: str, given: bool) -> None:
    said = verdict(question, language_of(question), Voices.of(("yes", 0.99, 0.99), ("yes", 0.98, 0.98), ("yes", 0.97, 0.97)))
    assert (said is not None) == given
