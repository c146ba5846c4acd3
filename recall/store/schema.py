"""The tables of the store, as the statements that make them.

Two kinds of truth are told apart (DESIGN section 3): ``items`` of source ``vault``, ``file`` and
``transcript`` and everything that hangs on them can be thrown away and rebuilt from the files;
``items`` of source ``memory``, ``journal`` and ``tombstones`` are themselves the truth.
"""

from __future__ import annotations

from recall.store.tokenizer import TOKENIZER

VERSION = 8
"""Of a store as this program writes it: the number of its migrations."""

INDEX_COLUMNS = ("title", "aliases", "headings", "anchors", "tags", "body")

_COLLECTIONS = """
create table collections (
  id integer primary key,
  source text not null check (source in ('vault', 'file', 'transcript')),
  name text not null unique collate nocase,
  root text not null,
  added real not null,
  synced real,
  settings_digest text
) strict
"""

_ITEMS = """
create table items (
  id integer primary key,
  public_id text not null unique,
  collection_id integer references collections (id) on delete cascade,
  source text not null check (source in ('memory', 'file', 'transcript', 'vault')),
  kind text not null,
  namespace text not null default 'default',
  scope text not null default 'global' check (scope in ('session', 'project', 'global')),
  project text,
  memory_type text,
  title text not null,
  path text,
  name_key text not null,
  excluded integer not null default 0,
  status text,
  pinned integer not null default 0,
  importance real,
  half_life_days real,
  floor real,
  created real,
  modified real,
  dated real,
  date_text text,
  date_origin text not null default 'none',
  reinforced real,
  reinforcements integer not null default 0,
  expires real,
  superseded_by integer references items (id) on delete set null,
  content_hash blob,
  size integer,
  mtime_ns integer,
  ctime_ns integer,
  properties text not null default '{}',
  findings text not null default '[]',
  unique (collection_id, path)
) strict
"""

_TEXTS = """
create table texts (
  item_id integer primary key references items (id) on delete cascade,
  body blob not null
) strict
"""

_PASSAGES = """
create table passages (
  id integer primary key,
  item_id integer not null references items (id) on delete cascade,
  ordinal integer not null,
  first_line integer not null,
  last_line integer not null,
  start integer not null,
  stop integer not null,
  headings text not null default '',
  unique (item_id, ordinal)
) strict
"""

_ALIASES = """
create table aliases (
  item_id integer not null references items (id) on delete cascade,
  alias text not null,
  key text not null
) strict
"""

_TAGS = """
create table tags (
  item_id integer not null references items (id) on delete cascade,
  key text not null,
  tag text not null,
  primary key (item_id, key)
) strict, without rowid
"""

_PROPERTIES = """
create table properties (
  item_id integer not null references items (id) on delete cascade,
  key text not null,
  text text not null,
  number real
) strict
"""

_NAME_WORDS = """
create table name_words (
  word text not null,
  item_id integer not null references items (id) on delete cascade,
  primary key (word, item_id)
) strict, without rowid
"""

_EDGES = """
create table edges (
  id integer primary key,
  source_id integer not null references items (id) on delete cascade,
  target_id integer references items (id) on delete set null,
  type text not null,
  origin text not null,
  name_key text not null,
  path text not null,
  subpath text not null default '',
  label text,
  context text not null default '',
  line integer
) strict
"""

_JOURNAL = """
create table journal (
  id integer primary key,
  at real not null,
  client text not null,
  session text,
  action text not null,
  item_public_id text not null,
  reason text,
  before text,
  after text,
  undoes integer references journal (id)
) strict
"""

_TOMBSTONES = """
create table tombstones (
  digest blob primary key,
  namespace text not null,
  at real not null,
  reason text
) strict, without rowid
"""

_META = """
create table meta (key text primary key, value any) strict, without rowid
"""

_PASSAGE_INDEX = f"""
create virtual table passage_index using fts5 (
  {", ".join(INDEX_COLUMNS)},
  content = '', contentless_delete = 1, tokenize = "{TOKENIZER}"
)
"""

_INDEXES = (
    "create index items_by_name on items (name_key)",
    "create index items_by_namespace on items (namespace) where namespace <> 'default'",
    "create index items_by_expiry on items (expires) where expires is not null",
    "create index aliases_by_item on aliases (item_id)",
    "create index aliases_by_key on aliases (key)",
    "create index tags_by_key on tags (key)",
    "create index properties_by_item on properties (item_id)",
    "create index properties_by_key on properties (key)",
    "create index name_words_by_item on name_words (item_id)",
    "create index edges_by_source on edges (source_id)",
    "create index edges_by_target on edges (target_id)",
    "create index edges_by_name on edges (name_key)",
    "create index items_by_successor on items (superseded_by) where superseded_by is not null",
    "create index journal_by_item on journal (item_public_id)",
)

VERSION_1 = (
    "pragma application_id = 0x52434C4C",
    _COLLECTIONS,
    _ITEMS,
    _TEXTS,
    _PASSAGES,
    _ALIASES,
    _TAGS,
    _PROPERTIES,
    _NAME_WORDS,
    _EDGES,
    _JOURNAL,
    _TOMBSTONES,
    _META,
    _PASSAGE_INDEX,
    *_INDEXES,
)

DATED_AHEAD = (
    "alter table items add column event_date real",
    "alter table items add column valid_until real",
    "create index items_by_memory_type on items (memory_type) "
    "where memory_type is not null and source <> 'vault'",
)
"""When an event takes place, until when something holds; which memories have a type."""

VECTORS = (
    "create table vectors (item_id integer primary key references items (id) on delete cascade, "
    "first_passage integer not null, named integer not null, codes blob not null) strict",
)
"""What the passages of an item mean, one code behind the other; ``named``: with its title."""
SYMLINKS = ("alter table collections add column follow_symlinks integer not null default 0",)
"""Which vaults are read through links that lead out of them."""

MEMORIES = (
    "alter table items add column session text",
    "alter table journal add column namespace text not null default 'default'",
    "alter table journal add column undone_by integer references journal (id)",
    "alter table journal add column kept integer not null default 1",
    "alter table tombstones add column item_public_id text",
    "create index memories_by_date on items (namespace, created) where source = 'memory'",
    "create index memories_by_content on items (content_hash) where source = 'memory'",
    "create index journal_by_session on journal (session) where session is not null",
    "create index edges_by_path on edges (path) where origin = 'memory'",
    "create index journal_kept on journal (at) where before is not null or after is not null",
)
"""Whose session saved a memory, whose journal it is, and what was forgotten under which id."""

DOCUMENTS = (
    "alter table items add column document_key text",
    "alter table items add column characters integer",
    "alter table items add column outline text",
    "create table tails (item_id integer not null references items (id) on delete cascade, "
    "start integer not null, body text not null, primary key (item_id, start)) "
    "strict, without rowid",
    "create unique index documents_by_key on items (namespace, document_key) "
    "where document_key is not null",
)
"""Key-value documents: memories with a key. What was appended lately to one stands in ``tails``,
behind its text; ``outline`` are the headings, with levels, that its last passage lies under."""

GRAPH = (
    "create table arrows (item_id integer not null references items (id) on delete cascade, "
    "source text not null, target text not null, label text not null) strict",
    "create table user_links (id integer primary key, namespace text not null, "
    "source text not null, target text not null, type text not null, note text, "
    "created real not null, client text not null, "
    "unique (namespace, source, target, type)) strict",
    "create index arrows_by_item on arrows (item_id)",
    "create index arrows_by_source on arrows (source)",
    "create index arrows_by_target on arrows (target)",
    "create index user_links_by_source on user_links (source)",
    "create index user_links_by_target on user_links (target)",
)
"""Arrows of canvases by path, and what users linked by hand, by public id: a note that comes back
finds its links again."""

SESSIONS = (
    "create table sessions (collection_id integer not null references collections (id) "
    "on delete cascade, path text not null, state text not null, "
    "primary key (collection_id, path)) strict, without rowid",
)
"""How far each session log was read, as JSON of the source that reads it."""
