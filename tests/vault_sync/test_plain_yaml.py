"""Plain headers read without YAML say what YAML says."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vault_sync import plain_yaml, yaml_core

PLAIN = [
    "aliases: \n- \ntags:\n- seedling\npublish: true\n",
    "type: decision\nstatus: accepted\ndate: 2026-02-11\n",
    "tags:\n  - a/b\n  - c d\nup:\n",
    "title: Don't (really) & more\n",
    "a: Null\nb: FALSE\nc: nullify\n",
    "titel: Übersicht der Samen\n",
    "key:   spaced   words  \n",
    'plugin-id: a-b\nup: "[[Two Words#H|x]]"\nn: 0\nm: 120\n',
    "link: https://x.test/a?b=c#d:e\nat: 2024-04-12 14:26\nto: 2024-04-12T14:14:15+02:00\n",
]


@pytest.mark.parametrize("header", PLAIN)
def test_a_plain_header_needs_no_yaml(header):
    assert plain_yaml.load(header) == yaml_core.load(header)


@pytest.mark.parametrize(
    "header",
    [
        "a: 012\n", "a: -1\n", "a: 1.5\n", 'a: "x\\\\n"\n', "a: https://x.test: y\n", "a: 'x'\n", "a: b: c\n", "a: x #y\n", "a: [x]\n", "a: x\n- y\n", "a: x\n  y\n",
        "a:\n- x\n  - y\n", "a: x\na: y\n", "- x\n", "a: *x\n", "a: &x y\n", "a: |\n  x\n",
        "a:x\n", "a: ~\n", "a:\tx\n", "#c\na: x\n", "a: x\n\nb: y\n", "a: .inf\n", "a: -\n", "",
        "a: {x}\n", "? a\n", "a: x:\n", "a: !x y\n", "a: x, y\n", "<<: x\n", "a: \u0085x\n",
    ],
)  # fmt: skip
def test_everything_else_is_left_to_yaml(header):
    assert plain_yaml.load(header) is None


PIECES = st.sampled_from(
    [
        "a:", "b: ", "c: word", "tags:", "- ", "- x", "  - x y", "    - z", "-", "- true", "a: null",
        "d: 2024-01-02", "e: 2024", "f: x - y", "g: x: y", "h: don't", "i: a (b)", "- - x", " j: k",
        "k: l  ", "l:  m", "- Null ", "m: on", "n: x/y.z", "o: ümlaut", "p: 日本 語", "q: a\u00a0b",
        "r: \u2028x", "s: x\u0301", "- 2024-1-1", "t: a+b", "u: & x", "v: 'x", "w: x'", "", " ",
        "x: ² y", "y: a²", "z: Ⅳ",
        "a-b: x", "é: x", 'aa: "x: y"', 'bb: "[[x]]"', 'cc: "x" y', 'dd: ""', "ee: 0", "ff: 00",
        "gg: 12345678901234567890", "hh: http://a.b/c:", "ii: http://a #b", "jj: 2024-01-01T10:00Z",
        'kk: "x\u0085"', "- 7", '- "q"', "ll: 12:30",
    ]
)  # fmt: skip


@given(st.lists(PIECES, max_size=7))
def test_where_it_answers_it_says_what_yaml_says(lines):
    header = "".join(f"{line}\n" for line in lines)
    plain = plain_yaml.load(header)
    if plain is not None:
        assert plain == yaml_core.load(header)


@given(
    st.text(alphabet=st.sampled_from("ab:- \n#'\"[]{}&*!|>%@`,?~.0+é日\u00a0\u0085\t"), max_size=30)
)
def test_no_text_is_read_otherwise_than_by_yaml(text):
    plain = plain_yaml.load(text)
    if plain is not None:
        assert plain == yaml_core.load(text if text.endswith("\n") else f"{text}\n")
