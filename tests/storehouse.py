"""A vault on disk with a store of it, what a store says in names, and what must hold in every one."""

import hashlib
import json
import os
import shutil
from collections import defaultdict
from contextlib import contextmanager
from pathlib import Path
from unittest import mock

import apsw

from recall.api import Recall
from recall.store import schema
from recall.store.migrations import MIGRATIONS

DAY = 86_400.0
NOW = 1_780_000_000.0
"""The moment all searches of these tests count from: 2026-05-28 20:26:40 UTC."""

_OF_AN_ITEM = (
    "kind", "namespace", "memory_type", "title", "name_key", "excluded", "status", "pinned",
    "half_life_days", "floor", "created", "modified", "dated", "date_text", "date_origin",
    "expires", "size", "mtime_ns", "properties", "findings",
)  # fmt: skip


class Desk:
    """A vault ``root`` to write notes in, and a store that is made when first asked for."""

    def __init__(self, folder, name="Vault", *, is_obsidian=True):
        self.folder, self.name = Path(folder), name
        self.root = self.folder / name
        self.store = str(self.folder / "stores" / "recall.db")
        self.root.mkdir(parents=True, exist_ok=True)
        if is_obsidian:
            self.settings()
        self._recall = None

    def settings(self, **app):
        (self.root / ".obsidian").mkdir(exist_ok=True)
        (self.root / ".obsidian" / "app.json").write_text(json.dumps(app))

    def write(self, path, text="", *, days_old=0.0):
        """Write a note; its file time is ``days_old`` days before NOW."""
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
        moment = NOW - days_old * DAY
        os.utime(file, (moment, moment))
        return file

    def notes(self, **texts):
        """Several notes at once, by name without ``.md``."""
        for name, text in texts.items():
            self.write(f"{name}.md", text)
        return self

    def move(self, old, new):
        (self.root / new).parent.mkdir(parents=True, exist_ok=True)
        (self.root / old).rename(self.root / new)

    def delete(self, path):
        target = self.root / path
        shutil.rmtree(target) if target.is_dir() else target.unlink()

    @property
    def recall(self):
        if self._recall is None:
            self._recall = Recall.open(self.store, writable=True)
            self._recall.add_vault(str(self.root), self.name)
        return self._recall

    def sync(self):
        (report,) = self.recall.sync()
        return report

    def search(self, query, **options):
        return self.recall.search(query, **{"as_of": NOW, "limit": 50} | options).results

    def found(self, query, **options):
        """Paths of the hits, best first."""
        return [hit.path for hit in self.search(query, **options).hits]

    def hit(self, query, **options):
        return self.search(query, **options).hits[0]

    def get(self, address, **options):
        return self.recall.get(address, **options)

    def close(self):
        if self._recall is not None:
            self._recall.close()
            self._recall = None

    def fresh(self):
        """Another desk at the same vault, with a store that never saw an earlier state."""
        other = Desk.__new__(Desk)
        other.folder, other.name, other.root = self.folder, self.name, self.root
        number = len(list(Path(self.store).parent.glob("*.db")))
        other.store = str(Path(self.store).with_name(f"fresh{number}.db"))
        other._recall = None
        return other


def dump(store_path):
    """All that a store says, by names instead of row ids, so that two stores can be compared."""
    connection = apsw.Connection(store_path)
    try:
        return _Dump(connection).tables()
    finally:
        connection.close()


class _Dump:
    def __init__(self, connection):
        self.rows = lambda sql: list(connection.execute(sql))
        self.paths = dict(self.rows("select id, path from items"))
        connection.execute(
            "create virtual table temp.spots using fts5vocab(main, passage_index, instance)"
        )

    def tables(self):
        return {
            "items": self._items(),
            "texts": self._of_item("select item_id, body from texts"),
            "passages": self._of_item(
                "select item_id, ordinal, first_line, last_line, start, stop, headings from passages"
            ),
            "aliases": self._of_item("select item_id, alias, key from aliases"),
            "tags": self._of_item("select item_id, tag, key from tags"),
            "properties": self._of_item("select item_id, key, text, number from properties"),
            "name_words": self._of_item("select item_id, word from name_words"),
            "vectors": self._of_item("select item_id, named, codes from vectors"),
            "arrows": self._of_item("select item_id, source, target, label from arrows"),
            "edges": self._edges(),
            "index": self._index(),
        }

    def _items(self):
        columns = ", ".join(_OF_AN_ITEM)
        rows = self.rows(f"select path, superseded_by, content_hash, {columns} from items")
        return sorted(
            (path, self.paths.get(successor), (digest or b"").hex(), *rest)
            for path, successor, digest, *rest in rows
        )

    def _of_item(self, sql):
        return sorted(((self.paths[row[0]], *row[1:]) for row in self.rows(sql)), key=repr)

    def _edges(self):
        rows = self.rows(
            "select source_id, target_id, type, origin, name_key, path, subpath, label, context, line "
            "from edges"
        )
        named = ((self.paths[row[0]], self.paths.get(row[1]), *row[2:]) for row in rows)
        return sorted(named, key=repr)

    def _index(self):
        places = {
            row: (self.paths[item], ordinal)
            for row, item, ordinal in self.rows("select id, item_id, ordinal from passages")
        }
        terms = defaultdict(list)
        for term, row, column, offset in self.rows("select term, doc, col, offset from temp.spots"):
            terms[term].append((*places[row], column, offset))
        return {term: sorted(spots) for term, spots in sorted(terms.items())}


def check(store_path):
    """Fail unless the file is sound and every searchable passage has its one row in the index."""
    connection = apsw.Connection(store_path)
    try:
        assert list(connection.execute("pragma integrity_check")) == [("ok",)]
        assert list(connection.execute("pragma foreign_key_check")) == []
        connection.execute("insert into passage_index (passage_index) values ('integrity-check')")
        indexed = {row[0] for row in connection.execute("select id from passage_index_docsize")}
        searchable = {
            row[0]
            for row in connection.execute(
                "select passages.id from passages join items on items.id = passages.item_id "
                "where items.excluded = 0"
            )
        }
        assert indexed == searchable, "passages and their index rows differ"
        connection.execute(
            "create virtual table temp.spots using fts5vocab(main, passage_index, instance)"
        )
        spoken = {row[0] for row in connection.execute("select distinct doc from temp.spots")}
        assert spoken <= searchable, "terms of passages that are gone"
        if list(connection.execute("select 1 from meta where key = 'vectors_complete'")):
            rows = connection.execute("select first_passage, length(codes) / 64 from vectors")
            meant = {first + at for first, count in rows for at in range(count)}
            assert meant == searchable, "passages and their vectors differ"
        doubled = "select public_id from items group by public_id having count(*) > 1"
        assert list(connection.execute(doubled)) == []
    finally:
        connection.close()


def photograph(folder):
    """Everything about a folder that a program could change: names, bytes, times, modes."""
    picture = {}
    for here, folders, files in os.walk(folder):
        for name in [*folders, *files]:
            path = os.path.join(here, name)
            status = os.lstat(path)
            content = b""
            if os.path.isfile(path) and not os.path.islink(path):
                content = Path(path).read_bytes()
            picture[path] = (
                status.st_mode, status.st_mtime_ns, status.st_ctime_ns, status.st_size,
                hashlib.blake2b(content).hexdigest(),
            )  # fmt: skip
    return picture


@contextmanager
def unreadable(is_closed):
    """Inside, whoever runs this may not open or list what ``is_closed`` says of its path."""
    scandir, system_open = os.scandir, os.open

    def refuse(path):
        if isinstance(path, (str, os.PathLike)) and is_closed(os.fspath(path)):
            raise PermissionError(13, "Permission denied", path)

    def guarded_scandir(path="."):
        refuse(path)
        return scandir(path)

    def guarded_open(path, *arguments, **options):
        refuse(path)
        return system_open(path, *arguments, **options)

    with (
        mock.patch.object(os, "scandir", guarded_scandir),
        mock.patch.object(os, "open", guarded_open),
    ):
        yield


UNDONE = {
    schema.DATED_AHEAD: (
        "drop index items_by_memory_type",
        "alter table items drop column event_date",
        "alter table items drop column valid_until",
    ),
    schema.VECTORS: ("drop table vectors", "delete from meta"),
    schema.SYMLINKS: ("alter table collections drop column follow_symlinks",),
    schema.MEMORIES: (
        "drop index memories_by_date",
        "drop index memories_by_content",
        "drop index journal_by_session",
        "drop index edges_by_path",
        "drop index journal_kept",
        "alter table items drop column session",
        "alter table journal drop column namespace",
        "alter table journal drop column undone_by",
        "alter table journal drop column kept",
        "alter table tombstones drop column item_public_id",
    ),
    schema.DOCUMENTS: (
        "drop index documents_by_key",
        "drop table tails",
        "alter table items drop column document_key",
        "alter table items drop column characters",
        "alter table items drop column outline",
    ),
    schema.GRAPH: ("drop table arrows", "drop table user_links"),
    schema.SESSIONS: ("drop table sessions",),
}
"""What takes each migration back, so that a filled store of an older version can be had."""


def take_back(store_path, statements):
    """Make a store one of the version that had neither these statements nor any after them."""
    later = [each.statements for each in MIGRATIONS]
    number = later.index(statements)
    connection = apsw.Connection(store_path)
    try:
        for migration in reversed(later[number:]):
            for statement in UNDONE[migration]:
                connection.execute(statement)
        connection.pragma("user_version", number)
    finally:
        connection.close()
