"""Whether a question wants yes or no, told by its words in English and Japanese."""

from __future__ import annotations

import re
from functools import lru_cache

from kb.asking import QUESTION_TAG_EN, SUBJECT_EN, VERB_EN, asking, one_claim, sentences_of
from kb.either import one_of_two_en, one_of_two_ja
from kb.fold import fold
from kb.hinted import Hinted
from kb.spelt import asking_spelt, spelt

# English: an auxiliary verb that opens a sentence or a clause ("can i …", "…, do they stand"), one before its subject ("if i attack
# can they …"), or a tag ("right?", "allowed").
_ASKS_EN = re.compile(
    r"(?:^|[.,;:!?]\s+|\b(?:so|and|but|or|then|if|hey|ok|wait|also|yo|lol|um|uh|well)\s+)"
    r"(?:can|could|may|might|do|does|did|is|are|am|was|were|will|would|should|shall|must|has|have|isn't|aren't|don't|doesn't|didn't"
    r"|can't|cannot|won't|wouldn't|shouldn't|couldn't)\b"
    r"|\b(?:can|could|may|does|do|did|is|are|am|was|were|must|should|will|would) "
    + SUBJECT_EN
    + r"|\b(?:can|may|must|will) \w+ be \w+"
)
_TAG_EN = re.compile(
    r"\b(?:right|correct|ok|okay|true|legal|illegal|allowed|possible|legit|yes or no|y/n|yeah|yes|huh|no|nah|or nah|or not)"
    r"\s*\?*\s*$"
)
# A tag that wants yes or no also behind a question word ("what I draw goes to my hand, right?").
_CHECKS_EN = Hinted(
    r"[,.;]\s*(?:right|correct|ok|okay|true|yeah|yes|no)\s*\?+\s*$|(?<!the )(?<!my )(?<!his )(?<!her )(?<!or )\bright\s*\?*$"
)
# What somebody takes for the answer, behind the question or behind a clause that says when: "how long is a match, 20 minutes?",
# "who goes first, is it me?", "when it leaves the field, souls go to the drop zone?".
_GUESS_EN = re.compile(
    r"[,;-]\s+(?!including|with|in|for|if|when|while|after|before|during|as|on|at|without|and|or|what|which|who|whose|why|how|where"
    r"|please|pls|thx|thanks|bro|judge|sir|guys|though|then|instead|exactly|again|anyway|total|basically|usually|any|my|explain|help"
    r"|first (?:turn|player)|(?:final|attack|main|start|draw) phase)\b(?![^?]* (?:and|or) )[^,;?]{1,25}\?+$"
)
# A question word that opens a sentence or a clause, also behind a small word ("at which point …"); "what" and the like anywhere.
_OPEN_EN = Hinted(
    r"(?:^|[.;:!?]\s+|,\s*)(?:(?:and|so|but|then|at|in|on|for|to|by|from|of|with|under|until|since|after|before)\s+)?"
    r"(?:what|when|where|which|who|whom|whose|why|how)s?\b(?! about)"
    r"|(?<!no matter )(?<!monster )(?<!card )(?<!player )(?<!fighter )(?<!opponent )(?<!one )(?<!in )"
    r"\b(?:what|which|who|whom|whose|why|how)s?\b(?! about| ever)"
    r"|\b(?:when|where)\s*\?*$"
    r"|^(?:the )?differences? (?:between|of)\b"
    r"|^(?:the )?(?:max(?:imum)?|min(?:imum)?|starting(?! player| fighter)|number|amount|cost|size(?! (?:over|above)\b)|limit)\b"
    r"(?! (?:of )?\d)"
    r"(?!.* (?<!a size )(?<!a level )(?<!player )(?<!turn )(?<!round )(?<!game )(?<!edition )(?<!phase )(?<!card )"
    r"(?:\d+|one|two|three)\?)"
)
# "equal monsters there - I decide which one stays": a question word that asks nothing.
_TOLD_EN = Hinted(
    r"(?<=\w )(?:decide|choose|pick|announce|declare)(?:s|d)? (?:what|which|who|whose|when|where|how(?: many| much)?+)\b(?= \w+ \w)"
    r"|^(?:choose|pick) (?:what|which)\b|\b(?:look|peek|glance)(?:s|ed|ing)? at what\b(?= (?:i|he|she|they|we|you|my|his|the)\b)"
)
# Asks somebody to tell, so that what follows is the question.
_TELL_EN = Hinted(
    r"\b(?:can|could|would|will|do|does) (?:you|someone|somebody|anyone|anybody)(?: please)? (?:tell|explain|say|show|know|list)\b"
    r"|\b(?:can|could|may) i ask (?:how|why|what|when|where|which|who)\b|\bwould (?:you|anyone) mind \w+ing\b"
)
# A question word and then a verb before its subject asks, wherever it stands: "the gift when exactly do i get the life".
_TURNED_OPEN_EN = re.compile(
    r"(?<!no matter )(?<!or )\b(?:(?:when|where|why|who|whom)(?: exactly| else)?"
    r"|(?:how|what|which)(?: (?!i |we |you |he |she |they |it |my |the )\w+){0,2})"
    r" (?:do|does|did|can|could|will|would|should|must|may|am) (?:i|we|you|he|she|they|it|the|my|his|her|opp\w*)\b"
    r"(?! (?:not )?like)"
    r"|(?:^|[?,;-] ?)(?:so |and )?who (?:goes |is |does it )?first\b"
)
# A fragment that goes on from what was said ("and with link attack?", "if center is empty then?").
_GOES_ON_EN = re.compile(
    r"(?:and |so |but |ok )?(?:with|for)\b(?: (?!(?:is|are|do|does|can|may|must|will|has|have)\b)[^ ,?]+){1,6}\?+$"
    r"|and (?:if|when)\b(?: [^ ,?]+){1,6}\?+$|(?:and |so |but |ok )?(?:if|when)\b(?: [^ ,?]+){1,6} then\?+$"
)
# What somebody takes to be so, told as such without a mark of question.
_TAKEN_EN = re.compile(
    r"(?:(?:ok |okay |wait |and |but )?so (?!(?:what|how|when|where|who|which|why|that|far|much|many|confused|lost|i was|my)\b)"
    r"(?:[^?]*? )?(?:are|can|cant|can't|cannot|dont|don't|doesnt|doesn't|isnt|isn't|arent|aren't|wont|won't|do|no|never|able|must"
    r"|will|have|\w+s)\b"
    r"|(?:just )?(?:checking|to confirm|confirming),? "
    r"|(?:i )?(?:just )?(?:want(?:ed)? to know|wondering|wonder|not sure) (?:if|whether) "
    r"|i (?:take it|suppose|guess|assume|presume) (?!you)|if i understand (?:it |this |that )?(?:right|correctly)"
    r"|(?:so )?(?:ur|you'?re|youre|are you|r u) saying |(?:that|this|it) means )"
    r"|[^?]*\b(?:is|are|can|can't|cant|cannot|don't|dont|doesn't|doesnt|isn't|isnt|won't|wont|impossible|allowed)\b[^?]* then$"
)
# "When my monster is attacked, can I …": a clause that says when, and then a verb that asks.
_WHEN_EN = Hinted(
    r"(?:and |so |but |then )?(?:when|while|where)\b[^?]*,\s*(?:then )?"
    r"(?:can|could|may|do|does|did|is|are|am|will|would|should|must|has|have)\b(?!.*,\s*(?:what|when|where|which|who|why|how)\b)"
    r"|(?:and |so |but |then )?(?:when|while) (?!(?:exactly|precisely|specifically|usually|normally|actually|else|and|or|at|in|on"
    r"|during|after|before|can|could|may|do|does|did|is|are|am|will|would|should|must|has|have)\b)"
    r"(?!.*\b(?:what|when|where|which|who|whose|whom|why|how)\b)\w[^?]* "
    r"(?:(?:can|could|may|will|would|should|must) (?:i|he|she|they|it|we|you|my|the)|(?:is|are) (?:it|they|my|his|the)(?!.*\bor\b)"
    r"|(?:do|does|did) \w+)\b"
    # "when both of us want to counter, i'm first because it's my turn?"
    r"|(?:and |so |but |then )?(?:when|while) (?!(?:is|are|am|do|does|did|can|may|must|will|should|would|could)\b)[^?,]*, "
    r"(?:i|i'm|im|he|he's|she|she's|they|they're|it|it's|we|my|his|her|the \w+) "
    r"(?!.*\b(?:what|when|where|which|who|whose|why|how|or)\b)[^?,]*\?$"
)
_WHO_EN = Hinted(r"\b(?:who|which(?: one)?(?: of (?:us|them))?)(?:'s| is| was) (?:right|correct|wrong)\W*$")
_LAST_MARKS_JA = "。.! "
# What is added behind a question: …いいんだよね、何回でも。 …使えますか、登場時能力の前に (大会).
_ADDED_JA = re.compile(r"(?:(?<=よね)|(?<=[でま]すか)|(?<=すかね))(?:[、,(][^、。?？]{1,12}\)?|\([^。?？]{1,12}\))$")
_WHOLE = {"en": 22, "ja": 9}
"""A question of more letters is no mere tag; two of them in one text are two questions, which one word does not answer."""
# Japanese: endings that want yes or no. A question word makes it open, save in "何枚でも" and the like; a mark of question behind
# anything else wants yes or no, save behind a bare thing that is asked for ("ライフは？", "枚数？").
_ASKS_JA = re.compile(
    r"(?:ますか|ませんか|ですか|たか|るか|いか|んか|のか|ていい|てもいい|できる|できない|出来る|可能|OK|ok|オッケー|オーケー|あり|アリ|なし|ナシ|ダメ|だめ|無理"
    r"|よね|だよな|よな|っけ|かな|やんな|やろ|の|いける|イケる|セーフ|平気|大丈夫|本当|ほんと|マジ|すか|うか|かね|かしら"
    r"|(?:る|い|へ|れ|え|せ)ん(?:やんな|やろ|け|ちゃう)?|のけ|[るい]け|だべか?|でしょう?|だろう?|ってこと(?:かい?)?|ちゃうん?|[るい]気になる|か気になる)\s*$"
    r"|[?？]\s*$"
)
_WHATEVER_JA = Hinted(
    r"→[^、。?]*順|"
    r"(?:いつ|どこ|どれ|どっち|どちら|誰|だれ|いくつ|いくら|何|なん|(?:どの|どんな)[^、。?？\s]{1,10}?|(?:どっち|どちら|誰|どこ)の[^、。?？\s]{1,6}?)(?:まい|かい)?(?:種類|[枚回体度個人番種重])?(?:目|め)?(?:で|に|へ|と|から)?も(?!ら[えうわ])"
    r"|何(?:種類|[枚回体度個人種])(?:[^、。?？\s教分知]{1,8}ても|か(?!教え|わか|分か|知))|(?:何|なに)[^、。?？\s]{0,8}か(?:忘|わす|覚え|おぼえ)|かどうか|(?:どれ|誰|だれ|何|なに|いつ|どこ|いくつ|どっち|どちら)か(?=[^選決言教ら?？])|(?:どこ|どれ|どっち|どちら|誰|いつ|何)(?:[にをがで]|から)?[^、。?？\s]{1,8}(?:て|って|んで)も"
    r"|(?:誰|どれ|どっち|どちら|何|いつ|どこ)(?:が|を|から|に)[^、。?？]{1,12}か(?:は|って|が)?(?:関係|影響|問題)"
    r"|(?:どれ|どっち|どちら|誰|何|どこ|どの)[^、。?？]{0,12}か(?:を|は)?(?=自分で|選|決|確認|指定|宣言|言|先に|書い|自由|好き|相手|見|覗|のぞ|途中|声|はっきり|ちゃんと|事前|前もって)(?!.*(?:教え|説明|知りた|見分け))"
)
_OPEN_JA = re.compile(
    r"何|(?<!ん)なに(?!も)|(?<![そこあ])いつ|どない|(?<!け)(?<!^い)(?<![「『\[\sの、]い)どう(?!じ|めい|ぐ|よう|ぶつ|しても|せ)|(?<!け)どこ|(?<!も)どれ|どの|どっち|どちら|どんな|なぜ|(?<![そこあど]ん)なんで(?!す|しょ)|(?:^|って|とは|は|、|これ|それ)なんで(?:す|しょ)|なんの|なんや(?!ん|けど|が|から|って)|なん[まか]い|(?<![そこあど]ん)なん(?:なの|なん(?!で)|[枚回体個人点本番度種])|誰|だれ|いくつ|いくら"
    r"|(?:[^て](?<!ので)(?<!んで)は|って|とは|(?<!偶)(?<!奇)(?<!同じ)数|上限|下限|初期手札|初期ライフ|(?<!の)(?<!数)値|(?<!から)(?<!た)順番?|順序|手順|方法|(?<!って)(?<!同じ)意味|条件|(?<!間)(?<!勘)違い|(?<!\d)種類|理由|やり方|タイミング|リスト|一覧|裁定)[?？]?\s*$|たら[?？]\s*$|^[^はっ、]{0,20}(?<!だけ)(?:なら|[たるい](?:場合|とき|時))[?？]\s*$|の(?:違い|意味)は"
)
_TELL_JA = Hinted(r"教え|わか|分か|知って|知りた|説明")
# Asks to be told, at the end: 教えていただけますか. Not 教えていいですか.
_TELL_ME_JA = Hinted(r"(?:教え|おしえ|説明し)て(?:いただ|頂|もら|くれ|くだ|下|ほし|欲し|ちょ|よ?[。!?]*$)[^。]*$")
# What somebody takes for the answer, behind the question: いつ回復？場に出てから？ どうなるの、破壊できる？
_GUESS_JA = re.compile(
    r"[、,?？]\s*(?:[^、,?？]{1,20}(?:ますか|ですか|るか|できる|出来る|する|なる|される|よね|から|なし|あり|終わり|終了|無効|負け|勝ち|すぐ|扱い|以内|以上|以下|まで|だけ|でいい|てもいい)"
    r"|\d+[枚回体個人点種](?:以内|以上|まで|だけ)?)\s*[?？]*$"
)
# The same in Latin letters, where the verb ends the question.
ASKS_ROMAJI = Hinted(
    r"\b(?:\w*(?:masu|masen|desu|desyo|desho|deshou)|ii|ari|dame|nai|no|n)\s?ka\b\s*\?*$"
    r"|\b\w*(?:mas[eu]n?ka|desuka|iika)\b\s*\?*$|\b(?:yo ne|yone|yo na|ka na|kana|kke|des[hy]ou?|daijoubu|ok ka)\b\s*\?*$"
    r"|\b(?!iii\b)(?<!level )\w*(?:(?:[aeiou]ru|ii|nai)(?: no)?|masu|desu|dame|ari|muri)\s?\?+$|\b(?!th)\w*(?:[aeiou]ru|nai) no$"
)
_WHATEVER_ROMAJI = Hinted(
    r"\b(?:nan\w*(?: (?:mai|kai|ko|tai|do|nin|ten))?|itsu|itu|doko|dore|dotchi|docchi|dochira|dare|ikutsu|(?:dono|donna) \w+)"
    r"\s?(?:de|ni)?\s?mo\b|\bka dou ka\b"
)
_OPEN_ROMAJI = Hinted(
    r"\b(?:nan-\w+|do-|do yatte|(?:nann?(?:i|no|mai|kai|ko|tai|ten|ban|pun|de|te|nin)?|itsu|itu|doko|dore|dono|dou(?!ji|gu)|doo"
    r"|dotch?i|docchi|dotti|dochira|donna|naze|dare|ikutsu|ikutu|ikura)(?:made|kara|ni|wa|shitara|sureba|sitara|no|e|wo)?\b)"
)


@lru_cache(maxsize=256)  # each entry that is asked for its verdict asks it of the same question
def wants_yes_or_no(text: str, language: str) -> bool:
    """Whether a question can be answered by yes or no and be understood.

    `language` is `ja` for a text with Japanese letters, also a mixed one.
    """
    folded = one_claim(fold(text))
    if folded is None:
        return False
    folded = asking_spelt(spelt(folded))
    asked = asking(folded)
    if sum(piece.endswith("?") and len(piece) > _WHOLE[language] for piece in sentences_of(folded)) > 1:
        return False
    first = open_first(asked)
    if language == "ja":
        asked = _ADDED_JA.sub("", asked.rstrip(_LAST_MARKS_JA))
        if one_of_two_ja(folded, sentences_of(folded), _is_open_ja) or _TELL_ME_JA.search(folded):
            return False
        if _is_open_ja(asked):
            guess = _GUESS_JA.search(asked)
            return guess is not None and not _OPEN_JA.search(guess[0]) and not _TELL_JA.search(guess[0])
        return first is False or (first is None and _ASKS_JA.search(asked) is not None)
    if _TELL_EN.search(asked) or _WHO_EN.search(asked) or _is_turned_open(asked, folded):
        return False
    romaji = _WHATEVER_ROMAJI.sub("", asked)
    if (first is None or ASKS_ROMAJI.search(romaji)) and (_OPEN_ROMAJI.search(romaji) or ASKS_ROMAJI.search(romaji)):
        return _OPEN_ROMAJI.search(romaji) is None
    tagged = any(pattern.search(asked) for pattern in (_TAG_EN, _CHECKS_EN, QUESTION_TAG_EN))
    if one_of_two_en(asked, (sentences_of(asked) or (asked,))[-1], asks=tagged or _ASKS_EN.search(asked) is not None):
        return False
    if _WHEN_EN.match(asked):
        return True
    if first:
        return _CHECKS_EN.search(asked) is not None or _guessed(asked)
    if not tagged and _GOES_ON_EN.match(folded):
        return False
    return (
        first is False or asked.endswith("?") or tagged or _ASKS_EN.search(folded) is not None or _TAKEN_EN.match(asked) is not None
    )


def asks_by_mark_alone(text: str, language: str) -> bool:
    """Whether nothing but a mark of question behind a text wants yes or no, as behind a bare name ("lifelink?")."""
    return not wants_yes_or_no(fold(text).rstrip("? "), language)


def _is_turned_open(asked: str, folded: str) -> bool:
    """Whether a question word stands before a turned verb in what asks, or in the last words, and no check follows."""
    last = (sentences_of(folded) or (folded,))[-1]
    return any(_TURNED_OPEN_EN.search(one) and not _CHECKS_EN.search(one) and not _guess_en(one) for one in {asked, last})


def _guess_en(asked: str) -> bool:
    """Whether somebody says what he takes for the answer behind the question."""
    guess = _GUESS_EN.search(asked)
    return guess is not None and _OPEN_EN.search(guess[0].lstrip(",:;- ")) is None


def _is_open_ja(text: str) -> bool:
    """Whether a folded Japanese text has a question word that makes it open."""
    return _OPEN_JA.search(_WHATEVER_JA.sub("", text)) is not None


def _guessed(asked: str) -> bool:
    """Whether the last sentence or clause of an open English question wants yes or no: a verb asks, or it is a guess."""
    last = sentences_of(asked)[-1]
    if VERB_EN.match(last):
        return _OPEN_EN.search(last) is None
    return _guess_en(asked)


def open_first(asked: str) -> bool | None:
    """Whether an English question word stands before any verb that asks; None where the sentence has neither."""
    verb, word = _ASKS_EN.search(asked), _OPEN_EN.search(_TOLD_EN.sub(lambda told: "." * len(told[0]), asked))
    if verb is None or word is None:
        return None if verb is None and word is None else verb is None
    return word.start() < verb.start()
