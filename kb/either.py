"""Tells a question that asks for one of two things, which yes or no does not answer: "before or after?", 2体まで？3体まで？."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from kb.hinted import Hinted

# One thing or another, which yes or no does not answer: "before or after", "or does it …".
_EITHER_EN = Hinted(
    r"\bface.?(?:up|down) or face|^(?:do|does|did|is|are|was|were)\b.*\b(?!any\b|your\b|his\b|her\b|their\b)(\w{3,}) \w+ or \1 \w"
    r"|\bor only (?:when|if|at|after|once)\b|\bor any\s*\?*$|\bor how (?:many|much|often|long)\b(?! \w+ ever)"
    r"|\b(?:in the middle|during|while|at the (?:start|end|beginning))\b[^?]* or (?:before|after|later)(?: that| it)?\s*\?*$"
    r"|\b(?:before or after|after or before|first or (?:last|second)|higher or lower)\b"
    r"|\b(?:before\b[^?]*\bor after|after\b[^?]*\bor before)\s*(?:\?|$)|\bor what (?:happens|now|else|then)\s*\?*$"
    r"|(?:, |\w )(?:is|are) (?:it|he|she|they|this|that) (?:an?|the) [\w-]+ or (?:an?|the) [\w-]+\s*\?*$"
    r"|\b(?:do|does) [^?]* (?:in|at|during) the (\w+ )?phase or (?:in |at |during )?the \w+(?: phase)?\s*\?*$"
    r"|^(?:do|does)\b.* or (?:get|go|stay|return|come|lose|keep|leave|remain|add|just|move)s?\b"
    r"|(?:^|, )(?:do|does) (?:i|we|you|he|she|it|they)\b[^,]* or [^,]* first\s*\?*$|^(?:do|does)\b.* or .* first\s*\?*$"
    r"|\bor (?:do|does|did|is|are|was|were|can|will|must|should|may|at|on|in|when|after|before|until) (?!not\b)"
    r"(?!(?:that|this|it) (?:illegal|wrong|forbidden|banned|not|against)\b)\w"
)
# "is it draw then charge or charge then draw?", "does it go to the drop zone or get removed?": one of two things at the end, behind
# a verb that does not ask for leave. Not "is it ok to look at gauge or souls?", nor "… or not?", nor "any".
_ENDS_IN_OR_EN = Hinted(
    r"^(?:(?:and|so|but|then|ok|okay|hey|wait|judge|quick question|question)[ ,:]+|[a-z]+[,:] )*"
    r"(?:is|are|was|were|do|does|did)(?:n't)? (?!.*\b(?:allowed|legal|illegal|ok|okay|possible|legit|fine|permitted|need|have to"
    r"|any|either|both|anything|more|less|able|matter|count|required|affected|include|care|know|right|wrong|true)\b)"
    r"(?:(?!\b(?:if|when|while|because|since|after|before|by|with|without|unless|during|even)\b).)*?"
    r"(?<!\bcard)(?<!\bcards)(?<!\boption)(?<!\boptions) or "
    r"(?!not\b|no\b|nah\b|what|so\b|any|something|anything|other|wrong|illegal|maybe|whatever)"
    r"(?:(?!\b(?:if|when|can|may)\b)[^ ,?]+ ){0,2}[^ ,?]+\?*$"
)
# "are there 3 or 4 areas", "is it once per card or once per name", "has it to be a monster or an item", where the verb does not ask
# for leave.
_ONE = r"(?:an?|the|my|his|just|only|once|per|[0-9]+|one|two|three|four|(?:st|bo)-\w+)"
_THIS_OR_THAT_EN = Hinted(
    r"^(?:(?:and|so|but|then|ok|okay|hey|wait|judge)[ ,]+)*(?:is|are|was|were|has|would|should|must)(?:n't)? "
    r"(?!.*\b(?:allowed|legal|illegal|ok|okay|possible|legit|fine|permitted|any|either|both|more|less|if|when you|affected|wrong"
    r"|right)\b)"
    rf"(?:[^,?]* or the other way|[^,?]*?\b{_ONE} ?[\w-]*(?: \w+){{0,3}}? or {_ONE}\b)"
)
# "would he or i use counter first", "must i discard first or draw first", "all of it or as much as i can".
_WHO_OR_EN = Hinted(
    r"\b(?:he|she|they|him|them|opponent|opp) or (?:i|me|us)\b"
    r"|\b(?:i|me|us) or (?:he|she|they|him|her|(?:my |the )?opponent|opp)\b"
    r"|\bfirst or \w+|\bor (?:only |just )?(?:as (?:much|many)|the other way|vice versa)\b"
)
# "item or monster?", where no verb asks.
_OR_EN = Hinted(r"\w or (?!not\b|no\b|nah\b|what|more|less|so\b|wrong|illegal)\w")
_EITHER_JA = Hinted(
    # 手札から置くの？デッキから？
    r"から[^、。?]{1,8}[?]\s?[^、。?]{1,10}から[?]?$|"
    # 払うの後に払うの, 魔法扱いですかアイテム扱いですか, 8枚まで？3枚まで, ドローが先？チャージが先, 起動能力？自動能力
    r"(?P<end>扱い(?:ですか|なの|か)|が先)[、,?]?\s?[^、。?]{1,12}(?P=end)[?]?$"
    r"|(?P<thing>扱い|(?<!何枚)まで|から|能力|魔法|フェイズ)[?]\s?[^、。?]{1,12}(?P=thing)[?]?$"
    r"|[うるむぐ]の(?![はがをもにでとっ])[、,]?[^、。?はがっ]{1,10}[うるむぐ]の[?]?$"
    r"|(?:ます|です)か、?(?:また|あと|そして|それと|それから|ほんで)[^?]*か[?]?$"
    r"|(?:る|た|い|な)のか、?[^。?]{1,25}(?:る|た|い|な)のか[?]?$|それとも|[前後先]か[、,]?[前後先]か|するか[、,]?しないか|先[?]\s*後|後[?]\s*先|向き(?:です)?か?[?]裏"
    r"|(?<!そう)(?<!当)(?<!夫)(?<!い)ですか、?[^、。?いなるただくす]{1,7}ですか[?]?$"
    r"|(?P<verb>\w{1,6}?)(?:ます|る)(?:の|んです)?か?[、?]?\s*(?P=verb)(?:ません|ない|へん|ん)(?:の)?(?:か|[?])"
    r"|(?:どっち|どちら)(?:だっけ|なの|ですか|でしょうか|かな|やねん|や)?[?]*$|(?:あり|アリ)[?、か/]+\s?(?:なし|ナシ)"
    r"|(?:の|ん)ですか、[^。?]{1,25}ですか[?]?$"
)
# An open question of a few letters behind another one ("禁止？何枚", "えぐくね？どんなやつ"). Not 何か, nor "どっちでも".
_LAST_OPEN_JA = re.compile(
    r"(?:何|なに|なん|どう|どこ|どれ|どの|どっち|どちら|どんな|いつ|いくつ|誰|だれ|なぜ)(?!か|でも|も|で[もす])|[^?]*(?:って(?:何|なに)|どこいく|どうなん)"
)
# What somebody takes for the number: 何枚まで？10枚？
_COUNT_JA = re.compile(r"[0-9一二三四五六七八九十]+[枚回体個点人種分]?(?:まで|以内|以上|以下|だけ|ずつ)?(?:になるまで)?[?]")
# What may stand behind one question as a tag that asks the same ("できる？いい？"). Not a bare thing, which asks for one of two,
# nor 差分だけ？
_TAG_JA = re.compile(
    r"(?:[るいたかのんなねよぜぞわぁ]|(?<!だ)け|ok|オッケー|だめ|ダメ|駄目|無理|可能|あり|アリ|なし|ナシ|マジ|まじ|本当|ほんと|本間|ほんま|セーフ|アウト|大丈夫|平気|違反|反則|有効"
    r"|無効|正解|強制|任意|必須|ジャッジ|さん|くん|合法|やろ|だろ|でしょ|でしょう|っけ|っす|です|ます|せん|とか|けど|から|って|ですよ|ま)[?。!]*$"
)
_BARE_JA = 12
"""Letters that a bare thing has at most which is asked for behind another question."""


def one_of_two_en(asked: str, last: str, *, asks: bool) -> bool:
    """Whether a folded English question asks for one of two things; `last` is its last sentence.

    `asks` says whether a verb or a tag asks something of it all.
    """
    return (
        _EITHER_EN.search(asked) is not None
        or _ENDS_IN_OR_EN.match(last) is not None
        or _THIS_OR_THAT_EN.match(last) is not None
        or _WHO_OR_EN.search(asked) is not None
        or (not asks and _OR_EN.search(asked) is not None)
    )


def one_of_two_ja(folded: str, sentences: Sequence[str], is_open: Callable[[str], bool]) -> bool:
    """Whether a folded Japanese question does, or ends in a bare thing behind another question (2体まで？3体まで？)."""
    if _EITHER_JA.search(folded):
        return True
    if len(sentences) < 2 or not sentences[-2].endswith("?") or len(sentences[-1]) > _BARE_JA:
        return False
    before, last = sentences[-2:]
    if _COUNT_JA.fullmatch(last) and is_open(before):
        return False
    return _LAST_OPEN_JA.match(last) is not None or (last.endswith("?") and not _TAG_JA.search(last))
