"""1,000 questions told by their form alone: `open`, or yes or no is wanted, put plainly (`pos`) or negatively (`neg`).

Written by somebody who knew nothing of how they are told apart; half of the open ones look like the others at first sight. The
patterns were mended with one half of them in view.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from kb.language import language_of
from kb.polarity import is_negative
from kb.yes_or_no import wants_yes_or_no

LINES = (Path(__file__).parent / "forms.tsv").read_text(encoding="utf-8").splitlines()
ROWS = [(form, language, text) for form, language, text in (line.split("\t") for line in LINES)]


@pytest.mark.parametrize("language", ["en", "ja"])
def test_what_wants_yes_or_no_is_told_by_its_form(language: str) -> None:
    told = {text: wants_yes_or_no(text, language_of(text)) for _, of, text in ROWS if of == language}
    openly = [text for form, of, text in ROWS if of == language and form == "open"]
    asking = [text for form, of, text in ROWS if of == language and form != "open"]
    missed, taken = [text for text in asking if not told[text]], [text for text in openly if told[text]]
    print(f"\n{language}: of {len(openly)} open {len(taken)} taken for yes or no, of {len(asking)} others {len(missed)} missed")
    assert len(taken) <= 0.05 * len(openly), taken
    assert len(missed) <= 0.06 * len(asking), missed


@pytest.mark.parametrize("language", ["en", "ja"])
def test_how_a_question_is_put_is_told_by_its_form(language: str) -> None:
    asking = [(form, text) for form, of, text in ROWS if of == language and form != "open"]
    wrong = [text for form, text in asking if is_negative(text, language_of(text)) != (form == "neg")]
    print(f"\n{language}: of {len(asking)} {len(wrong)} taken to be put otherwise")
    assert len(wrong) <= 0.06 * len(asking), wrong


@pytest.mark.parametrize(
    ("text", "wants"),
    [
        *(("dose soulguard stop a return to hand", True), ("iz obstruct banned", True), ("cn i draw on turn one", True)),
        *(
            ("starting player link attack t1?", True),
            ("starting life?", False),
            ("size over 3 legal?", True),
            ("size limit?", False),
        ),
        *(("when power equals defense is the monster destroyed?", True), ("when is the monster destroyed?", False)),
        *(("when both of us want to counter, i'm first because it's my turn?", True), ("when it leaves, what happens?", False)),
        *(("いどうはあいてのたーんにもつかえますか", True), ("扱いどうなってた？", False), ("何があっても無理だよね", True)),
        *(("どっちコールしてもライフ増えるん？", True), ("どっちコールしたらライフ増えるん？", False)),
        *(("ウェポンリンクってなんなの", False), ("そんなんなのあり？", True), ("最初の手札なん枚ひくの", False)),
        *(("なにもないのにこうげきしていいの？", True), ("自分の裏向きのカード、何だったか忘れたけど見ていい？", True)),
        ("チャージは手札から置くの？デッキから？", False),
        *(("do i lose straight away or what happens", False), ("is it banned or what", True)),
        *(("impact transform, do i do that in the main phase or the last phase", False), ("can i do it in the main phase", True)),
        *(("transform onto the field, is it an item or a monster", False), ("is the flag shown before the draw or after", False)),
        *(("he keeps peeking at what i put in my gauge, is he allowed", True), ("pick which gauge cards I pay?", True)),
        *(("次の攻撃をしていいんだよね、何回でも。", True), ("伏せたカードを見ていいですか、デジモンの大会", True)),
    ],
)
def test_small_words_that_decide(text: str, *, wants: bool) -> None:
    assert wants_yes_or_no(text, language_of(text)) == wants
