"""The user's half-lives and weights in the place of the built-in ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from recall.errors import UsageError
from recall.search.decay import HalfLife

if TYPE_CHECKING:
    from recall.config import Settings
    from recall.search.search import Scope


def with_settings(scope: Scope, settings: Settings) -> Scope:
    """The scope with the user's half-lives and weights in place of the built-in ones.

    Raises:
        UsageError: a weight for something that has none.
    """
    if not settings.decay and not settings.weights:
        return scope
    unknown = sorted(set(settings.weights) - set(scope.weights))
    if unknown:
        known = ", ".join(scope.weights)
        raise UsageError(f"There is no weight {unknown[0]!r} to set; there are: {known}.")
    kinds = dict(scope.kinds)
    for kind, values in settings.decay.items():
        default = kinds.get(kind, kinds["note"])
        kinds[kind] = HalfLife(
            values.get("half_life_days", default.days),
            values.get("floor", default.floor) or 0.0,
        )
    return scope._replace(kinds=kinds, weights={**scope.weights, **settings.weights})
