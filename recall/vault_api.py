"""The part of ``Recall`` that is about vaults: each method checks, and calls one floor below."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING

from recall import arguments
from recall.sources.apart import demand_apart

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from recall.reports import CheckKind, SyncReport, VaultCheck, VaultStatus
    from recall.store.collections import Collection
    from recall.store.database import Store

    Progress = Callable[[str, int, int], None]
    FilePath = str | os.PathLike[str]


class VaultMethods:
    """What ``Recall`` can do with vaults."""

    _store: Store

    def add_vault(
        self, path: FilePath, name: str | None = None, *, follow_symlinks: bool | None = None
    ) -> VaultStatus:
        """Register the vault at ``path``; ``sync`` then reads it. Adding it again changes nothing.

        With ``follow_symlinks`` folders outside are read, too, that a link in the vault leads to;
        None leaves that as it is, which is off at first.

        Raises:
            VaultUnavailableError: there is no readable folder at ``path``.
            UsageError: the name is taken by another vault, or the store lies in this one.
        """
        from recall.sources import vaults
        from recall.store import collections

        root = os.path.abspath(arguments.path("path", path))
        if name is not None:
            arguments.place_name(name)
        vault = vaults.open_vault(root, name)
        demand_apart(self._store.path, vault.root)
        with self._store.write():
            known = collections.find(self._store, vault.root)
            if known is None:
                known = collections.add(
                    self._store, "vault", name or vault.name, vault.root, time.time()
                )
            elif name and name != known.name:
                collections.rename(self._store, known, name)
            if follow_symlinks is not None:
                collections.follow_symlinks(self._store, known, follow=follow_symlinks)
        return self.vault_status(vault.root)[0]

    def vaults(self) -> tuple[Collection, ...]:
        """The vaults that were added, by name; looks at no disk."""
        from recall.store import collections

        with self._store.read():
            return tuple(each for each in collections.all_of(self._store) if each.source == "vault")

    def find_vault(self, name: FilePath) -> Collection | None:
        """The vault of this name or at this folder, however the path is spelled; None if new."""
        from recall.store import collections

        root = os.path.realpath(arguments.path("vault", name))
        with self._store.read():
            return collections.find(self._store, os.fspath(name)) or collections.find(
                self._store, root
            )

    def vault_status(self, name: FilePath | None = None) -> tuple[VaultStatus, ...]:
        """Each vault (or the one named): what is indexed, and what has changed on disk since.

        Raises:
            UnknownVaultError: there is no such vault.
        """
        from recall.sources import vaults

        return vaults.status(self._store, self._vault_name(name))

    def check_vault(
        self, name: FilePath | None = None, kinds: CheckKind | Sequence[CheckKind] = ()
    ) -> tuple[VaultCheck, ...]:
        """What is wrong between the notes of each vault (or the one named), as indexed.

        Links that lead nowhere or could mean several files, headings and blocks that are not
        there, notes that nothing is linked with, and the like.

        Args:
            name: only this vault, by name or path.
            kinds: only findings of these kinds, such as ``unresolved-link``; all by default.

        Raises:
            UnknownVaultError: there is no such vault.
        """
        from recall.reports import CHECK_KINDS
        from recall.sources import checking

        wanted = arguments.texts("kinds", kinds)
        for kind in wanted:
            arguments.choice("kind", kind, CHECK_KINDS)
        return checking.check(self._store, self._vault_name(name), frozenset(wanted or CHECK_KINDS))

    def remove_vault(self, name: FilePath) -> int:
        """Forget a vault and what is indexed of it; the vault itself is not touched.

        Returns:
            The number of items that left the store.

        Raises:
            UnknownVaultError: there is no such vault.
        """
        from recall.store import collections

        known = self._known(name)
        with self._store.write():
            return collections.remove(self._store, known)

    def sync(
        self,
        names: FilePath | Sequence[FilePath] = (),
        *,
        progress: Progress | None = None,
    ) -> tuple[SyncReport, ...]:
        """Read what changed in the vaults and sources named (a text is one name), or in all.

        Raises:
            UnknownVaultError: a name is not known.
            UsageError: nothing was added.
            VaultUnavailableError: the only vault is away; what is indexed of it stays.
            SourceUnavailableError: the only source is.
        """
        from recall.sources import syncing

        known = tuple(self._known(name).name for name in arguments.names("vault names", names))
        return syncing.sync_all(self._store, known, now=time.time(), progress=progress)

    def _known(self, name: FilePath) -> Collection:
        from recall.store import collections

        found = self.find_vault(name)
        if found is None:
            with self._store.read():
                found = collections.get(self._store, os.fspath(name))
        return found

    def _vault_name(self, vault: FilePath | None) -> str | None:
        return None if vault is None else self._known(vault).name
