"""Values of properties: YAML 1.2 core (OBSIDIAN.md section 9, R180 to R193)."""

import math

import pytest
from rulebook import rows

from vault_sync import yaml_core
from vault_sync.note import parse

# rule, text between the dashes, properties
VALUES = [
    ("R180", "d: 2024-07-21", {"d": "2024-07-21"}),
    ("R180", "t: 2024-07-21T12:37:00", {"t": "2024-07-21T12:37:00"}),
    ("R180", "t: 2024-07-21 12:37:00.5", {"t": "2024-07-21 12:37:00.5"}),
    ("R180", "d: [2024-07-21]", {"d": ["2024-07-21"]}),
    ("R181", "a: yes\nb: on\nc: no\nd: off", {"a": "yes", "b": "on", "c": "no", "d": "off"}),
    ("R181", "a: Yes\nb: y\nc: N\nd: OFF", {"a": "Yes", "b": "y", "c": "N", "d": "OFF"}),
    ("R181", "a: true\nb: False\nc: TRUE\nd: tRUE", {"a": True, "b": False, "c": True, "d": "tRUE"}),
    ("R182", "n: 012\no: 0o12\nh: 0x1f", {"n": 12, "o": 10, "h": 31}),
    ("R182", "n: -08\nm: +7\nu: 1_000\nb: 0b11", {"n": -8, "m": 7, "u": "1_000", "b": "0b11"}),
    ("R183", "t: 12:30\nu: 12:30:45\nv: 1:2.5", {"t": "12:30", "u": "12:30:45", "v": "1:2.5"}),
    ("R184", 'v: 1.10\nw: "1.10"', {"v": 1.1, "w": "1.10"}),
    ("R184", "a: 1.2.3\nb: 1e3\nc: .5\nd: '1'", {"a": "1.2.3", "b": 1000.0, "c": 0.5, "d": "1"}),
    ("R185", "x:\ny: ~\nz: null", {"x": None, "y": None, "z": None}),
    ("R185", "x: ''\ny: NULL\nz: nUll", {"x": "", "y": None, "z": "nUll"}),
    ("R186", "x:\n-\n-", {"x": [None, None]}),
    ("R186", "x:\n  - \n  - a\n  - ~", {"x": [None, "a", None]}),
    ("R187", "m:\n  a: 1\n  b: {c: [x, [y]]}", {"m": {"a": 1, "b": {"c": ["x", ["y"]]}}}),
    ("R187", "m:\n  - a: 1\n    b: 2\n  - []", {"m": [{"a": 1, "b": 2}, []]}),
    ("R188", "a: |\n  one\n  # two\nb: >-\n  x\n  y", {"a": "one\n# two\n", "b": "x y"}),
    ("R188", "a: >\n  x\n\n  y\nb: |-\n  z", {"a": "x\ny\n", "b": "z"}),
    ("R189", "id: 20240721120000123456", {"id": 20240721120000123456}),
    ("R189", f"id: {'9' * 600}", {"id": "9" * 600}),
    ("R189", "id: 007", {"id": 7}),
    ("R190", "a: !!python/object/apply:os.system ['x']", {"a": ["x"]}),
    ("R190", "a: !mine x\nb: !!binary aGk=\nc: !!set {x}", {"a": "x", "b": "aGk=", "c": {"x": None}}),
    ("R190", "b: !!str 1", {"b": "1"}),
    ("R191", "a: &k [1, 2]\nb: *k\nc: {d: *k}", {"a": [1, 2], "b": [1, 2], "c": {"d": [1, 2]}}),
    ("R193", "a: [x, x]\nd: 2024-01-02T03:04:05+02:00", {"a": ["x", "x"], "d": "2024-01-02T03:04:05+02:00"}),
]  # fmt: skip


@pytest.mark.parametrize(
    ("header", "properties"),
    rows(VALUES),
)
def test_what_a_value_is(header, properties):
    note = parse("n.md", f"---\n{header}\n---\nbody".encode())
    assert note.properties == properties
    assert repr(note.properties) == repr(properties)  # 1 is not True and not 1.0
    assert note.findings == ()


LAUGHS = "a0: &a0 [x, x]\n" + "".join(
    f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 12)
)

# rule, text between the dashes, what the finding says
REFUSED = [
    ("R190", "a: !!int x\n", "invalid literal for int() with base 10: 'x'"),
    ("R190", "a: !!python/object:x {\n", "did not find expected node content"),
    ("R191", LAUGHS, "too many or too deeply nested values"),
    ("R191", "a: &a [*a]\n", "too many or too deeply nested values"),
    ("R191", "a: *nowhere\n", "found undefined alias"),
    ("R191", f"a: {'[' * (yaml_core.MAX_DEPTH + 1)}{']' * (yaml_core.MAX_DEPTH + 1)}\n", "too many or too deeply"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("header", "message"),
    rows(REFUSED),
)
def test_what_would_grow_without_end_is_refused(header, message):
    note = parse("n.md", f"---\n{header}---\nbody".encode())
    assert note.properties == {}
    assert [finding.code for finding in note.findings] == ["invalid-yaml"]
    assert message in note.findings[0].message


# rule, text of a number, its kind
SPECIAL = [("R184", ".inf", math.inf), ("R184", "-.INF", -math.inf)]


@pytest.mark.parametrize(("text", "value"), rows(SPECIAL))
def test_numbers_without_end(text, value):
    assert parse("n.md", f"---\na: {text}\n---\n".encode()).properties == {"a": value}


def test_an_anchor_used_twice_gives_two_values():
    properties = parse("n.md", b"---\na: &k [1]\nb: *k\n---\n").properties
    assert properties["a"] is not properties["b"]
