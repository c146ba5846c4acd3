"""R192 and R213 to R221: declared types of properties, inline fields, tasks' emoji."""

import datetime

import pytest
from rulebook import rows

from vault_sync import fields, property_types
from vault_sync.durations import Duration
from vault_sync.field_values import FieldLink
from vault_sync.note import parse

DAY = datetime.date(2024, 1, 2)
NOON = datetime.datetime(2024, 1, 2, 12, 30)  # noqa: DTZ001 - naive as written
HOUR = 3_600_000.0


def found(text):
    return fields.by_key(fields.of(parse("Note.md", text.encode())))


FIELDS = [
    ("R213", "Due:: 2024-01-02", {"due": DAY}),
    ("R213", "before\nDue:: 2024-01-02\nafter", {"due": DAY}),
    ("R213", "Due::2024-01-02", {"due": DAY}),
    ("R213", "> Due:: 2024-01-02", {"due": DAY}),
    ("R213", "---\nDue:: 1\n---\nOwn:: 2", {"own": 2}),
    ("R214", "went [mood:: good] home", {"mood": "good"}),
    ("R214", "went (mood:: good) home", {"mood": "good"}),
    ("R214", "[a:: 1] and (b:: 2) and [c:: 3]", {"a": 1, "b": 2, "c": 3}),
    ("R214", "[a:: x [y] z]", {"a": "x [y] z"}),
    ("R214", r"[a:: x \] z]", {"a": "x ] z"}),
    ("R214", "[a:: see [[Alpha]]]", {"a": "see [[Alpha]]"}),
    ("R214", "[a:: (b:: 2)]", {"a": "(b:: 2)", "b": 2}),
    ("R214", "[a:: 1\n2]", {}),
    ("R214", "[[Alpha:: Beta]] and [x](y::z)", {}),
    ("R214", "Own:: [a:: 1]", {"a": 1}),
    ("R214", "| a | b |\n|---|---|\n| [k:: 1] | x:: y |", {"k": 1}),
    ("R215", "**Bold Key**:: v", {"bold-key": "v"}),
    ("R215", "_Long  Key_:: v", {"long-key": "v"}),
    ("R215", "Größe in m²:: 4", {"größe-in-m²": 4}),
    ("R215", "⭐:: 5", {"⭐": 5}),
    ("R216", "- milk [price:: 2]", {"price": 2}),
    ("R216", "- price:: 2", {"price": 2}),
    ("R216", "1. price:: 2", {"price": 2}),
    ("R216", "- a:: 1\n  2", {"a": "1 2"}),
    ("R216", "- milk\n    - price:: 2", {"price": 2}),
    ("R216", "- [ ] price:: 2", {}),
    ("R216", "- [x] milk [price:: 2]", {"price": 2}),
    ("R216", "> - price:: 2", {"price": 2}),
    ("R217", "k::", {"k": None}),
    ("R217", "[k::]", {"k": None}),
    ("R217", "k: v", {}),
    ("R217", "`a::b`", {}),
    ("R217", "`[a:: b]` and $[c:: d]$ and %%[e:: f]%% and <!-- [g:: h] -->", {}),
    ("R217", "```\na:: b\n```\n\n    c:: d\n\n$$\ne:: f\n$$\n\n%%\ng:: h\n%%", {}),
    ("R217", "- x\n  ```\n  a:: b\n  ```\n- k:: 1", {"k": 1}),
    ("R217", "a ` b\n\n[k:: 1] ` c", {"k": 1}),
    ("R218", "a:: 1\na:: 2", {"a": (1, 2)}),
    ("R218", "A b:: 1\n[a-b:: x]", {"a-b": (1, "x")}),
    ("R219", "a:: 12", {"a": 12}),
    ("R219", "a:: -1.5", {"a": -1.5}),
    ("R219", "a:: true", {"a": True}),
    ("R219", "a:: False", {"a": False}),
    ("R219", "a:: 2024-01", {"a": datetime.date(2024, 1, 1)}),
    ("R219", "a:: 2024-01-02T12:30", {"a": NOON}),
    ("R219", "a:: 2024-01-02T12:30Z", {"a": NOON.replace(tzinfo=datetime.UTC)}),
    ("R219", "a:: 2024-02-30", {"a": "2024-02-30"}),
    ("R219", "a:: 6hr 7min", {"a": Duration(0, 6 * HOUR + 7 * 60_000)}),
    ("R219", "a:: 1 year, 2 months", {"a": Duration(14, 0)}),
    ("R219", "a:: 3 cats", {"a": "3 cats"}),
    ("R219", "a:: [[Alpha#h|x]]", {"a": FieldLink("Alpha", "#h", "x", embed=False)}),
    ("R219", "a:: ![[p.png]]", {"a": FieldLink("p.png", "", "p.png", embed=True)}),
    ("R219", r'a:: "12, \"x\""', {"a": '12, "x"'}),
    ("R219", "a:: 1, true, 2024-01-02", {"a": (1, True, DAY)}),
    ("R219", 'a:: "x", "y"', {"a": ("x", "y")}),
    ("R219", "a:: first, second", {"a": "first, second"}),
    ("R219", "a:: " + "9" * 5_000, {"a": "9" * 5_000}),
    ("R220", "C++ std::vector is a container", {}),
    ("R220", "First line\nWe use std::move, always\nlast line", {"we-use-std": "move, always"}),
    ("R220", "f(x) std::move(x) or (x y::", {}),
    ("R220", "See http://[::1]/ now", {}),
]

TASKS = [
    ("R221", "- [ ] call 📅 2024-01-02", {"due": DAY}),
    ("R221", "- [x] call ✅ 2024-01-02", {"done": DAY}),
    ("R221", "- [ ] call ➕ 2024-01-02 ⏳ 2024-01-02", {"created": DAY, "scheduled": DAY}),
    ("R221", "* [ ] call 🛫2024-01-02", {"start": DAY}),
    ("R221", "- [-] call ❌ 2024-01-02", {"cancelled": DAY}),
    ("R221", "- [ ] call ⏫ 🔁 every 2 weeks 📅 2024-01-02",
     {"priority": "high", "recurrence": "every 2 weeks", "due": DAY}),
    ("R221", "- [ ] call 🆔 a1 ⛔ b2,c3", {"id": "a1", "depends_on": "b2,c3"}),
    ("R221", "- [ ] call [due:: 2024-01-02]", {"due": DAY}),
    ("R221", "- [ ] out\n    - [ ] in 📅 2024-01-02", {"due": DAY}),
    ("R221", "- [ ] call\n  later 📅 2024-01-02", {"due": DAY}),
    ("R221", "- [ ] call 📅 tomorrow", {}),
    ("R221", "- call 📅 2024-01-02", {}),
    ("R221", "call 📅 2024-01-02", {}),
    ("R221", "- [ ] `📅 2024-01-02`", {}),
]  # fmt: skip

TYPES = {"due": "date", "at": "datetime", "n": "number", "ok": "checkbox", "x": "text",
         "many": "multitext", "odd": "nothing"}  # fmt: skip

FITTING = [
    ("R192", "due", "2024-01-02", DAY),
    ("R192", "Due", "2024-01-02", DAY),
    ("R192", "due", "", None),
    ("R192", "due", None, None),
    ("R192", "at", "2024-01-02T12:30:00", NOON),
    ("R192", "at", "2024-01-02", datetime.datetime(2024, 1, 2)),  # noqa: DTZ001
    ("R192", "at", "2024-01-02T12:30:00Z", NOON.replace(tzinfo=datetime.UTC)),
    ("R192", "n", 4.5, 4.5),
    ("R192", "ok", True, True),
    ("R192", "x", "2024-01-02", "2024-01-02"),
    ("R192", "many", "one", ("one",)),
    ("R192", "many", ["a", 1, None], ("a", "1")),
    ("R192", "tags", "a", ("a",)),
    ("R192", "aliases", ["A", "B"], ("A", "B")),
    ("R192", "cssclasses", "wide", ("wide",)),
    ("R192", "odd", [1], [1]),
    ("R192", "undeclared", "2024-01-02", "2024-01-02"),
]

UNFIT = [
    ("R192", "due", "soon", "'soon' is no date"),
    ("R192", "due", "2024-01-02T12:30", "'2024-01-02T12:30' has a time"),
    ("R192", "at", 2024, "2024 is no date"),
    ("R192", "n", "4", "'4' is no number"),
    ("R192", "n", True, "True is no number"),
    ("R192", "ok", "yes", "'yes' is neither true nor false"),
    ("R192", "x", ["a"], "list is no text"),
    ("R192", "many", [["a"]], "list is no list of texts"),
]


@pytest.mark.parametrize(("text", "expected"), rows(FIELDS))
def test_inline_fields(text, expected):
    assert found(text) == expected
    assert found(text.replace("\n", "\r\n")) == expected


@pytest.mark.parametrize(("text", "expected"), rows(TASKS))
def test_fields_of_tasks(text, expected):
    assert found(text) == expected


@pytest.mark.parametrize(("name", "stored", "expected"), rows(FITTING))
def test_a_property_is_read_by_its_declared_type(name, stored, expected):
    read = property_types.typed(name, stored, TYPES)
    assert (read.value, read.problem) == (expected, "")
    assert type(read.value) is type(expected)


@pytest.mark.parametrize(("name", "stored", "problem"), rows(UNFIT))
def test_a_value_that_does_not_fit_is_reported_and_kept(name, stored, problem):
    read = property_types.typed(name, stored, TYPES)
    assert read.problem == problem
    assert str(read.value).replace(" ", "T").startswith(str(stored).replace(" ", "T"))
    (finding,) = property_types.findings("Note.md", {name: stored, "n": 1}, TYPES) if name != "n" \
        else property_types.findings("Note.md", {name: stored}, TYPES)  # fmt: skip
    assert problem in finding.message
    assert (finding.path, finding.code) == ("Note.md", "property-type")
