"""R245: what a base is, its keys, and the property ids in it."""

import datetime

import pytest
from rulebook import rows

from vault_sync import Vault, bases

NOW = datetime.datetime(2026, 3, 1, 12, tzinfo=datetime.UTC)

BASES = [
    ("R245", "", True, ()),
    ("R245", "# nothing yet\n", True, ()),
    ("R245", "filters: 'a'\nformulas: {f: '1'}\nproperties: {}\nsummaries: {}\nviews: []\n",
     True, ()),
    ("R245", "views:\n  - type: table\n    name: A\n", True, ()),
    ("R245", "views: [", False, ("invalid-base",)),
    ("R245", "a: 1\na: 2\n", False, ("invalid-base",)),
    ("R245", "- a\n- b\n", False, ("invalid-base",)),
    ("R245", "just words\n", False, ("invalid-base",)),
    ("R245", "formulas: 3\n", True, ("invalid-base",)),
    ("R245", "views: {a: b}\n", True, ("invalid-base",)),
    ("R245", "views: [3]\n", True, ("invalid-base",)),
    ("R245", "views: [{name: A, limit: many}]\n", True, ("invalid-base",)),
]  # fmt: skip

KEPT = [
    ("R245", "later: {x: [1]}\n", {"later": {"x": [1]}}, {}),
    ("R245", "views:\n  - {type: map, name: M, rowHeight: tall, center: [1, 2]}\n",
     {}, {"rowHeight": "tall", "center": [1, 2]}),
]  # fmt: skip

PROPERTY_IDS = [
    ("R245", "note.price > 2", ["Dear.md"]),
    ("R245", "price > 2", ["Dear.md"]),
    ("R245", 'note["price"] > 2', ["Dear.md"]),
    ("R245", "PRICE > 2", ["Dear.md"]),
    ("R245", 'note["unit-price"] == 7', ["Cheap.md"]),
    ("R245", "unit-price == 7", ["Cheap.md"]),
    ("R245", 'file.ext == "base"', ["x.base"]),
    ("R245", 'file.name == "Dear.md"', ["Dear.md"]),
    ("R245", "formula.double == 10", ["Dear.md"]),
    ("R245", 'formula["double"] == 10', ["Dear.md"]),
    ("R245", "formula.again > 2", ["Dear.md"]),
]


def read(text):
    return bases.parse("x.base", text.encode())


@pytest.mark.parametrize(("text", "is_readable", "codes"), rows(BASES))
def test_what_is_a_base(text, is_readable, codes):
    base = read(text)
    assert base.is_readable == is_readable
    assert tuple(finding.code for finding in base.findings) == codes


@pytest.mark.parametrize(("text", "extra", "options"), rows(KEPT))
def test_unknown_keys_are_kept(text, extra, options):
    base = read(text)
    assert base.extra == extra
    assert (base.views[0].options if base.views else {}) == options


@pytest.mark.parametrize(("statement", "expected"), rows(PROPERTY_IDS))
def test_property_ids(tmp_path, statement, expected):
    (tmp_path / "Cheap.md").write_text("---\nprice: 1\nunit-price: 7\n---\n")
    (tmp_path / "Dear.md").write_text("---\nPrice: 5\n---\n")
    (tmp_path / "x.base").write_text("")
    base = read(
        f"filters: {statement!r}\nformulas:\n  double: price * 2\n  again: formula.double - price\n"
    )
    found = bases.listed(base, None, bases.VaultFiles(Vault.open(tmp_path)), now=NOW)
    assert found.paths == tuple(expected)
    assert found.findings == ()
