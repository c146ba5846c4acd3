"""Words that carry grammar and not the matter, in the languages that people write memories in.

``LIGHT`` words say nothing that could tell two statements apart. ``RELATIONS`` tie the others
together: which of two they are matters little, where they stand matters. ``CLASSES`` are words
that say the same thing in different spellings; they count like words of the matter, so that a
negation, a modal verb or a unit is never lost. Words of several languages stand in one set: what
is light in one and not in another is rare, and then light in both texts.
"""

from __future__ import annotations

NEGATION = "¬"
COPULA = "="


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


LIGHT = _words(
    # English
    "the a an this that these those it its we our us you your i my me he she they their them his "
    "her there here which who please just really very quite also too then thus so actually "
    "currently now always simply basically generally note remember do does did be been being have "
    "has had like such "
    # German
    "der die das den dem des ein eine einen einem einer eines wir unser unsere unserem unseren "
    "unserer ich mein meine es sie er ihr man dies diese dieser dieses diesem sich auch mal halt "
    "bitte immer aktuell derzeit jetzt wird werden hat haben wurde wurden "
    # French
    "le la les un une ce cet cette ces nous notre nos on je il elle ils se sa ses leur qui que qu "
    "y aussi toujours actuellement ne "
    # Spanish, Italian, Portuguese
    "el los las unos unas este esta esto nuestro nuestra su sus lo siempre ahora il gli uno questo "
    "questa nostro nostra si che sempre ora o os as um uma isso nosso nossa agora "
    # Dutch, Swedish
    "het een dit deze we wij onze ons er nu ook altijd den det ett vi vår alltid nu "
    # Russian, Polish
    "мы наш наша наше это этот эта он она они всегда сейчас teraz zawsze nasz nasza to ten ta"
)

RELATIONS = _words(
    "of in on at to by for with into onto as via through per about than "
    "von vom im am an auf zu zum zur mit für bei um "
    "de du des à au aux en dans sur par pour avec chez del al por para con "
    "di della dei delle al alla nel nella su sul per do da dos das em na nos nas com "
    "van op aan met voor bij te naar på av till för om att i "
    "в во на с со к ко о об по для у w we z ze dla"
)

_ALIKE = {
    NEGATION: "not no never cannot nor neither none instead rather dont doesnt didnt isnt arent "
    "wasnt cant wont shouldnt mustnt nicht kein keine keinen keinem keiner nie niemals statt "
    "anstatt pas jamais aucun aucune no nunca jamás ningún ninguna não nao nem non mai nessuno "
    "nessuna niet geen nooit inte ej aldrig не нет ни никогда nie nigdy değil لا ليس لم لن नहीं मत",
    COPULA: "is are am ist sind est sont es son está están è sono é são är er есть jest są",
    "&": "and und et y e en och и i plus sowie",
    "|": "or oder ou ó of eller или lub",
    "past": "was were war waren était étaient era eran fue foram var был была были był była",
    "without": "without ohne sans sin senza sem zonder utan без bez",
    "must": "must muss müssen musst doit doivent debe deben deve devono devem moet moeten måste",
    "should": "should ought soll sollte sollen sollten devrait debería dovrebbe deveria zou",
    "can": "can could may might kann können darf dürfen könnte peut peuvent puede pueden può kan",
    "will": "will shall",
    "when": "when if whenever wenn falls sobald si quand lorsque cuando se quando als когда если "
    "jeśli gdy",
    "all": "all every each alle jede jeder jedes jeden tous toutes todo todos todas tutti все "
    "wszystkie",
    "only": "only nur seulement solo sólo soltanto apenas alleen bara только tylko",
    "because": "because weil parce porque perché omdat потому ponieważ",
    "%": "percent prozent procent",
    "€": "eur euro euros",
    "$": "usd dollar dollars",
    "ms": "millisecond milliseconds millisekunden msec",
    "sec": "second seconds secs sekunde sekunden seconde secondes segundo segundos секунд",
    "min": "minute minutes mins minuten minuto minutos минут",
    "hour": "hours hr hrs stunde stunden heure heures hora horas часов uur",
    "day": "days tag tage tagen jour jours día días дней dagen",
    "kb": "kilobyte kilobytes",
    "mb": "megabyte megabytes",
    "gb": "gigabyte gigabytes",
    "0": "zero null",
    "2": "two zwei deux dos due",
    "3": "three drei trois tres tre",
    "4": "four vier quatre cuatro",
    "5": "five fünf cinq cinco",
    "6": "six sechs seis",
    "7": "seven sieben siete",
    "8": "eight acht huit ocho",
    "9": "nine neun neuf nueve",
    "10": "ten zehn dix diez",
    "12": "twelve zwölf douze doce",
}

CLASSES = {word: name for name, words in _ALIKE.items() for word in words.split()}
for _ambiguous in ("es", "son", "se", "i", "of", "e", "en", "null", "sec"):
    CLASSES.pop(_ambiguous, None)  # a pronoun, a preposition or a noun in another language

UNITS = {"s": "sec", "sec": "sec", "h": "hour", "d": "day", "m": "min"}
"""Letters that are units only behind a number."""

PARTICLES = frozenset("はがをのもへ的了也就是呢吧啊")
"""Signs of Chinese and Japanese that do what articles and endings do elsewhere."""

KOREAN_PARTICLES = frozenset("은는이가을를의도")
