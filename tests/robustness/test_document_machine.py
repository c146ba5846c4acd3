"""Key-value documents against a model in plain Python: any sequence of changes and undoings."""

import os
import re
import tempfile
from typing import NamedTuple
from unittest import mock

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from storehouse import check

from recall.api import Recall
from recall.errors import NotFoundError, RefusedError, UsageError

DAY = 86_400.0
KEYS = ("learn:a", "b")
START, END = "<!-- s -->", "<!-- e -->"
TEXT = st.sampled_from(
    ["apples", "# Head\n\nhens lay", f"x {START}jam{END} y", "é日🎉\n\n- item", "```\ncode", START,
     "words " * 700, "kites\r\nfall", END, "\n"]
)  # fmt: skip


def has(word, text):
    return re.search(rf"(?<!\w){word}(?!\w)", text) is not None


class Change(NamedTuple):
    """A whole text before and after, or with ``at`` a piece of it and both lengths."""

    key: str
    at: int | None
    before: str | None
    after: str | None
    length: int
    undoes: int | None
    when: float


class Documents(RuleBasedStateMachine):
    @initialize()
    def begin(self):
        self.folder = tempfile.TemporaryDirectory()
        self.path = os.path.join(self.folder.name, "recall.db")
        self.now = 1_796_040_000.0
        self.clock = mock.patch("time.time", self.time)
        self.clock.start()
        self.recall = Recall.open(self.path, writable=True)
        self.texts, self.journal, self.undone, self.ids = {}, [], {}, {}

    def time(self):
        return self.now

    def teardown(self):
        if hasattr(self, "recall"):
            self.recall.close()
            self.clock.stop()
            check(self.path)
            self.folder.cleanup()

    def note(self, key, at, before, after, undoes=None):
        length = 0 if self.texts.get(key) is None else len(self.texts[key])
        self.journal.append(Change(key, at, before, after, length, undoes, self.now))

    def whole(self, key, text):
        before = self.texts.get(key)
        self.texts[key] = text
        if text is None:
            del self.texts[key]
        self.note(key, None, before, text)

    @rule(key=st.sampled_from(KEYS), text=TEXT)
    def store(self, key, text):
        self.recall.store_document(key, text)
        self.whole(key, text)

    @rule(
        key=st.sampled_from(KEYS), text=TEXT, separator=st.sampled_from(["", "\n\n", " | "]),
        create=st.booleans(),
    )  # fmt: skip
    def append(self, key, text, separator, create):
        old = self.texts.get(key)
        try:
            self.recall.append_document(key, text, separator=separator, create_if_missing=create)
        except NotFoundError:
            assert old is None
            assert not create
            return
        if old is None:
            self.whole(key, text)
            return
        fragment = (separator if old else "") + text
        self.texts[key] = old + fragment
        self.note(key, len(old), "", fragment)

    @rule(key=st.sampled_from(KEYS), text=TEXT | st.just(""), inclusive=st.booleans())
    def replace_section(self, key, text, inclusive):
        old = self.texts.get(key)
        good = (
            old is not None and old.count(START) == 1 == old.count(END)
            and old.index(START) < old.index(END)
        )  # fmt: skip
        try:
            self.recall.replace_section(
                key, text, start_marker=START, end_marker=END, inclusive=inclusive
            )
        except (NotFoundError, UsageError):
            assert not good
            return
        assert good
        first = old.index(START) + (0 if inclusive else len(START))
        stop = old.index(END) + (len(END) if inclusive else 0)
        self.texts[key] = old[:first] + text + old[stop:]
        self.note(key, first, old[first:stop], text)

    @rule(key=st.sampled_from(KEYS))
    def delete(self, key):
        try:
            self.recall.delete_document(key)
        except NotFoundError:
            assert key not in self.texts
            return
        self.whole(key, None)

    @precondition(lambda self: getattr(self, "journal", None))
    @rule(data=st.data())
    def undo(self, data):
        number = data.draw(st.integers(1, len(self.journal)))
        ids = [change.id for change in reversed(self.recall.log(limit=200))]
        if len(ids) < len(self.journal):
            return
        change, now = self.journal[number - 1], self.texts.get(self.journal[number - 1].key)
        later = [
            other for other, each in enumerate(self.journal[number:], number + 1)
            if ids[other - 1] == ids[number - 1] and each.undoes is None
            and self.undone.get(other) is None
        ]  # fmt: skip
        is_own = not any(
            ids[other - 1] != ids[number - 1] and each.key == change.key
            for other, each in enumerate(self.journal, 1)
            if other > number
        )
        try:
            self.recall.undo(number)
        except RefusedError:
            as_left = now == change.after if change.at is None else (
                now is not None and len(now) == change.length
                and now.startswith(change.after, change.at) and not later
            )  # fmt: skip
            assert (
                self.undone.get(number) or not as_left or not is_own
                or self.now - change.when > 30 * DAY
            )  # fmt: skip
            return
        assert self.undone.get(number) is None
        assert self.now - change.when <= 30 * DAY
        if change.at is None:
            assert now == change.after
            self.texts[change.key] = change.before
            if change.before is None:
                del self.texts[change.key]
        else:
            end = change.at + len(change.after)
            self.texts[change.key] = now[: change.at] + change.before + now[end:]
        self.note(change.key, change.at, change.after, change.before, number)
        below, by, active = number, len(self.journal), False
        while below is not None:
            self.undone[below] = None if active else by
            below, by, active = self.journal[below - 1].undoes, below, not active

    @rule(days=st.sampled_from((0.1, 20, 31)))
    def time_passes(self, days):
        self.now += days * DAY

    @rule()
    def reopen(self):
        self.recall.close()
        self.recall = Recall.open(self.path, writable=True)

    @invariant()
    def every_document_reads_as_the_model_says(self):
        if not hasattr(self, "recall"):
            return
        listed = self.recall.list_documents(limit=1_000)
        assert {each.key: each.characters for each in listed.documents} == {
            key: len(text) for key, text in self.texts.items()
        }
        for key, text in self.texts.items():
            assert self.recall.get_document(key).value == text
            middle = len(text) // 2
            assert self.recall.get_document(key, offset=middle).value == text[middle:]

    @rule(word=st.sampled_from(["apples", "hens", "jam", "item", "kites"]))
    def search(self, word):
        found = {hit.title for hit in self.recall.search(word).results.hits}
        assert found == {key for key, text in self.texts.items() if has(word, text)}


Documents.TestCase.settings = settings(
    max_examples=int(os.environ.get("RECALL_EXAMPLES", "15")),
    stateful_step_count=20,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
TestDocuments = Documents.TestCase
