"""Tells a question that only looks a name up: "soulguard meaning", "how does lifelink work?", 光の紋章の使い方."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from kb.glossary import hiragana, is_japanese, japanese_runs, latin_words, without_gaps

# All that may stand beside a name in Latin letters: "what does … do", "tell me about …", "… exact wording please", "… tte nani".
# Not a word that asks for something of the name ("… limit", "counter …"), nor one that says when or where.
_ASKING = (
    r"(?:what|whats|what's|hows?|how's|is|are|was|does|do|did|exactly|even|actually|again|basically|the|an?|of|for|to|in|on|and|me|us|it"
    r"|its|i|you|we|u|please|pls|plz|hey|hi|ok|judges?|quick|quickly|question|can|could|tell|show|give|explain|explained|explanation|define|definition"
    r"|defined|mean|means|meaning|meant|stands?|work|works|working|worked|function|functions|use|uses|used|using|say|says|wording|text|texts|exact|full"
    r"|official|rules?|ruling|rulings|effects?|abilit(?:y|ies)|skills?|keywords?|keyword's|terms?|cards?|entry|info|information|details?|about|look|up"
    r"|description|summary|faq|help|need|know|want|thing|happens|regarding|re|wtf|wat|wut|wht|hw"
    r"|tte|nani|nanda|nandesuka|wa|towa|toha|ha|ni|tsuite|imi|kouka|koka|kooka|oshiete|setsumei|tsukaikata|ruuru|ruru|kuwashiku|no|ga"
    r"|desu|desuka|ka|dou|iu|yaku|nouryoku|kudasai|shiritai)"
)
_LATIN = re.compile(rf"(?:{_ASKING}\s)*")
_ASKING_WORD = re.compile(_ASKING)
# The same in Japanese: particles, and words that ask what something is. No text is made of them in two ways, or the pattern would
# try them all: とは is と and は.
_JAPANESE = re.compile(
    r"(?:の|は|って|と|を|に|で|が|も|な|か|す|ます|っけ|だ|よ|ね|さ|ん|て|い|た|けど"
    r"|意味|いみ|効果|こうか|説明|せつめい|解説|ルール|るーる|裁定|処理|能力|スキル|使い方|使いかた|つかいかた|出し方|やり方|やりかた"
    r"|使用方法|方法|概要|詳細|テキスト|文章|定義|仕様|内容|扱い|原文|全文|本文|記述|カード|キーワード|用語|言葉|単語|どういう|どんな|どうやって"
    r"|どう|何|こと|事|物|やつ|ヤツ|教え|おしえ|知りた|しりた|詳しく|くわしく|下さ|くださ|くれ|欲し|ほし|お願|おねが|し|する"
    r"|使う|つかう|書い|働き|動き|挙動|調べ|検索|確認|みせ|見せ|見た|つい|わから|分から|判ら|忘れ|わすれ|もう一度|もう一回"
    r"|ざっくり|簡単|正確|一体|いったい|そもそも|それ|これ|あれ|ちゃんと|改め)*"
)


# What is asked of a card's place on a list, beside its name: whether it may be played, how often, by whom, since when.
_LIMITS = re.compile(
    r"(?<![a-z])(?:(?:un)?re[st]{1,2}[a-z]*ict|un?limit|limi?t|bann?|baned|off[- ]?lim|le?ga?le?(?![a-z])|legality|illegal|allow"
    r"|permit|forbid|prohibit|capped|cap(?![a-z])|category|cop(?:y|ies)|lists?(?![a-z])|many|decks?|build|pile|playset|play|usable"
    r"|using|used?|put|run|irregular|ok|okay|fine|bud|buddy|partner|status|still|cut(?![a-z])|bench|anybody|out(?![a-z])|together"
    r"|(?:x ?)?[1-9](?:x|of)?(?![0-9])|one|two|three|four|second|twice|single|max|more than|often|bring|sleeve up|stuff|barred"
    r"|turned away|thrown|dead|flags?|world|tourn|tourney|event|official|anymore|dame|tsuka|mai|nan ?mai|kinshi|seigen|genkai|ire"
    r"|ikeru|of(?=[ ?]*$)|rules?|no go|unplay|nuked|nerf|hit(?![a-z]))"
    r"|限界|禁止|制限|せいげん|規制|区分|枚|まい|合計|リスト|イレギュラー|入|いれ|使|つか|デッキ|採用|積|投|持ち込|殿堂|だめ|ダメ|駄目|あか[んへ]|不可"
    r"|オフ|リミ|りみ|相棒|バディ|ばでぃ|ok|おけ|大会|公認|[0-9一二三四]|許|きんし|アウト|セーフ|違反|反則|旗|フラッグ|今も|まだ|ワールド|スタドラ|平気"
    r"|大丈夫|可能|いける|合法|解禁|復帰|緩和|状態|扱い|ルール"
)
# What no list says of a card: its text, its values, what it sells for, how its name is spelt. Not the size, which a deck and a list
# have, too.
_ON_CARDS = re.compile(
    r"(?<![a-z])(?:effects?|abilit(?:y|ies)|skills?|texts?|wording|flavou?r|power|atk|defen[cs]e|criticals?|costs?|damage|rarity"
    r"|attributes?|prices?|worth|value|expensive|cheap(?:er|est)?|(?:re)?sell(?:s|ing)?|sold|buy(?:s|ing)?|go(?:es|ing) for"
    r"|trade|dollars?|bucks|yen|how much|how (?:do|does|to|is) [^?]*spell|spelled|spelt|spelling|pronounced?|artist|foil"
    r"|nedan|ikura|souba|kouka|nouryoku|tekisuto|kougekiryoku|(?:does|do|did|is|it) [^?]+ do(?:es)?(?= ?[?!. ]*$))(?![a-z])"
    r"|効果|能力|テキスト|フレーバー|攻撃力|防御力|打撃力|コスト|ダメージ|レアリティ|属性|(?:何|なに)を?する|どんなカード|何色"
    r"|値段|ねだん|相場|価格|高騰|トレード|交換|売[っりるれ]|買[いうえっわ取]|いくら|[0-9]円|読み方|読むの|綴り|イラスト(?!違|ちが)|絵師"
)
# What is asked of a list all the same where such a word stands beside: "does its ability's ban apply".
_BARRED = re.compile(
    r"(?<![a-z])(?:limit|restrict|ban|off[- ]limit|legal|illegal|allow|forbid|prohibit|cop(?:y|ies)|lists?(?![a-z])|how many|deck"
    r"|play|use|put|run|irregular)"
    r"|限界|禁止|制限|規制|枚|リスト|イレギュラー|入れ|使[えいっわう]|デッキ|採用|seigen|kinshi|genkai|nan ?mai|ire"
)


def asks_of_its_place(folded: str, form: str) -> bool:
    """Whether a folded question asks what a list of cards says of the one that a term's form names, or just names it."""
    latin, japanese = _without(folded, form)
    rest = f"{' '.join(latin_words(folded)) if is_japanese(form) else latin} {japanese}"
    of_the_card = _ON_CARDS.search(folded) is not None and _BARRED.search(folded) is None
    return not of_the_card and (_LIMITS.search(rest) is not None or looks_up(folded, form))


def looks_up(folded: str, form: str, games: Sequence[re.Pattern[str]] = ()) -> bool:
    """Whether a folded question holds a term's form (`Mention.form`) and, beside it, nothing but words that ask what it is.

    Names of `games` may stand there, too.
    """
    latin, japanese = _without(folded, form)
    for pattern in games:
        latin, japanese = pattern.sub(" ", latin), pattern.sub("", japanese)
    return _LATIN.fullmatch(" ".join([*latin.split(), ""]).lstrip()) is not None and _JAPANESE.fullmatch(japanese) is not None


def may_look_up(folded: str, forms: Iterable[str]) -> bool:
    """Whether a folded question that names no game may look up one of some terms' forms: one of many more words asks more."""
    most = max((form.count(" ") + 1 for form in forms), default=0)
    others = 0
    for word in latin_words(folded):
        others += not _asks(word)
        if others > most:
            return False
    return True


@lru_cache(maxsize=4096)
def _asks(word: str) -> bool:
    return _ASKING_WORD.fullmatch(word) is not None


def _without(folded: str, form: str) -> tuple[str, str]:
    """The Latin words of a text and its Japanese letters, without the first place where the form stands."""
    if not is_japanese(form):
        words, stems, wanted = latin_words(folded), latin_words(folded, stemmed=True), form.split(" ")
        at = next((at for at in range(len(stems)) if stems[at : at + len(wanted)] == wanted), len(stems))
        return " ".join(words[:at] + words[at + len(wanted) :]), "".join(japanese_runs(folded))
    letters = without_gaps(folded)
    if form not in letters:
        letters = hiragana(letters)
    before, _, after = letters.partition(form)
    rest = f"{before} {after}"
    return " ".join(latin_words(rest)), "".join(japanese_runs(rest))
