"""Whether a question is put negatively, told by its words in English and Japanese."""

from __future__ import annotations

import re
from functools import lru_cache

from kb.asking import QUESTION_TAG_EN, SUBJECT_EN, VERB_EN, VERBS_EN, of_one_claim, put_of
from kb.hinted import Hinted
from kb.spelt import spelt
from kb.yes_or_no import ASKS_ROMAJI, open_first

# The contrary of what is asked, behind it: "can i counter it, or is that illegal?" asks whether I can.
_FORBIDDEN_EN = r"(?:not (?:allowed|possible|legal|permitted)|illegal|against (?:the )?rules?)"
_OR_IS_IT_NOT_EN = (
    rf"or (?:{_FORBIDDEN_EN}|(?:is|was|would|am|are|will) (?:that|it|this|i|we|he|she|they) (?:be )?(?:really |just |actually )?"
    rf"(?:{_FORBIDDEN_EN}|not (?:ok|okay|able to)|unable to|disallowed|forbidden|wrong|cheating|banned|impossible|prohibited"
    r"|an? (?:foul|violation|no-?go)))(?=[ ?.!]*$)"
)
# Rules and people that may stop somebody, and the words by which they do: "a judge will stop me from", "rule that forbids". Not a
# game's own: "does anything prevent the damage?", "can a monster stop it?".
_MAY_STOP_EN = r"(?:rules?|rule ?books?|texts?|judges?|refs?|referees?)"
_CAN_EN = (
    r"(?: (?:that|which|who))?(?:'s| is| are)?(?: (?:can|could|will|would|may|does|did|gonna|going to|really|actually|also|ever))*"
)
_STOPS_EN = (
    r"(?: (?:stop|prevent|keep)(?:s|ping|ing)? (?:me\b|us\b|(?:[\w'-]+ ){1,3}?from\b)(?: from\b)?| prevent(?:s|ing)?(?= \w+ing\b)"
    r"| (?:forbid|prohibit|disallow|outlaw)(?:s|ding|ing)?\b)"
)
# What is said aside: "or not", "yes or no", "correct me if I'm wrong"; a clause that says when or under which condition.
_SAID_ASIDE_EN = Hinted(
    rf"\b{_OR_IS_IT_NOT_EN}"
    r"|\b(?:or not|yes or no|yes ?/ ?no|(?:if|unless) i(?:'?m| am) (?:not )?(?:wrong|mistaken)|no (?:clue|idea)|never ?mind"
    r"|(?:i'?m |im )?not (?:quite |really )?sure (?:if|whether)"
    r"|(?:nothing|doesn't|does not|don't|do not|won't|can't)(?: in the rules| there)? (?:stops?|stopping|prevents?|keeps?)"
    r" (?:me|us|him|her|them|it|you)(?: from)?)\b"
    # Two negations: "nobody can stop me from countering", "no rule prevents me from it", "it's not that the rules forbid it".
    rf"|\b(?:nothing|nobody|no[ -]one|noone|no (?:\w+ )?{_MAY_STOP_EN})(?: (?:in|of) the \w+| there| here| at all)?"
    rf"{_CAN_EN}(?: to)?{_STOPS_EN}"
    rf"|\b(?:not|don't|doesn't|won't|can't|dont|doesnt|wont|cant) (?:forbid|prohibit|disallow|outlaw)\b"
)
# A "not" by itself, not "can't".
_NOT_APART_EN = re.compile(r"\b(?:not|never)\b")
_ASIDE_EN = Hinted(rf"{_SAID_ASIDE_EN.pattern}|^(?:and |so |but )?(?:if|when|while|since|because) [^,?]*,")
_VERB_FIRST_EN = Hinted(rf"(?P<main>(?:and |so |but |then |ok |hey )?{VERBS_EN}\b.*?) (?:if|when|while|because|since|although) .*$")
# The same where no verb opens the sentence ("so i can't attack if i have no weapon?"). Not behind what reports, nor behind a thing
# that is only described ("monsters called since …"). The first such word counts, so that the pattern looks once.
_IN_CASE = r"(?:if|when|while|because|since|although)\b"
_STATED_FIRST_EN = Hinted(
    rf"(?>(?P<main>(?!\s*(?:(?:and|so|but|then|ok|okay|hey|wait|well) )*{_IN_CASE})(?:(?! {_IN_CASE})[^,;?])+) {_IN_CASE})"
    r"(?! (?:he|she|they|i|my \w+|opp\w*) (?:says?|said|claims?|thinks?)\b)[^,;]*+"
    r"(?:, (?:right|correct|true|yes|yeah|huh|ok|okay)[?]*)?$"
)
_REPORTS_EN = re.compile(
    r"\b(?:say|says|said|saying|claims?|claimed|thinks?|thought|believes?|insists|argues|ruled|states|means|heard|told me|tells me"
    r"|that|ask|asks|asked|know|wonder|matter|sure|even|only|what)$"
)
_DESCRIBED_EN = re.compile(
    r"\b(?:that|which|who)\b"
    r"|^(?:so )?(?:(?:an?|the|any|all|my|his) )?\w+ (?:called|cast|used|destroyed|declared|equipped|played|i \w+)$"
)
# A clause that says in which case, before the verb that asks ("if i can't pay the cost can i …").
_CASE_FIRST_EN = re.compile(
    rf"^(?:and |so |but |then |ok |hey )?(?:(?:even )?{_IN_CASE} [^?]*? |[^?]*[,:;] (?:so |but )?)"
    rf"(?={VERBS_EN} "
    + SUBJECT_EN
    + r"(?! (?:right|correct|wrong|lying|mistaken)))"
    # The same without a comma: "dont got a target do i have to discard". Not "do i?" behind it, nor "what is it".
    + rf"|^(?!{VERBS_EN}\b)[^?,.]*? (?:so |but )?(?<!what )(?<!how )(?<!why )(?<!when )(?<!where )(?<!who )(?<!which )(?<!nor )"
    r"(?=(?:can|could|may|do|does|am|is|are|must|will|should) (?:i|you|we|he|she|it|they|my) \w+ \w+)"
    r"(?!(?:is|are|am) (?:i|you|we|he|she|it|they) (?:right|correct|wrong|lying|mistaken))"
)
# What is granted before something else is claimed: "it can't be countered, but it can be nullified, right?" asks of the second. Not
# "nothing but", nor "but not …", which says what the first does. The last such word counts.
_GRANTED_EN = Hinted(
    rf"^(?!(?:and |so |then |ok |hey )?(?:{VERBS_EN}|what|how|why|when|where|who|which)\b)[^?]+"
    r"(?<!nothing)(?<!anything)(?<!all)(?<!none)(?<!body)(?<!one)(?<!help)(?<!not),? but "
    r"(?=(?:[\w'\[\]-]+ ){1,7}?"
    r"(?:can|can't|cannot|cant|may|must|do|don't|does|doesn't|is|isn't|are|aren't|will|won't|still|gets?)\b"
    r"|what about\b|(?:the|my|his|her|their|an?|it|he|she|they|we|you|i) \w+ \w"
    r"|(?:it|he|she|that|they|we|you|i)'(?:s|re|ll|m)\b|(?:can|may|do|does|is|are|will|must|should) )"
)
# A check behind what is said; a clause before it that says in which case ("if it leaves the field i don't get to …").
_CHECKED_EN = Hinted(r"(?<=\w),? (?:right|correct|yeah|yea|huh|ok|okay|yes|true)\s*\?*$")
_CASE_STATED_EN = Hinted(
    rf"^(?:and |so |but |then |ok |hey )?(?:even )?{_IN_CASE} [^?,]* (?=(?:i|he|she|they|it|we|you|my \w+|the \w+|his \w+) "
    r"(?:can|can't|cannot|cant|don't|dont|doesn't|doesnt|won't|wont|must|may|get|still|isn't|isnt)\b)"
)
# "it's not legal is it": asked is the tag, so that no says that it is not.
_POSITIVE_TAG_EN = re.compile(
    r"(?<!what )(?<!how )(?<!why )(?<!where )(?<!who )(?<!which )"
    r"\b(?:(?:am|is|are|was|were|can|could|do|does|did|will|would|must|should|may|has|have) (?:i|you|u|we|he|she|they)"
    r"|(?:is|was|can|could|does|will|would|must|should|may) it)\s*[?.!]*$"
)
# What is taken to follow stands behind "so": "it wasn't destroyed, so no lifelink damage?".
_REASON_EN = Hinted(
    rf"^(?!{VERBS_EN}\b(?!'t))[^?]+?,? so "
    r"(?=(?:no|nothing|nobody|my|i|he|she|it|they|we|you|the|that|there|his|her)\b)"
)
# Negation. Not "note", "nothing" inside words, nor 少ない, 危ない, which only end like a negative.
_NEGATIVE_EN = Hinted(
    r"\b(?:not(?! only| just)|no(?! matter| problem|\s*\?*$)|never|cannot|without|unable|nor|neither|nobody|none|nothing)\b|n't\b"
    r"|\b(?:against (?:the |tournament |game )*rules|rules? against)\b"
    r"|\b(?:rules?|texts?|lists?|procedures?|steps?|anything|something|it) (?:really |also )?"
    r"(?:forbids?|prohibits?|disallows?|outlaws?)\b"
    r"|\b(?:it|that|this)(?: be)? (?:really )?an? (?:\w+ )?(?:violation|breach|foul|offen[cs]e|problem)\b"
    r"|^(?:so |and |but )?(?:is|was) [^?,.]{3,60}? an? (?:rules? |game |tournament )?"
    r"(?:violation|breach|foul|offen[cs]e)(?=[ ?.!]*$)"
    r"|\b(?:judges?|refs?|referees?|rules?|texts?|anything|something|anyone|anybody) (?:that )?stops? (?:me|us|him|her|them)\b"
    rf"|\b(?:{_MAY_STOP_EN}|anything|something|anyone|anybody|someone|somebody)(?: (?:in|of) the \w+| there)?{_CAN_EN}{_STOPS_EN}"
    r"|\bout of the question\b"
    r"|\b(?:am|is|are|was|were|did|does|do|has|have|would|will|could) (?:(?!if\b|for\b|who\b|when\b)[\w'-]+ ){1,5}?"
    r"(?:break|breaking|broken|violat(?:e|ed|ing)) (?:an?|any|the) (?:\w+ )?rules?\b"
    r"|(?<!or )\b(?:am i|i'?m|i am|(?:will|do) i (?:be|get)|is he|is she|are they) in trouble\b"
    r"|\b(?:over|above|beyond|exceed(?:s|ing)?|past) (?:the |my )?(?:\w+ )?(?:limit|maximum|max)(?=[ ?.!]*$|,)"
    r"|\b(?:under|below) the minimum(?=[ ?.!]*$|,)"
    r"|(?<!place )\btoo (?:many|much|big|large|few|small|little|late|early)(?= to \w|(?: cards?| monsters?)?[ ?.!]*$|, right)"
    r"|\b(?:cant|dont|doesnt|isnt|wont|didnt|arent|shouldnt|couldnt|wouldnt|hasnt|havent|wasnt|werent|hadnt)\b"
    r"|\b(?:stopped|prevented|kept) from\b|\ba lie\b|(?<=[.?!,] )(?:lies?|nope)(?=[ ?.!]*$)"
    r"|(?<!for )\bcheating\b(?! (?:it|an?|in|the|my|his|her)\b)"
    r"|\b(?:illegal|wrong|mistaken|lying(?=[ ?.!]*$)|bs|bullshit|nonsense|misunderstanding|misconception|inaccurate|improper"
    r"|incapable|disallowed|barred|out of bounds|untrue|false|incorrect|forbidden|banned|prohibited|impossible|immune|safe)\b"
)
# Verbs whose object is what another question asks: "can I refuse a counter?" is no "can I counter?", nor its contrary. Nor are
# words that turn what is asked into its contrary without a negation: "am I spared the damage?", "is it exempt?", 免れる, 対象外.
_OF_AN_ACT_EN = Hinted(
    r"\b(?:refus(?:e|es|ed|ing)|den(?:y|ies|ied|ying)|declin(?:e|es|ed|ing)|ignor(?:e|es|ed|ing)|(?:get|gets|getting) around"
    r"|bypass(?:es|ed|ing)?|useless|pointless|misplay|waste|wasted"
    r"|spared|exempt(?:ed|ion)?|un(?:used|spent|harmed)|(?:miss|misses|missed|lose|loses|lost) out|left out"
    r"|(?:escap|avoid|dodg|evad)(?:e|es|ed|ing|s)? (?:the |my |any |all )?(?:\w+ )?"
    r"(?:damage|cost|penalty|loss|restriction|rule|limit)"
    r"|save[sd]? (?:me|us|him|her|them|you|it) from)\b"
)
_OF_AN_ACT_JA = Hinted(
    r"断[るりっれわ]|拒否|拒[めむ]|無視|無駄|むだ|免れ|まぬがれ|まぬかれ|逃れ|のがれ|回避|免除|対象外|失われ(?!た)|帳消し|受けずに済|食らわずに済"
)
# Words that romaji has not, so that "so i can't counter onimaru?" is English.
_ENGLISH = re.compile(r"\b(?:the|can|can't|cant|cannot|don't|isn't|my|is|if|when|for|with|what|how|does|it)\b")
_DOUBLE_ROMAJI = re.compile(
    r"\bja nai\b|(?:nak(?:ya|ereba|ucha|ute ?wa)|nai to) ?(?:dame|muri|ikenai|ikemasen|naranai|narimasen)\b|\bshika \w*nai\b"
)
# What may stand behind a negation that counts: the end of a sentence, what tells what somebody says, or a rule that says so.
# Anything else shows that it only says what kind or in which case: "iranai tefuda", "tarinai kedo", "tarimasen node".
_ENDS_ROMAJI = (
    r"(?:no|n+|nda|noka|n?des[a-z]*|nodes[a-z]*|tte|to(?= (?:iw|itt|iu|omo|kii))|yo+|yo+n[ea]?|ne+|ka|kana|kke|na+|daro[a-z]*|jan?"
    r"|janai|rashii|hazu|wake|ok|okay|hont[a-z]*|mitai|deshita|ru+ru|rule|seigen|kimari|kisoku|setsumei)"
)
_NEGATIVE_ROMAJI = re.compile(
    rf"(?<!suku)(?<!abu)(?:masen|nai|nakatta)\b(?! (?!{_ENDS_ROMAJI}\b)[a-z0-9])"
    r"|nakute ?mo (?:ii|yoi|daijoubu|ok)\b|\b(?:dame|muri|kinshi|ihan)\b"
)
# A negated verb before its subject, which only asks whether something is so ("can't i …").
_TURNED_EN = Hinted(
    r"^(?:isn't|aren't|wasn't|weren't|hasn't|haven't) (?!.*\bright\b)|^(?:doesn't|don't|won't|didn't|can't) (?=[\"\[『「])"
    r"|(?:^|(?<=[.;:!?] )|(?<=, )|\b(?:so|and|but|or|then|wait|hey|why|hmm|um|uh|well|bro|yo|if|judge) )"
    r"(?:can't|cannot|cant|couldn't|couldnt|isn't|isnt|aren't|arent|wasn't|weren't|don't|dont|doesn't|doesnt|didn't|didnt|won't|wont"
    r"|wouldn't|wouldnt|shouldn't|shouldnt|haven't|hasn't|hasnt|mustn't"
    r"|ain't) " + SUBJECT_EN
)
# A thing that is only described: "a monster that cannot be destroyed". Not "is it true that …".
_DESCRIBED_NOT_EN = Hinted(
    r"(?<!true )(?<!right )\b(?:that|which|who) "
    r"(?:(?:can|do|does|did|is|are|was|has|have|will)(?:n't| not| no| never|not)|(?:can|wo)'t|cant|never)\b"
)
# Behind a negation that only says in which case or why (ない時, ないけど), unless no more than a check follows (…けど合ってる？).
_CASE_JA = (
    r"(?:(?:時(?!間)|とき|場合|状態(?!か|な|って|で合)|うち|限り|かぎり|のに|ので(?!しょ|す|は)|[んの]?(?:です|だ|や)?から|なら|のなら|し、)"
    r"|(?:[んの](?:だ|です|や|っす)|です|っす|っちゃ)?(?:けど|けれど|が、)(?!、?(?:それで)?(?:合って|あって|正し|本当|ほんと|ok|いいの?[?か])))(?!です|だ(?!と)|ね|よね|[?。]|$)"
)
# いらん, おらん, 殴れん, 使えん: as it is shortened in the west. Not ええん, じゃんけん, ません, なおらん.
_SHORTENED_JA = r"(?:(?<![なま])[お居]ら|いら|なら|(?<!え)え|(?<!ゃん)け|(?<!ま)せ|れ|(?<!い)べ|げ)ん"
# What is only described so: なかったターン, なかった後, なかった子は.
_DESCRIBED_JA = r"(?:後|あと|ターン|やつ|奴|もの|子|[ァ-ヶ一-龥ー]{1,12}[がをはにもの])"
# The same before a noun without a particle, as thumbs type it: ロゴのない角王入れれる？ Not できない判定される？, which says so.
_DESCRIBED_BARE_JA = (
    # A rule that says so: 対抗できないルールある？ 対抗できない効果あるよね？
    r"(?!ルール|規則|規定|制限|制約|縛り|説明|文言|記述|(?:効果|能力|テキスト)(?:扱い|って|が|は|に)*(?:あ[るり]|な[るり]))"
    r"(?!はず|筈|気|感|説|判|裁定|扱|処理|認識|解釈|主張|理解|事|方|訳|旨|決|設定|様|仕様|仕組|可能|場|時|状|限|後|前|以|上|中|内|人)"
    r"(?:[ァ-ヶー]{2,12}[一-龥]?|[一-龥]{2,9})(?!な[のん]|[ぁ-ん]?で[すし]|じゃ)"
    r"[ぁ-ん]{0,5}(?:[うくすつぬむるぐぶ]|ます)(?:の|ん)?(?:です)?(?:か|の|よね|よな|かな)*[?。]?$"
)
# Words by which something is not allowed, or goes wrong. Not ダメージ, 0ダメ, タイムアウト, デッキアウト, むりやり.
_FORBIDDEN_JA = (
    r"(?:手遅れ|無理|(?:(?<![ぁ-ん])|(?<=[はもの]))むり(?!や?り)|不可|禁止|まずい"
    r"|(?<![0-9])ダメ(?![ー-]|って全|分|[はが]?(?:通|入|食|く[らう]|受|うけ|与|計|出|飛|減|でる|はい|とお|[0-9]))"
    r"|だめ(?!ー)|駄目|はんそく|違反|反則|(?<!タイム)(?<!ライブラリー)(?<!ライブラリ)(?<!デッキ)アウト|ムリ|(?<![a-z])ng(?![a-z]))"
)
# Behind such a word, where it only says in which case, or what is granted before something else is asked: 無理でも, ダメだけど、,
# 禁止なら. Not ダメでもいい？, 違反でもない.
_CASE_OF_A_WORD_JA = rf"(?:(?:っぽい)?でも(?!な[いく]|い[いけ]|ok|大丈夫|構|かま)|だったら|(?:な|の|だ)?{_CASE_JA})"
# How a question ends behind what is said of a claim.
_ENDS_JA = r"(?:の|ん)?(?:です|でしょう|でしょ|っしょ|だ|なの|っす|やろ|や|じゃね)?(?:か|の|ん|よね|よな|かな|やんな|な)*[?。]?$"
# What somebody says, behind what is said.
_TOLD_JA = r"と(?=よ|言|いわ|いう|いっ|思|おも|聞|書|され|主張|説明)"
# Not before a noun that a particle follows (いらないカードは), which only says what kind, nor in a name in quotes.
_NEGATIVE_JA = Hinted(
    r"(?<!少)(?<!危)(?<!すく)(?:"
    rf"(?:ない|無い)(?!{_DESCRIBED_BARE_JA})"
    r"(?!(?!事に|方が)(?:[ァ-ヶ一-龥ー]{1,12}|もの|やつ|とき|ところ)"
    r"(?:の(?![かがはにで])|[をにがはもとや、へ]|で(?!す|しょ|い|合)|から|まで|だけ|しか))(?![」\]\x22>](?:(?!と|って|なん|じゃ)|という(?:能力|効果|文|テキスト|カード|モンスター)))"
    rf"(?!{_CASE_JA})"
    r"|(?<!関係)(?<!問題)(?<!間違い)(?<!まも)(?<!とんでも)(?<!だけで)(?<!では)なく(?!なったら|なると|なれば|なった時|なるまで|ても?(?!も?(?:い|ええ|良|よ[いか]|構|かま|大丈夫|ok|平気|セーフ|問題)))"
    rf"|なかっ(?!た(?:ら(?!し)|{_CASE_JA}|{_DESCRIBED_JA}))|(?<!すみ)(?<!済み)ません(?!が|{_CASE_JA})"
    r"|(?:なし|ナシ|無し)(?=だ|です|よ|か|[?？]|$)|(?<!ま)(?<!必)ず(?:に|、)"
    r"|(?:(?<![よだすいるたかうくつなのがもお])(?<!^)|(?<=とか))(?:ねえ|ねー|ねぇ)(?!、))"
    r"|(?:あかん|アカン)(?!かった)|(?:っちゃ|ちゃ|ては|では)いかん|(?<=[けでせめらえきしりれねてべげかわ])(?<!そこら)(?<!ここら)へん(?!か[にな]|い|え|かった(?:ら|り)|かっても|けん|やつ|奴|もん"
    rf"|{_CASE_JA}|かった{_DESCRIBED_JA}|"
    r"[ァ-ヶ一-龥ー]{1,12}(?:の(?!か)|を|に|が|は|も|して))|でき[んひ]"
    rf"|{_SHORTENED_JA}(?!{_CASE_JA})(?=です|の|や[んろ]|よ(?!う)|で(?!も)|{_TOLD_JA}|って|っけ|っちゃろ|け[?]?$|[?。、\s]|$)"
    rf"|{_SHORTENED_JA}かっ(?!た(?:ら(?!し)|けん|{_CASE_JA}|{_DESCRIBED_JA})|ても)"
    # 続かんのやろ, 使わんよな: other verbs so shortened, only where what follows says that it is one.
    r"|(?<=[ぁ-ん一-龥])(?<!あ)[かがばまらわ]ん(?=の?(?:やろ|よな|よね|やんな|やんけ|っちゃろ|とよ))"
    # 同じカード扱いちゃうよな: "is not", behind a thing. Not 出ちゃう, 食べちゃう.
    r"|(?:[ァ-ヶー0-9]|(?<![見出寝来得着似射経])(?<=[一-龥])|(?<=扱い)|(?<=やつ)|(?<=もん)|(?<=と))ちゃう(?=や|よ|ん(?!や?から|や?けど)|の|か(?!ら)|[?。]|$)"
    rf"|(?:(?:間違|まちが)(?:(?:っと|ってい?)(?:る|ます)|い|え)|勘違い|嘘|うそ|ウソ|誤審|誤り|(?<=[、。と])逆){_ENDS_JA}"
    rf"|(?:(?<=[れの。、])|(?<=[。?] )|^)(?:は|って)?(?:違います|違う|ちがう|おかしい){_ENDS_JA}"
    rf"|禁じ|{_FORBIDDEN_JA}(?!{_CASE_OF_A_WORD_JA})"
    r"|問題[がはに]?(?:ある|あり(?!ません)|なる|なり)(?!$)|(?:多|大き|少な|早|遅)(?:すぎ|過ぎ)(?:る|ます)?(?:です)?(?:か|の|かな|よね)?(?=[?]|$)"
    r"|(?:怒|(?<=(?:判|員)に)止め|(?<=ジに)止め)られ(?:る|ます)(?:の|ん)?(?:です)?(?:か|かな|よね)?(?=[?]|$)"
)
_FORBIDDEN_IN_CASE_JA = Hinted(rf"{_FORBIDDEN_JA}(?={_CASE_OF_A_WORD_JA})")
_JUST_EN = r"(?:(?:exactly|just|only|literally|absolutely) )?"
# In which case: "can i charge with no gauge?", "without a weapon". No more than "can i charge if i have no gauge?" is it "can't i
# charge with gauge?" Not how something is done: "does the phase end with no check?" asks whether there is none, and "can i call it
# without paying?" whether nothing is paid; nor what is only said aside behind a comma.
_WITH_NONE_EN = Hinted(
    rf"(?<!, )\b(?:with {_JUST_EN}(?:no|nothing|nobody|none)\b|without\b(?! \w+ing\b))"
    r"(?! (?:[\w-]+ ){0,2}?(?:check(?:s|ed|ing)?|resolution|timing|windows?|chance|declaration|confirmation|waiting|consequences?"
    r"|effect|result|end|limits?|expiry|expiration|duration|doubt|problem|matter|more than|choice|mention|meaning|explanation"
    r"|examples|instructions|way|cost|penalty|damage)\b)"
)
# Nothing is there: "if the center is empty" says what "with nothing in the center" does, and "not empty" says the contrary.
_EMPTY = Hinted(
    rf"\bempty\b|\b(?:with|have|having|has|had|got) {_JUST_EN}(?:zero|0)\b"
    r"|(?<![0-9.])(?:0|ゼロ)[枚個体匹](?=の|で|に(?!な)|だ|なら|とき|時|けど|しか|から|[?？、]|$)|空[いきっ]"
    r"|空(?=の|で|に|だ|なら)|からっぽ|カラッポ|カラ(?=の|で|だ|なら)"
)
# Any negation, also one that only says in which case.
_ANY_NEGATIVE_JA = Hinted(
    r"(?<!少)(?<!危)(?<!すく)(?:(?<!関係)(?<!問題)(?<!間違い)(?:ない|無い)|なく(?!な[るりっれ])|なかっ|(?<!す)ません"
    r"|(?<!ま)(?<!必)ず(?:に|、)|へん|ひん|なし(?=で|の|に|だ)"
    rf"|{_SHORTENED_JA}(?=です|の|や[んろ]|よ|で(?!も)|と(?!＝|=|対|は)|っ|か[っら]|けど|けれど|し(?:、|$)|なら|時|場合|[?。、\s]|$))"
)
# Behind a verb or an adjective in its plain form: 負けるじゃないですか asks "isn't it so?". Not behind a thing: 違反じゃないですか.
_PLAIN_JA = r"(?:(?<=[うくすぬむぐぶるたい])|(?<=[勝打立持待]つ))(?<!扱い)(?<!あつかい)"
_DOUBLE_JA = Hinted(
    rf"{_PLAIN_JA}(?:じゃ|や)(?:ない|ありません)(?:です|でしょう)?か"
    # The same in the west and south: 負けるんやない, 負けるんとちゃうん, 負けるっちゃないと. できん itself stays: できんとちゃう.
    rf"|(?:{_PLAIN_JA}[のん]|(?<=ん)の?)(?:やない|とちゃう)(?:です)?(?:の|ん|か)?(?=[?。]|$)|(?:{_PLAIN_JA}|(?<=ん))っちゃない[かとの]?(?=[?。]|$)"
    r"|(?:ない|ん|ません)とは(?:限ら|かぎら|言え|いえ)(?:ない|ん|ません)|(?:ない|ん)とは限りません"
    r"|かもしれない|[のん](?:では|じゃ)なかった(?:です)?(?:っけ|か|の)"
    r"|[のん](?:では|じゃ)(?:ない|ありません)(?:でしょう|です|だろう)?か"
    r"|(?:問題|間違い|差し支え|支障|異論(?:の余地)?)[はが]?(?:ない|ありません|ございません)|(?:構|かま)(?:い|わ)(?:ません|ない)|(?<![もたし確])しか(?![しもたっ])[^、。?？]{0,30}?(?:ない|無い|ません|なかった|ねえ|ねー|へん)"
    r"|じゃ(?:ない|ねえ|ねー)(?:か|の|ん)?(?:[？?]|$)|(?:でき|られ)ないか"
)
# What must be done (見せなきゃいけない, 見せねばならない), which is no negation.
_MUST_JA = Hinted(
    r"(?:なきゃ|なくちゃ|なければ|なくて(?:は|ちゃ)(?=いけ|なら|だめ|ダメ|駄目|あかん)|ねば(?=なら|あかん)"
    r"|ないと(?!言|いわ|いう|いい|思|聞|書|され|主張|説明|返|相手|友|弟|兄|妹|姉|母|父|俺|私|僕|彼|自分|ジャッジ))"
    r"(?:(?:いけ|なり?|なら)(?:ない|ません)|だめ|ダメ|駄目|あかん|アカン)?|(?:な|んと|んば)(?:あかん|アカン|いかん|いけん|いけない|だめ|ダメ)"
)


def _read(text: str) -> str:
    """What is read of a text: folded, spelt right, without claims that it does not ask about."""
    return spelt(of_one_claim(text))


def _cancelled_ja(folded: str) -> str:
    """A Japanese text without the negations that cancel each other."""
    return _MUST_JA.sub("る", _DOUBLE_JA.sub("", folded))


@lru_cache(maxsize=256)  # a question is read so by its encoder, by those who look for its verdict, and by what answers
def is_negative(text: str, language: str) -> bool:
    """Whether a question is put negatively ("so I can't?", "is it illegal?"); two negations cancel.

    "Can't I?" asks what "can I?" asks, so its negation does not count, nor does one that says in which case ("if I can't pay").
    """
    asked = put_of(_read(text))
    if language == "ja":
        return len(_NEGATIVE_JA.findall(_cancelled_ja(asked))) % 2 == 1
    if not _ENGLISH.search(asked) and ASKS_ROMAJI.search(asked) and open_first(asked) is None:  # the quickest first
        return len(_NEGATIVE_ROMAJI.findall(_DOUBLE_ROMAJI.sub(" ", asked))) % 2 == 1
    if _POSITIVE_TAG_EN.search(asked):
        return False
    asked = _ASIDE_EN.sub(" ", _CHECKED_EN.sub("", asked))
    asked = _REASON_EN.sub("", _CASE_FIRST_EN.sub("", _CASE_STATED_EN.sub("", QUESTION_TAG_EN.sub("", asked))))
    asked = _GRANTED_EN.sub("", asked)
    main = _VERB_FIRST_EN.match(asked)
    stated = _STATED_FIRST_EN.match(asked) if main is None else None
    if stated and not any(pattern.search(stated["main"]) for pattern in (_REPORTS_EN, _DESCRIBED_EN)):
        main = stated
    clause = main["main"] if main else asked
    for aside in (_TURNED_EN, _DESCRIBED_NOT_EN, _WITH_NONE_EN):
        clause = aside.sub(" ", clause)
    return len(_NEGATIVE_EN.findall(clause)) % 2 == 1


def affirms_a_negative(text: str, language: str) -> bool:
    """Whether yes says that a negative is so: after "so I can't?", "can he not?" and できないよね？, not after "is it illegal?"."""
    if not is_negative(text, language):
        return False
    asked = put_of(_read(text))
    return language == "ja" or VERB_EN.match(asked) is None or _NOT_APART_EN.search(_SAID_ASIDE_EN.sub(" ", asked)) is not None


@lru_cache(maxsize=256)
def negations(text: str, language: str) -> tuple[bool, int]:
    """Whether a question is put negatively, and how many other negations stand in it, 2 at most: in which case something is asked.

    "Can I attack if the center is not empty?" asks of the contrary of what "can I attack if the center is empty?" does; "empty" is
    a negation, too, and so is "refuse".
    """
    put, whole = is_negative(text, language), _read(text)
    if language == "ja":
        whole = _cancelled_ja(whole)
        told = sum(len(one.findall(whole)) for one in (_ANY_NEGATIVE_JA, _FORBIDDEN_IN_CASE_JA, _EMPTY, _OF_AN_ACT_JA))
    else:
        for aside in (_SAID_ASIDE_EN, QUESTION_TAG_EN, _CHECKED_EN, _TURNED_EN):
            whole = aside.sub(" ", whole)
        told = sum(len(one.findall(whole)) for one in (_NEGATIVE_EN, _EMPTY, _OF_AN_ACT_EN))
    return put, min(2, max(0, told - put))
