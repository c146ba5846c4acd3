"""What a question is after: what holds now, or what held before.

Words alone decide, so that anybody can foretell it; the answer says when it was so understood.
"""

from __future__ import annotations

# English, German, French, Spanish, Portuguese, Italian, Dutch, Russian.
_FIRST_WORDS = (
    " originally original initially ursprünglich ursprüngliche ursprünglicher ursprünglichen"
    " initialement originalmente originariamente inizialmente oorspronkelijk"
    " изначально первоначально "
)
_PAST_WORDS = _FIRST_WORDS + (
    " previously previous formerly former"
    " früher frühere früherer früheren früheres vorher zuvor ehemals ehemalige ehemaliger"
    " ehemaligen damals bisherige bisheriger bisherigen vorige voriger vorigen"
    " auparavant autrefois anciennement ancien ancienne jadis"
    " anteriormente previamente antes antiguamente antiguo antigua anterior"
    " antigamente precedentemente anticamente"
    " vroeger voorheen destijds"
    " раньше прежде прежний прежняя прежнее прежние ранее "
)
_FIRST_SIGNS = ("最初", "原来", "原來", "元々")
_PAST_SIGNS = (*_FIRST_SIGNS, "以前", "之前", "过去", "過去", "曾经", "曾經", "かつて")
_PAST_VERBS = " did was were had used hatte hatten war waren hat haben wurde wurden lief liefen "
_BEFORE = " before vor "
_FIRST = (" our first ", " my first ", " the first ")
_PAST_PHRASES = (" used to ", " back then ", " in the past ")


def asks_for_the_first(text: str) -> bool:
    """Whether a question about the past is after its beginning: "originally", "our first"."""
    line = f" {' '.join(word.strip('?!.,;:()') for word in text.casefold().split())} "
    return (
        any(f" {word} " in _FIRST_WORDS for word in line.split())
        or any(phrase in line for phrase in _FIRST)
        or any(sign in text for sign in _FIRST_SIGNS)
    )


def asks_for_the_past(text: str) -> bool:
    """Whether a question is after what held before, and not after what holds.

    ``before`` alone does not say so ("what to do before a release"): a verb of the past must
    stand in front of it, as in "which queue did we run before NATS".
    """
    lowered = text.casefold()
    words = [word.strip("?!.,;:()\"'“”„«»") for word in lowered.split()]
    words += [part for word in words for part in word.split("'")[1:]]  # l'ancien
    line = f" {' '.join(words)} "
    if any(f" {word} " in _PAST_WORDS for word in words if word):
        return True
    if any(phrase in line for phrase in _PAST_PHRASES) or any(sign in text for sign in _PAST_SIGNS):
        return True
    verb = next((at for at, word in enumerate(words) if f" {word} " in _PAST_VERBS), len(words))
    return verb < len(words) and (
        any(phrase in line for phrase in _FIRST)
        or any(f" {word} " in _BEFORE for word in words[verb + 1 :])
    )
