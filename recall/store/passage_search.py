"""Asking the passage index: BM25 over weighted columns, filters inside, before the cut."""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING, NamedTuple

from apsw import FTS5_TOKENIZE_DOCUMENT

from recall.store import items
from recall.store.items import name_key
from recall.store.schema import INDEX_COLUMNS
from recall.store.tokenizer import TOKENIZER_ARGUMENTS, TOKENIZER_NAME, fold

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from recall.model import DateOrigin, SourceKind
    from recall.store.conditions import Condition
    from recall.store.database import Store

_TOP = """
with top as materialized (
  select rowid as id, rank as badness from passage_index
  where passage_index match ? and rank match ? order by rank limit ?
)
select passages.item_id, top.id, -top.badness, passage_index_docsize.sz from top
join passages on passages.id = top.id
join passage_index_docsize on passage_index_docsize.id = top.id
order by top.badness, top.id
"""

_TOP_WHERE = """
with top as materialized (
  select passages.item_id, passages.id, passage_index.rank as badness from passage_index
  join passages on passages.id = passage_index.rowid
  join items on items.id = passages.item_id
  where passage_index match ? and rank match ? and ({condition})
  order by passage_index.rank, passages.id limit ?
)
select top.item_id, top.id, -top.badness, passage_index_docsize.sz from top
join passage_index_docsize on passage_index_docsize.id = top.id
order by top.badness, top.id
"""

SHARED_BY = 8
"""A title that more items have names none of them: README, index, who speaks in a talk."""

_ITEM = """
select items.id, items.public_id, items.source, coalesce(collections.name, ''), items.kind,
  items.memory_type, items.title, coalesce(items.path, ''), items.status, items.pinned,
  items.half_life_days, items.floor, items.created, items.dated, items.date_text,
  items.date_origin, items.reinforced, items.reinforcements, successors.title, successors.dated,
  items.superseded_by, items.event_date, items.valid_until, coalesce(items.project, ''),
  coalesce(collections.root, ''),
  coalesce((select group_concat(alias, char(10)) from aliases where item_id = items.id), '')
from items
left join collections on collections.id = items.collection_id
left join items as successors on successors.id = items.superseded_by
"""


class Scored(NamedTuple):
    """A passage that matches; ``bm25`` is positive, larger is better.

    ``words`` are those of all its columns, ``cosine`` is that of its meaning and the query's, None
    where it is not known.
    """

    item_id: int
    passage_id: int
    bm25: float
    words: int = 0
    cosine: float | None = None


class ItemRow(NamedTuple):
    """An item as ranking needs it.

    ``superseded_by`` is its successor's title, ``superseded`` that one's date and ``successor``
    its row id; ``aliases`` has one a line.
    """

    id: int
    public_id: str
    source: SourceKind
    collection: str
    kind: str
    memory_type: str | None
    title: str
    path: str
    status: str | None
    pinned: bool
    half_life_days: float | None
    floor: float | None
    created: float | None
    dated: float | None
    date_text: str | None
    date_origin: DateOrigin
    reinforced: float | None
    reinforcements: int
    superseded_by: str | None
    superseded: float | None
    successor: int | None
    event_date: float | None
    valid_until: float | None
    project: str
    root: str
    aliases: str


class PassageRow(NamedTuple):
    """Where a passage stands, in lines and in characters of its text, and what it says."""

    id: int
    start: int
    stop: int
    first_line: int
    last_line: int
    headings: tuple[str, ...]
    text: str


def top(
    store: Store,
    expression: str,
    weights: Sequence[float],
    limit: int,
    condition: Condition | None = None,
) -> list[Scored]:
    """The best passages for an FTS5 expression, among items that satisfy ``condition``."""
    rank = f"bm25({', '.join(f'{weight:g}' for weight in weights)})"
    if condition is None:
        rows = store.connection.execute(_TOP, (expression, rank, limit))
    else:
        rows = store.connection.execute(
            _TOP_WHERE.format(condition=condition.sql),
            (expression, rank, *condition.parameters, limit),
        )
    return [Scored(item_id, id_, bm25, sum(_sizes(sizes))) for item_id, id_, bm25, sizes in rows]


def mean_words(store: Store) -> float:
    """Words of a passage on average, all columns together."""
    sizes = store.connection.execute("select block from passage_index_data where id = 1").get
    passages, *columns = _sizes(sizes) or [0]
    return sum(columns) / passages if passages else 0.0


def _sizes(packed: bytes) -> bytes | list[int]:
    """The numbers that FTS5 keeps in a record of sizes: seven bits a byte, the highest first."""
    if packed.isascii():
        return packed
    numbers = []
    number = 0
    for byte in packed:
        number = number << 7 | byte & 127
        if byte < 128:
            numbers.append(number)
            number = 0
    return numbers


def count_items(store: Store, expression: str, condition: Condition | None = None) -> int:
    """Number of items with a passage that matches."""
    where = f"and ({condition.sql})" if condition else ""
    total: int = store.connection.execute(
        "select count(distinct passages.item_id) from passage_index "
        "join passages on passages.id = passage_index.rowid "
        f"join items on items.id = passages.item_id where passage_index match ? {where}",
        (expression, *(condition.parameters if condition else ())),
    ).get
    return total


def document_frequency(store: Store, expression: str) -> int:
    """Number of passages that match."""
    count: int = store.connection.execute(
        "select count(*) from passage_index where passage_index match ?", (expression,)
    ).get
    return count


def frequency_up_to(store: Store, expression: str, most: int) -> int:
    """Number of passages that match, where more than ``most`` need not be counted."""
    count: int = store.connection.execute(
        "select count(*) from (select 1 from passage_index where passage_index match ? limit ?)",
        (expression, most),
    ).get
    return count


def size(store: Store) -> int:
    """Number of passages in the index."""
    count: int = store.connection.execute("select count(*) from passage_index_docsize").get
    return count


def listed(store: Store, condition: Condition, limit: int) -> list[Scored]:
    """First passages of items that satisfy a condition, newest first: a query without words."""
    rows = store.connection.execute(
        "select items.id, passages.id, 0.0 from items "
        "join passages on passages.item_id = items.id and passages.ordinal = 0 "
        f"where items.excluded = 0 and items.kind <> 'attachment' and ({condition.sql}) "
        "order by items.dated is null, items.dated desc, items.path limit ?",
        (*condition.parameters, limit),
    )
    return [Scored(*row) for row in rows]


def count_listed(store: Store, condition: Condition) -> int:
    """Number of searchable items that satisfy a condition."""
    count: int = store.connection.execute(
        "select count(*) from items join passages "
        "on passages.item_id = items.id and passages.ordinal = 0 "
        f"where excluded = 0 and kind <> 'attachment' and ({condition.sql})",
        condition.parameters,
    ).get
    return count


def item_row(store: Store, item_id: int) -> ItemRow | None:
    """The item of this row id."""
    row = store.connection.execute(_ITEM + "where items.id = ?", (item_id,)).get
    return None if row is None else ItemRow(*row)


def shares_its_title(store: Store, item_id: int) -> bool:
    """Whether so many items are called like this one that it is no name."""
    count: int = store.connection.execute(
        "select count(*) from (select 1 from items where name_key = "
        f"(select name_key from items where id = ?) limit {SHARED_BY + 1})",
        (item_id,),
    ).get
    return count > SHARED_BY


def passage(store: Store, passage_id: int) -> PassageRow:
    """One passage with its text."""
    item_id, first, last, start, stop, headings, packed = store.connection.execute(
        "select passages.item_id, first_line, last_line, start, stop, headings, texts.body "
        "from passages left join texts on texts.item_id = passages.item_id where passages.id = ?",
        (passage_id,),
    ).get
    whole = zlib.decompress(packed).decode() if packed else ""
    if stop > len(whole):
        whole += items.tail(store, item_id)
    text = whole[start:stop].rstrip()
    path = tuple(headings.split("\n")) if headings else ()
    return PassageRow(passage_id, start, stop, first, last, path, text)


def spans_of(store: Store, item_id: int) -> list[tuple[int, int, int]]:
    """Row id, start and stop of every passage of an item, in order."""
    rows = store.connection.execute(
        "select id, start, stop from passages where item_id = ? order by ordinal", (item_id,)
    )
    return [tuple(row) for row in rows]


def tags_of(store: Store, item_id: int) -> tuple[str, ...]:
    """Tags of an item, without ``#``."""
    rows = store.connection.execute("select tag from tags where item_id = ?", (item_id,))
    return tuple(row[0] for row in rows)


def contains(store: Store, item_id: int, expressions: Sequence[str]) -> list[bool]:
    """For each expression whether some passage of the item matches it.

    Passages of one item are written together, so their row ids are neighbours: a range of them
    lets the index seek instead of reading a common word's whole list.
    """
    first, last = store.connection.execute(
        "select min(id), max(id) from passages where item_id = ?", (item_id,)
    ).get
    return [
        store.connection.execute(
            "select 1 from passage_index where passage_index match ? and rowid between ? and ? "
            "limit 1",
            (expression, first, last),
        ).get
        is not None
        for expression in expressions
    ]


def matches(store: Store, passage_id: int, expressions: Sequence[str]) -> bool:
    """Whether a passage matches one of the expressions."""
    return any(
        store.connection.execute(
            "select 1 from passage_index where passage_index match ? and rowid = ?",
            (expression, passage_id),
        ).get
        is not None
        for expression in expressions
    )


def first_passage(store: Store, item_id: int) -> int:
    """Row id of the passage that an item begins with."""
    found: int = store.connection.execute(
        "select id from passages where item_id = ? order by ordinal limit 1", (item_id,)
    ).get
    return found


def links_to(store: Store, item_id: int) -> list[tuple[str, str]]:
    """Titles of the items that link to one, each with the words around the link."""
    rows = store.connection.execute(
        "select items.title, edges.label, edges.context from edges "
        "join items on items.id = edges.source_id "
        "where target_id = ? and source_id <> target_id order by items.title, items.id",
        (item_id,),
    )
    return [(title, f"{label or ''} {context or ''}") for title, label, context in rows]


def has_other_namespaces(store: Store, namespace: str) -> bool:
    """Whether some item belongs to another namespace: only then every hit must be checked."""
    if namespace != "default":
        return True
    row = store.connection.execute("select 1 from items where namespace <> 'default' limit 1").get
    return row is not None


def has_typed_memories(store: Store) -> bool:
    """Whether something that is no note says of which type it is: fact, decision, session."""
    row = store.connection.execute(
        "select 1 from items where memory_type is not null and source <> 'vault' limit 1"
    ).get
    return row is not None


def has_expiring(store: Store) -> bool:
    """Whether some item has an end: only then every hit must be checked."""
    return (
        store.connection.execute("select 1 from items where expires is not null limit 1").get
        is not None
    )


def name_words_like(store: Store, prefix: str, shortest: int, longest: int) -> list[str]:
    """Different words of names that start with ``prefix`` and have a length in the range."""
    rows = store.connection.execute(
        "select distinct word from name_words where word >= ? and word < ? "
        "and length(word) between ? and ?",
        (prefix, prefix + "\U0010ffff", shortest, longest),
    )
    return [row[0] for row in rows]


def stems(store: Store, text: str) -> frozenset[str]:
    """The different index tokens of a text, folded as passages are."""
    return frozenset(token for _, _, token in tokens(store, fold(text)))


def weights_of(named: Mapping[str, float]) -> tuple[float, ...]:
    """Column weights in the index's order; a column that is not named weighs 1."""
    return tuple(named.get(column, 1.0) for column in INDEX_COLUMNS)


def tokens(store: Store, text: str) -> list[tuple[int, int, str]]:
    """Index tokens of a text as (first byte, byte after the last, token) of its UTF-8 form."""
    tokenizer = store.connection.fts5_tokenizer(TOKENIZER_NAME, list(TOKENIZER_ARGUMENTS))
    found = tokenizer(text.encode("utf-8", "replace"), FTS5_TOKENIZE_DOCUMENT, None)
    return [(each[0], each[1], each[2]) for each in found]  # type: ignore[misc]


def named(store: Store, text: str) -> frozenset[int]:
    """Row ids of the notes that have a text as their name, in any case.

    The title of a memory is no name: it says what the memory is about, and so do others.
    """
    key = name_key(text.strip())
    rows = store.connection.execute(
        "select id from items where name_key = ?1 and source = 'vault' "
        "union select item_id from aliases where key = ?1",
        (key,),
    )
    return frozenset(row[0] for row in rows) if key else frozenset()
