"""Words that carry a sentence and not its subject, in the languages asked in most.

A question is full of them ("how do I ..."), notes that answer it are not, so that by their
frequency in the notes they look rarer and more telling than they are. Only closed classes
(articles, pronouns, prepositions, conjunctions, auxiliaries, question words): every other word
might be what is asked for.
"""

from __future__ import annotations

_ENGLISH = """
a about all am an and any are as at be been being but by can could did do does doing for from had
has have having he her hers him his how i if in into is it its many may me might much must my no not
now of on or our ours out
over shall she should so some such than that the their theirs them then there these they this
those to too up us was we were what when where which while who whom whose why will with would you
your yours
"""
_GERMAN = """
aber als am an auch auf aus bei bin bis bist da damit dann das dass dein deine dem den der des die
dies diese dieser dieses doch du durch ein eine einem einen einer eines er es für gegen hat hatte
haben hier ich ihm ihn ihr ihre im in ist ja kann kein keine können man mein meine mich mir mit
muss nach nicht noch nur ob oder ohne sein seine sich sie sind so über um und uns unser unter vom
von vor wann war warum was wegen weil welche welcher welches wenn wer werden wie wieso wir wird wo
wurde wurden zu zum zur
"""
_FRENCH = """
à au aux avec ce ces cette comment dans de des du elle en est et eux il ils je la le les leur lui
mais me mes moi mon même ne nos notre nous on ou où par pas pour pourquoi quand que quel quelle
quelles quels qui sa se ses son sont sur ta te tes toi ton tu un une vos votre vous y été être
"""
_SPANISH = """
al como con cuál cuáles cuándo cuánto cómo de del desde donde dónde e el ella en entre era es esta
este esto está fue ha hay la las le les lo los me mi muy más ni no nos o para pero por porque que
qué quién quiénes se ser si sin sobre son su sus también te tu un una uno y ya
"""
_PORTUGUESE = """
ao aos as com como da das de do dos e ela ele em era essa esse esta este eu foi isso isto mais mas
me meu minha na nas nem no nos não o os ou para pela pelo por porque qual quais quando que quem
se sem ser seu sua são também te tem um uma você
"""
_ITALIAN = """
agli ai al alla alle anche che chi ci come con così cosa da dal dalla dei del della delle di dove e
ed era gli ha hanno ho i il in io la le lei lo loro lui ma mi mio nel nella noi non o per perché
più qual quale quali quando quanto quello questa questo se sei si sono su sua suo tra tu un una
"""
_DUTCH = """
aan als bij dan dat de deze die dit door een en er had heb heeft het hij hoe hun ik in is je kan
maar me met mijn naar niet nog of om onder ons ook op over te tot uit van veel voor waar waarom
wanneer was wat we welke werd wie wij worden zich zij zijn zo
"""
_RUSSIAN = """
без бы был была были было быть в вам вас ваш во вот все вы где да для до его ее если есть еще же за
и из или им их к как какая какие какой когда которая которые который кто куда ли мне мой мы на над
нам нас наш не него нее нет них но о об он она они оно от по под почему при про с сколько со так
такой там то того тоже той только том ты у уже чего чей чем что чтобы эта эти это этот я
"""

COMMON_WORDS: frozenset[str] = frozenset(
    " ".join(
        (_ENGLISH, _GERMAN, _FRENCH, _SPANISH, _PORTUGUESE, _ITALIAN, _DUTCH, _RUSSIAN)
    ).split()
)


def is_common(word: str) -> bool:
    """Whether a query word is one of these; ``IT`` and ``US`` in capitals are names."""
    plain = word.strip("?!.,;:…¿¡\"'’()[]").replace("’", "'")
    if len(plain) > 1 and plain.isupper():
        return False
    return plain.casefold().partition("'")[0] in COMMON_WORDS
