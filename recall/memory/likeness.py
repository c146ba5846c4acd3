"""How alike two texts are, and whether one says of the same thing something else.

A score above the threshold is given only when both say the same: every word of the matter on one
side stands on the other, the same numbers, names and negations among them, and nothing has
changed sides around something that stayed. What is left to differ is the grammar, the order of
clauses, and a misspelling. Each step can be read, and each has a reason that can be printed.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from recall.memory.grammar import COPULA, NEGATION
from recall.search.suggest import edits

if TYPE_CHECKING:
    from collections.abc import Sequence

    from recall.memory.wording import Token, Wording

HIGHEST_OTHER = 0.9
"""No two texts that say different things are more alike than this."""

_TYPO, _RELATION, _MOVED = 0.015, 0.012, 0.02
_LONGEST_REORDERED = 150
"""Words up to which an order of clauses is looked into: its cost is quadratic."""
_LONGEST_VALUE = 3
"""Words of the matter that one value of a thing may have."""
_MOST_ALONE = 40


class Likeness(NamedTuple):
    """``score`` in [0, 1] and why; ``other_value`` says that one contradicts the other."""

    score: float
    reason: str
    other_value: bool = False


def compare(one: Wording, other: Wording) -> Likeness:
    """How alike two texts are; the same in either direction."""
    if one.words and one.words == other.words:
        return Likeness(1.0, "the same words")
    left, right = _merged(one, other), _merged(other, one)
    slips = _slips(left, right)
    left = [each._replace(key=slips.get(each.key, each.key)) for each in left]
    mine, theirs = Counter(_matter(left)), Counter(_matter(right))
    if not mine or not theirs:
        return Likeness(0.0, "nothing to compare")
    if mine != theirs:
        shared = 2 * (mine & theirs).total() / (mine.total() + theirs.total())
        return Likeness(
            min(HIGHEST_OTHER, shared), _difference(mine, theirs), _is_other_value(left, right)
        )
    return _of_one_matter(left, right, len(slips))


def _of_one_matter(left: list[Token], right: list[Token], slips: int) -> Likeness:
    """Both have the same words of the matter: is all else a matter of style?"""
    if slips > 1 + len(left) // 8:
        return Likeness(HIGHEST_OTHER, "too many words are spelled differently")
    mine, theirs = (Counter(each.key for each in side if each.relation) for side in (left, right))
    unlike = ((mine - theirs) + (theirs - mine)).total()
    first, second = _in_order(left, mine & theirs), _in_order(right, mine & theirs)
    moved = first != second
    if moved:
        reason = _turned_round(first, second, left, right)
        if reason:
            return Likeness(HIGHEST_OTHER - 0.02, reason)
    score = 1.0 - _TYPO * slips - _RELATION * unlike - _MOVED * moved
    return Likeness(max(score, 0.5), "the same in other words")


def _matter(tokens: Sequence[Token]) -> list[str]:
    return [token.key for token in tokens if not token.relation]


def _merged(text: Wording, other: Wording) -> list[Token]:
    """The tokens, two as one where the other text writes them together: ``time zone``."""
    together, apart = _spellings(other)
    found: list[Token] = []
    for token in text.tokens:
        spelling = token.text.casefold()
        if spelling in apart:
            token = token._replace(key=spelling)  # noqa: PLW2901 - the same word
        elif found and f"{found[-1].text}{token.text}".casefold() in together:
            both = f"{found[-1].text}{token.text}".casefold()
            if len(both) > 4 and both.isalpha():
                found[-1] = token._replace(key=both, text=both)
                continue
        found.append(token)
    return found


def _spellings(text: Wording) -> tuple[set[str], set[str]]:
    """The words of a text, and its pairs of neighbours written together."""
    words = [token.text.casefold() for token in text.tokens]
    pairs = {one + two for one, two in pairwise(words)}
    return set(words), {pair for pair in pairs if len(pair) > 4 and pair.isalpha()}


def _slips(left: Sequence[Token], right: Sequence[Token]) -> dict[str, str]:
    """Keys that stand on the left alone, to those on the right that they are a slip of."""
    mine, theirs = set(_matter(left)), set(_matter(right))
    alone = [token for token in left if not token.relation and token.key not in theirs]
    lone = [token for token in right if not token.relation and token.key not in mine]
    found: dict[str, str] = {}
    for token in alone[:_MOST_ALONE]:
        for each in lone[:_MOST_ALONE]:
            taken = token.key in found or each.key in found.values()
            if not taken and _is_slip(token, each):
                found[token.key] = each.key
    return found


def _is_slip(one: Token, other: Token) -> bool:
    """Whether one word is the other misspelt: a letter doubled, dropped, or two exchanged.

    Names, numbers and code are never misspelt here. One letter for another makes another word
    more often than a slip (``import``, ``impart``): only a long word may have that.
    """
    if one.exact or other.exact:
        return False
    left, right = one.text.casefold(), other.text.casefold()
    if min(len(left), len(right)) < 5 or left[0] != right[0]:
        return False
    if len(left) == len(right) and sorted(left) != sorted(right):
        return len(left) >= 8 and left[-1] == right[-1] and edits(left, right, 1) == 1
    return edits(left, right, 1) == 1


def _difference(mine: Counter[str], theirs: Counter[str]) -> str:
    """What is not the same, the most telling first."""
    apart = [*(mine - theirs), *(theirs - mine)]
    if NEGATION in apart:
        return "one of them negates"
    if any(any(map(str.isdigit, each)) for each in apart):
        return "other numbers"
    return f"only one says {', '.join(map(repr, apart[:3]))}"


def _in_order(tokens: Sequence[Token], common: Counter[str]) -> list[str]:
    """Keys in order, of the relations those that the other text has, too."""
    left = Counter(common)
    found = []
    for token in tokens:
        if token.relation:
            if not left[token.key]:
                continue
            left[token.key] -= 1
        found.append(f"~{token.key}" if token.relation else token.key)
    return found


def _turned_round(
    first: list[str], second: list[str], left: Sequence[Token], right: Sequence[Token]
) -> str:
    """Why another order says another thing; "" when it is a matter of style."""
    if _negated(left) != _negated(right):
        return "they negate different things"
    if max(len(first), len(second)) > _LONGEST_REORDERED:
        return "" if first == second else "too long to tell what another order means"
    if _longest_fall(_tiles(first, second)) > 2:
        return "something changed sides"
    return ""


def _negated(tokens: Sequence[Token]) -> Counter[str]:
    """The words of the matter that follow a negation."""
    matter = _matter(tokens)
    return Counter(
        matter[at + 1] if at + 1 < len(matter) else ""
        for at, key in enumerate(matter)
        if key == NEGATION
    )


def _tiles(first: list[str], second: list[str]) -> list[int]:
    """Where the longest common pieces of ``second`` stand in ``first``, in the order of ``second``.

    ``A depends on B`` against ``B depends on A`` gives three pieces, the last of them first. A
    moved clause gives two.
    """
    free = [True] * len(first)
    place: list[int | None] = [None] * len(second)
    while True:
        size, start, to = _longest_piece(first, second, free, place)
        if not size:
            break
        for step in range(size):
            free[start + step], place[to + step] = False, start + step
    placed = [each for each in place if each is not None]
    return [each for at, each in enumerate(placed) if not at or each != placed[at - 1] + 1]


def _longest_piece(
    first: list[str], second: list[str], free: list[bool], place: list[int | None]
) -> tuple[int, int, int]:
    best = (0, 0, 0)
    lengths: dict[int, int] = {}
    for to, key in enumerate(second):
        row: dict[int, int] = {}
        if place[to] is None:
            for start, other in enumerate(first):
                if other == key and free[start]:
                    size = row[start] = lengths.get(start - 1, 0) + 1
                    if size > best[0]:
                        best = (size, start - size + 1, to - size + 1)
        lengths = row
    return best


def _longest_fall(places: list[int]) -> int:
    """Length of the longest row of places that only falls: 3 where two pieces changed sides."""
    longest: list[int] = []
    for at, place in enumerate(places):
        before = [longest[to] for to in range(at) if places[to] > place]
        longest.append(1 + max(before, default=0))
    return max(longest, default=0)


def _is_other_value(left: Sequence[Token], right: Sequence[Token]) -> bool:
    """Whether both speak of one thing and give it different values.

    They begin with the same subject and differ in one place only: in a negation, or in a few
    words with the same words around them. What stands before "is" is the subject and no value.
    """
    mine, theirs = _matter(left), _matter(right)
    without = [[key for key in side if key != NEGATION] for side in (mine, theirs)]
    if without[0] == without[1]:
        return len(without[0]) > 1 and mine.count(NEGATION) != theirs.count(NEGATION)
    begin = _common(mine, theirs)
    end = _common(mine[begin:][::-1], theirs[begin:][::-1])
    values = mine[begin : len(mine) - end], theirs[begin : len(theirs) - end]
    if not begin or not all(1 <= len(each) <= _LONGEST_VALUE for each in values):
        return False
    if any(
        _copula_before(side, begin + len(value))
        for side, value in zip((left, right), values, strict=True)
    ):
        return False
    numbers = all(any(map(str.isdigit, "".join(each))) for each in values)
    told = numbers or (_copula_before(left, begin) and _copula_before(right, begin))
    shared = (begin + end) / max(len(mine), len(theirs))
    return shared >= 0.5 and (begin + end > 1 or told)


def _common(one: Sequence[str], other: Sequence[str]) -> int:
    count = 0
    for mine, theirs in zip(one, other, strict=False):
        if mine != theirs:
            break
        count += 1
    return count


def _copula_before(tokens: Sequence[Token], index: int) -> bool:
    """Whether a copula stands between this word of the matter and the one before."""
    seen = -1
    for token in tokens:
        if not token.relation:
            seen += 1
            if seen == index:
                return False
        elif token.key == COPULA and seen == index - 1:
            return True
    return False
