"""The law of the sync: after any sequence of edits the store says what a fresh one would say."""

import json
import os
import shutil
import tempfile
import unicodedata
from unittest import mock

import pytest
from hypothesis import HealthCheck, given, note, settings
from hypothesis import strategies as st
from storehouse import DAY, NOW, Desk, check, dump, unreadable

from recall.sources import changed_files, waves

FOLDERS = ("", "a/", "a/b/", "zzzz/", "Daily/")
NAMES = (
    "Note.md",
    "note.md",
    "Alpha.md",
    "Über.md",
    "U\u0308ber.md",
    "2024-05-06.md",
    "pic.png",
    "pic.png.md",
    "Note.md.md",
    "Plan.canvas",
    "Plan.md",
)
PATHS = st.builds(str.__add__, st.sampled_from(FOLDERS), st.sampled_from(NAMES))

LINKS = (
    "[[Note]]", "[[note|the old one]]", "[[a/Note]] was here", "[[./Note]]", "[[../Note|up]]",
    "[[/zzzz/Note]]", "[[Alpha#Plan|why we left]]", "[[Alpha#^k1]]", "[[#Plan]]", "[[Alpha#Nope]]",
    "![[pic.png]]", "![[Alpha#Plan]]", "[text](Note.md)", "[text](../Alpha.md)", "[[Über|umlaut]]",
    "[[Plan.canvas]]", "[[Later]]", "[[Note.md]]", "[[Plan]]", "[[../a/Note]]", "[[b/Note]]", "[[a/b/Note.md]]", "[[2024-05-06]]",
)  # fmt: skip
PROPERTIES = (
    "tags: [x/y, X/y, B]", "tags: one two", "aliases: [Second, Other name]", "status: superseded",
    "supersedes: '[[Alpha]]'", "superseded_by: '[[Note]]'", "superseded_by: ['[[Alpha]]', '[[Note]]']",
    "date: 2024-02-03", "half-life: 3 weeks", "floor: 0.5", "pinned: true", "type: Decision",
    "up: '[[zzzz/Note]]'", "n: [1, 2.5, true, null, {deep: [a]}]", "broken: a: b: [", "{{date}}: x",
)  # fmt: skip
LINES = (
    "# Plan", "## Plan", "### Costs", "words of mine", "more words ^k1", "#tag/Sub and #TAG/sub",
    "- [ ] act", "日本語の文章", "---", "> [!note] box", "```", "%% hidden %%", "",
)  # fmt: skip


@st.composite
def contents(draw):
    properties = draw(
        st.lists(st.sampled_from(PROPERTIES), max_size=2, unique_by=lambda text: text.split(":")[0])
    )
    lines = draw(st.lists(st.sampled_from(LINES + LINKS), max_size=6))
    head = ["---", *properties, "---"] if properties else []
    return draw(st.sampled_from(("\n", "\r\n"))).join([*head, *lines])


@st.composite
def boards(draw):
    cards = [
        {"id": str(number), "type": "file", "file": path}
        for number, path in enumerate(draw(st.lists(PATHS, max_size=2)))
    ]
    text = draw(st.sampled_from(LINKS))
    return json.dumps({"nodes": [*cards, {"id": "t", "type": "text", "text": text}], "edges": []})


@st.composite
def writes(draw):
    path = draw(PATHS)
    return ("write", path, draw(boards() if path.endswith(".canvas") else contents()))


SETTINGS = st.fixed_dictionaries(
    {},
    optional={
        "userIgnoreFilters": st.lists(st.sampled_from(("a/", "zzzz/", "/note/")), max_size=2),
        "showUnsupportedFiles": st.booleans(),
    },
)
OPERATIONS = st.one_of(
    writes(),
    writes(),
    st.tuples(st.just("move"), PATHS, PATHS),
    st.tuples(
        st.just("move"),
        st.sampled_from(("a", "a/b", "zzzz", "c", "A")),
        st.sampled_from(("a", "c", "A", "a/d", "a/B", "zzzz/a", "Über", "U\u0308ber")),
    ),
    st.tuples(st.just("respell"), PATHS),
    st.tuples(st.just("respell"), PATHS),
    st.tuples(st.just("swap"), PATHS, PATHS),
    st.tuples(st.just("copy"), PATHS, PATHS),
    st.tuples(st.just("delete"), st.one_of(PATHS, st.sampled_from(("a", "zzzz")))),
    st.tuples(st.just("touch"), PATHS),
    st.tuples(st.just("settings"), SETTINGS),
    st.tuples(st.just("daily"), st.sampled_from(("", "Daily", "a"))),
    st.tuples(st.just("close"), st.one_of(PATHS, st.sampled_from(("a", "a/b", "zzzz")))),
    st.just(("open",)),
    st.just(("sync",)),
    st.just(("sync",)),
)


class Editor:
    """Applies operations to a vault; what is not possible on a disk does nothing."""

    def __init__(self, desk):
        self.desk, self.root, self.clock = desk, desk.root, 0
        self.closed = set()

    def apply(self, name, *arguments):
        try:
            getattr(self, name)(*arguments)
        except OSError as error:
            note(f"not possible: {error}")

    def write(self, path, text):
        self.clock += 1
        self.desk.write(path, text, days_old=500 - self.clock)

    def move(self, old, new):
        self.desk.move(old, new)

    def respell(self, path):
        """The same name in other case, or composed otherwise, and its folder likewise."""
        folder, _, name = path.rpartition("/")
        form = "NFD" if unicodedata.is_normalized("NFC", name) else "NFC"
        other = unicodedata.normalize(form, name.swapcase() if name.isascii() else name)
        if not (self.root / folder.swapcase() / other).exists():
            self.desk.move(path, f"{folder.swapcase()}/{other}")

    def swap(self, one, other):
        self.desk.move(one, "aside")
        self.desk.move(other, one) if (self.root / other).exists() else None
        self.desk.move("aside", other)

    def copy(self, old, new):
        if old != new:
            (self.root / new).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(self.root / old, self.root / new)

    def delete(self, path):
        self.desk.delete(path)

    def touch(self, path):
        self.clock += 1
        moment = NOW - (500 - self.clock) * DAY
        os.utime(self.root / path, (moment, moment))

    def settings(self, values):
        self.desk.settings(**values)

    def daily(self, folder):
        (self.root / ".obsidian" / "daily-notes.json").write_text(json.dumps({"folder": folder}))

    def close(self, path):
        """Nobody may read this file or list this folder until all is opened again."""
        self.closed.add(str(self.root / path))

    def open(self):
        self.closed.clear()

    def sync(self):
        with unreadable(self.closed.__contains__):
            self.desk.sync()
        check(self.desk.store)


QUERIES = (
    "words",
    "plan costs",
    "old one",
    "文章",
    "tag:x",
    "left",
    "note -words",
    "[status]",
    "umlaut",
)


def answers(desk):
    """What both stores must say to the same questions; ids and rounding apart."""
    found = [
        (query, hit.path, round(hit.score, 9), hit.citation, hit.superseded_by, hit.snippet)
        for query in QUERIES
        for hit in desk.search(query).hits
    ]
    desk.close()
    return found


def assert_the_law_holds(notes, operations, wave_files):
    with (
        tempfile.TemporaryDirectory() as folder,
        # After each chunk of so many files the wave's time is up.
        mock.patch.object(changed_files, "CHUNK", wave_files),
        mock.patch.object(waves, "WAVE_SECONDS", -1.0),
    ):
        desk = Desk(folder)
        editor = Editor(desk)
        for operation in (*notes, ("sync",), *operations, ("open",), ("sync",)):
            editor.apply(*operation)
        desk.close()
        fresh = desk.fresh()
        fresh.sync()
        fresh.close()
        check(desk.store)
        check(fresh.store)
        assert answers(desk) == answers(fresh)
        edited, anew = dump(desk.store), dump(fresh.store)
        for table, content in anew.items():
            assert edited[table] == content, table


SLOW = settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])


NOTES = st.lists(writes(), min_size=3, max_size=12)
WAVES = st.sampled_from((8_000, 1, 2))


@settings(SLOW, max_examples=40)
@given(NOTES, st.lists(OPERATIONS, min_size=1, max_size=8), WAVES)
def test_a_store_after_some_edits_equals_a_fresh_one(notes, operations, wave_files):
    assert_the_law_holds(notes, operations, wave_files)


@pytest.mark.slow
@settings(SLOW, max_examples=int(os.environ.get("RECALL_EXAMPLES", "100")))
@given(NOTES, st.lists(OPERATIONS, min_size=5, max_size=40), WAVES)
def test_a_store_after_many_edits_equals_a_fresh_one(notes, operations, wave_files):
    assert_the_law_holds(notes, operations, wave_files)
