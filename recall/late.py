"""Methods of a class that live in another module, loaded when one of them is first asked for.

A search is over in a few dozen milliseconds as a whole process (DESIGN section 10); what ``Recall``
can do besides must cost it nothing, and still be found on the class, in help and in completion.
"""

from __future__ import annotations

from importlib import import_module


class _Late:
    """A method in the place of the one it will load."""

    def __init__(self, module: str, owner: str, name: str) -> None:
        self._place = module, owner, name

    def __get__(self, instance: object, owner: type | None = None) -> object:
        module, holder, name = self._place
        method = getattr(import_module(module), holder).__dict__[name]
        return method.__get__(instance, owner)


def late(module: str, owner: str, names: str) -> type:
    """A base class with the methods ``names`` (blanks between them) of ``owner`` in ``module``."""
    return type(owner, (), {name: _Late(module, owner, name) for name in names.split()})
