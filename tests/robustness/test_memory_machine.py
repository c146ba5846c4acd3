"""Memories against a model in plain Python: any sequence of changes, times and reopenings."""

import os
import tempfile
from typing import NamedTuple
from unittest import mock

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    consumes,
    initialize,
    invariant,
    multiple,
    precondition,
    rule,
)
from storehouse import check

from recall.api import Recall
from recall.errors import ForgottenError, NotFoundError, RefusedError, UsageError

DAY = 86_400.0
KEPT = 30 * DAY
LIVES = {"session": 30 * DAY, "project": 90 * DAY, "global": None}
TEXTS = ("apples bloom", "cider turns", "hens lay", "jam boils", "kites fall")


class Row(NamedTuple):
    text: str
    scope: str
    created: float
    updated: float
    expires: float | None
    supersedes: tuple[str, ...]
    uses: int = 0


class Entry:
    def __init__(self, at, action, public_id, before, after, undoes=None):
        self.at, self.action, self.id = at, action, public_id
        self.before, self.after, self.undoes, self.undone_by = before, after, undoes, None


class Memories(RuleBasedStateMachine):
    known = Bundle("known")

    @initialize()
    def begin(self):
        self.folder = tempfile.TemporaryDirectory()
        self.path = os.path.join(self.folder.name, "recall.db")
        self.now = 1_796_040_000.0
        self.clock = mock.patch("time.time", self.time)
        self.clock.start()
        self.recall = Recall.open(self.path, writable=True)
        self.rows, self.dead, self.journal, self.used = {}, set(), [], set()

    def time(self):
        return self.now

    def teardown(self):
        if hasattr(self, "recall"):
            self.recall.close()
            self.clock.stop()
            check(self.path)
            self.folder.cleanup()

    # The model

    def living(self):
        return {
            key: row
            for key, row in self.rows.items()
            if row.expires is None or row.expires > self.now
        }

    def successor(self, key):
        newer = [
            (row.created, other)
            for other, row in self.rows.items()
            if key in row.supersedes and other != key
        ]
        latest = max((created for created, _ in newer), default=None)
        return max((other for created, other in newer if created == latest), default=None)

    def is_kept(self, entry):
        return entry.at >= self.now - KEPT

    def put(self, action, key, after, undoes=None):
        before = self.rows.get(key)
        self.journal.append(Entry(self.now, action, key, before, after, undoes))
        if after is None:
            self.rows.pop(key, None)
        else:
            self.rows[key] = after
        if undoes is not None:
            number, by, is_active = undoes, len(self.journal), False
            while number is not None:
                entry = self.journal[number - 1]
                entry.undone_by = None if is_active else by
                number, by, is_active = entry.undoes, number, not is_active

    def expected(self, text, scope, old=None, supersedes=()):
        lives = LIVES[scope]
        return Row(
            text, scope, old.created if old else self.now, self.now,
            None if lives is None else self.now + lives,
            tuple(dict.fromkeys((*(old.supersedes if old else ()), *supersedes))),
            old.uses if old else 0,
        )  # fmt: skip

    def leads_to(self, start, goal):
        waiting, seen = list(start), set()
        while waiting:
            each = waiting.pop()
            if each == goal:
                return True
            if each not in seen:
                seen.add(each)
                waiting += self.rows[each].supersedes if each in self.rows else ()
        return False

    # What can happen

    @rule(
        target=known,
        text=st.sampled_from(TEXTS),
        scope=st.sampled_from(list(LIVES)),
        force=st.booleans(),
    )
    def remember(self, text, scope, force):
        return self._remember(text, scope, force, ())

    @rule(target=known, text=st.sampled_from(TEXTS), old=known)
    def supersede(self, text, old):
        if old not in self.rows:
            try:
                self.recall.remember(text, supersedes=old)
            except NotFoundError:
                return multiple()
            raise AssertionError("superseded what is not there")
        return self._remember(text, "global", False, (old,))

    def _remember(self, text, scope, force, supersedes):
        same = [
            key for key, row in self.living().items() if row.text == text and key not in supersedes
        ]
        is_dead = text in self.dead
        try:
            answer = self.recall.remember(text, scope=scope, force=force, supersedes=supersedes)
        except ForgottenError:
            assert is_dead
            assert not force
            assert not same
            return multiple()
        if same and not force:
            assert answer.duplicate
            assert answer.memory.id in same
            return multiple()
        assert not answer.duplicate
        assert force or not is_dead
        if force:
            self.dead.discard(text)
        self.put("remember", answer.memory.id, self.expected(text, scope, None, supersedes))
        return answer.memory.id

    @rule(key=known, text=st.sampled_from(TEXTS))
    def replace(self, key, text):
        old = self.rows.get(key)
        try:
            self.recall.remember(text, replace=key)
        except NotFoundError:
            assert old is None
        except ForgottenError:
            assert text in self.dead
        except UsageError:
            assert self.leads_to(old.supersedes, key)
        else:
            assert text not in self.dead
            self.put("replace", key, self.expected(text, old.scope, old))

    @rule(key=known)
    def forget(self, key):
        row = self.rows.get(key)
        try:
            self.recall.forget(key)
        except NotFoundError:
            assert row is None
        else:
            self.put("forget", key, None)
            self.dead.add(row.text)

    @rule(key=known)
    def unforget(self, key):
        last = [entry for entry in self.journal if entry.id == key][-1]
        can = key not in self.rows and last.before is not None and self.is_kept(last)
        try:
            self.recall.unforget(key)
        except NotFoundError:
            assert not can
        else:
            assert can
            self.put("unforget", key, last.before)
            self.dead.discard(last.before.text)

    @rule(key=known, session=st.sampled_from(("s1", "s2")))
    def confirm(self, key, session):
        row = self.rows.get(key)
        counts = row is not None and not any(
            entry.action == f"confirm {session}" and entry.id == key and entry.undone_by is None
            for entry in self.journal
        )
        try:
            self.recall.confirm(key, session=session)
        except NotFoundError:
            assert row is None
        else:
            if counts:
                self.put(f"confirm {session}", key, row._replace(uses=row.uses + 1))

    @rule()
    def undo_the_last(self):
        numbers = [
            number
            for number, entry in enumerate(self.journal, 1)
            if entry.undoes is None and entry.undone_by is None
        ]
        self._undo(numbers[-1] if numbers else None, None)

    @precondition(lambda self: self.journal)
    @rule(data=st.data())
    def undo_any(self, data):
        number = data.draw(st.integers(1, len(self.journal)))
        self._undo(number, number)

    def _undo(self, number, named):
        if number is None:
            try:
                self.recall.undo()
            except NotFoundError:
                return
            raise AssertionError("undid nothing")
        entry = self.journal[number - 1]
        now = self.rows.get(entry.id)
        is_use = entry.action.startswith("confirm")

        def substance(row):
            return row if row is None or is_use else row._replace(uses=0)

        can = (
            entry.undone_by is None
            and self.is_kept(entry)
            and substance(now) == substance(entry.after)
        )
        try:
            self.recall.undo(named)
        except RefusedError:
            assert not can
            return
        assert can
        before = entry.before
        if before is not None and now is not None and not is_use:
            before = before._replace(uses=now.uses)
        self.put("undo", entry.id, before, number)
        if before is not None:
            self.dead.discard(before.text)
        elif now is not None:
            base = entry
            while base.undoes is not None:
                base = self.journal[base.undoes - 1]
            if base.action in ("forget", "unforget"):
                self.dead.add(now.text)

    @rule(days=st.sampled_from((0.5, 10, 30, 31, 70)))
    def time_passes(self, days):
        self.now += days * DAY

    @rule(key=consumes(known))
    def lose_sight_of(self, key):
        """So that not everything hangs on the first memories."""

    @rule()
    def reopen(self):
        self.recall.close()
        self.recall = Recall.open(self.path, writable=True)

    # What must hold

    @invariant()
    def the_store_says_what_the_model_says(self):
        if not hasattr(self, "recall"):
            return
        living = self.living()
        found = self.recall.list_memories(limit=200)
        assert found.total == len(living)
        assert {memory.id: self.row_of(memory) for memory in found.memories} == living
        for memory in found.memories:
            assert memory.superseded_by == self.successor(memory.id)
        numbers = [
            (change.id, change.undoes, change.undone_by) for change in self.recall.log(limit=200)
        ]
        modelled = [(entry.id, entry.undoes, entry.undone_by) for entry in reversed(self.journal)]
        assert numbers == modelled[:200]

    @rule(text=st.sampled_from(TEXTS))
    def search(self, text):
        hits = self.recall.search(text, limit=100).results.hits
        exact = {hit.id for hit in hits if not hit.missing}
        assert exact == {key for key, row in self.living().items() if row.text == text}

    @staticmethod
    def row_of(memory):
        return Row(
            memory.content, memory.scope, memory.created_at, memory.updated_at, memory.expires_at,
            memory.supersedes, memory.reinforcements,
        )  # fmt: skip


Memories.TestCase.settings = settings(
    max_examples=int(os.environ.get("RECALL_EXAMPLES", "40")),
    stateful_step_count=30,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
TestMemories = Memories.TestCase
