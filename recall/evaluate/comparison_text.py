"""A comparison as a table with a verdict, or as plain values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from recall.disclosure.visible import one_line
from recall.evaluate.compare import COMPARED
from recall.evaluate.metrics import NAMES, TITLES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from recall.evaluate.compare import Changed, Comparison, Difference, Group

_TITLES: Final = tuple(TITLES[NAMES.index(name)] for name in COMPARED)


def comparison_text(found: Comparison, questions: Mapping[str, str], most: int) -> str:
    """The measures of all questions, each kind, the verdict, and ``most`` changed questions."""
    everything, *kinds = found.groups
    labels = [*_TITLES, *(one_line(group.name) for group in kinds), f"kind ({_TITLES[0]})"]
    wide = max(map(len, labels))
    rows = zip(_TITLES, everything.measures, strict=True)
    lines = [_head("all", wide)]
    lines += [_row(name, everything.questions, each, wide) for name, each in rows]
    if kinds:
        lines += ["", _head(labels[-1], wide), *(_kind(group, wide) for group in kinds)]
    lines += ["", verdict(found)]
    if found.changed and most:
        lines += ["", *_changes(found.changed[:most], questions)]
    return "\n".join(lines)


def verdict(found: Comparison) -> str:
    """Whether B is better than A, in a sentence."""
    name, first = _TITLES[0], found.groups[0].measures[0]
    different = first.better + first.worse
    if not different:
        return f"A and B answer every question alike in {name}."
    interval = f"95 % interval {first.low:+.4f} to {first.high:+.4f}"
    if first.is_beyond_chance:
        word = "better" if first.difference > 0 else "worse"
        return (
            f"B is {word} than A: {name} {first.difference:+.4f}, "
            f"more than chance explains ({interval})."
        )
    if first.low > 0 or first.high < 0:
        count = found.groups[0].questions
        return f"Too few questions differ to tell A from B: {different} of {count:,} in {name}."
    return f"{name} {first.difference:+.4f} may be chance: 0 is within its {interval}."


def comparison_json(
    found: Comparison, questions: Mapping[str, str], most: int
) -> dict[str, object]:
    """The comparison as plain values."""
    return {
        "schema": 1,
        "verdict": verdict(found),
        "beyond_chance": found.groups[0].measures[0].is_beyond_chance,
        "resamples": found.resamples,
        "seed": found.seed,
        "groups": [
            {
                "name": group.name,
                "queries": group.questions,
                "measures": {
                    name: {**each._asdict(), "beyond_chance": each.is_beyond_chance}
                    for name, each in zip(COMPARED, group.measures, strict=True)
                },
            }
            for group in found.groups
        ],
        "changed": [
            {**row._asdict(), "query": questions.get(row.id)} for row in found.changed[:most]
        ],
    }


def _head(name: str, wide: int) -> str:
    return (
        f"{name:<{wide}}{'n':>6}{'A':>9}{'B':>9}{'B - A':>10}  "
        f"{'95 % interval':<20}{'better':>7}{'worse':>7}{'same':>7}"
    )


def _row(name: str, count: int, each: Difference, wide: int) -> str:
    interval = f"{each.low:+.4f} to {each.high:+.4f}"
    return (
        f"{name:<{wide}}{count:>6}{each.a:>9.4f}{each.b:>9.4f}{each.difference:>+10.4f}  "
        f"{interval:<20}{each.better:>7}{each.worse:>7}{each.same:>7}"
    )


def _kind(group: Group, wide: int) -> str:
    return _row(one_line(group.name), group.questions, group.measures[0], wide)


def _changes(rows: tuple[Changed, ...], questions: Mapping[str, str]) -> list[str]:
    wide = max(len(one_line(row.id)) for row in rows)
    lines = [f"{_TITLES[0]} A       B  rank A  rank B  question"]
    for row in rows:
        words = f"{one_line(row.id):<{wide}}  {one_line(questions.get(row.id, ''))}".rstrip()
        lines.append(
            f"{row.a:>8.4f}  {row.b:.4f}  {row.rank_a or '-':>6}  {row.rank_b or '-':>6}  {words}"
        )
    return lines
