"""The user's half-lives and weights in the place of the built-in ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from recall.errors import UsageError
from recall.search.decay import HalfLife

if TYPE_CHECKING:
    from recall.config import Settings
    from recall.search.search import Scope

MEANING = "meaning"
"""Name of the weight that is the share of meaning against words."""


def with_settings(scope: Scope, settings: Settings) -> Scope:
    """The scope with the user's half-lives and weights in place of the built-in ones.

    Raises:
        UsageError: a weight for something that has none.
    """
    if not settings.decay and not settings.weights:
        return scope
    unknown = sorted(set(settings.weights) - {*scope.weights, MEANING})
    if unknown:
        known = ", ".join([*scope.weights, MEANING])
        raise UsageError(f"There is no weight {unknown[0]!r} to set; there are: {known}.")
    kinds = dict(scope.kinds)
    for kind, values in settings.decay.items():
        default = kinds.get(kind, kinds["note"])
        kinds[kind] = HalfLife(
            values.get("half_life_days", default.days),
            values.get("floor", default.floor) or 0.0,
        )
    weights = {**scope.weights, **settings.weights}
    meaning = weights.pop(MEANING, scope.meaning)
    if meaning > 1:
        raise UsageError(f"The weight {MEANING!r} is a share: from 0, words alone, to 1.")
    return scope._replace(kinds=kinds, weights=weights, meaning=meaning)
