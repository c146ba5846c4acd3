"""Which expressions are run at all, and that those that are do not take for ever."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vault_sync.expressions import (
    MAX_EXPRESSION,
    MAX_PATH_OF_CHOICES,
    SlowExpressionError,
    compiled,
)
from vault_sync.settings import MAX_EXPRESSIONS, VaultSettings, load

USUAL = [
    (r"\.excalidraw\.md$", "a/b.excalidraw.md", "a/b.md"),
    (r"^(Archive|Old)\/", "old/a.md", "a/old/b.md"),
    (r"\d{4}-\d{2}", "log/2024-01.md", "log/2024.md"),
    (r"(foo|bar)+x", "foobarx.md", "foobar.md"),
    (r"^(?!Notes\/).*", "other/a.md", "notes/a.md"),
    (r".*\/templates\/.*\.md$", "a/Templates/b.md", "templates/b.md"),
    (r"^Daily\/\d+-\d+-\d+.*\.md$", "daily/2024-1-2 x.md", "daily/2024-1.md"),
    (r"(^|\/)_[^\/]+\.md$", "a/_b.md", "a/b_.md"),
    (r"([^\/]+\/)+attachments\/", "a/b/attachments/c.png", "attachments/c.png"),
    (r"\.(png|jpe?g|gif|webp)$", "a.jpeg", "a.jpx"),
    (r"(?:Archive|Archived)\/", "archived/a", "archives/a"),
    (r"(a|ab)+x", "aababx", "aabab"),
    (r"(foo|for)+x", "fooforx", "fx"),
    (r"(k|s)+x", "\u212a\u017fx", "x"),
    (r"[\w -]+ \(\d+\)\.md$", "my note (2).md", "my note.md"),
    (r"(?<year>\d{4})\/(?<!a)b", "2024/b", "2024/c"),
    (r"^(.*\/)?private", "x/private.md", "x/a private.md"),
    (r"\bdraft\b", "a draft.md", "drafty.md"),
    (r"(\d+)-\1", "a/12-12", "a/12-34"),
    (r"(?:)", "a", None),
    (r"é+ß", "éÉß", "é"),
]


@pytest.mark.parametrize(("source", "match", "other"), USUAL)
def test_r252_usual_expressions_work(source: str, match: str, other: str | None) -> None:
    expression = compiled(source)
    assert expression is not None
    assert expression.matches(match)
    assert other is None or not expression.matches(other)


SLOW = [
    "(a+)+$",
    "(a*)*b",
    "(a|a)*b",
    "(a|aa)+$",
    "(a|a)" * 30 + "b",
    "(.|a)+$",
    "(a?)+b",
    "(a?b?)*c",
    "(a+a+)+b",
    "([a-z]+)*1",
    r"(\w+\s?)+$",
    r"(\w.|\d.)+-",
    "((ab)*)*c",
    "(a{1,30}){1,30}b",
    "(ka|\u212aa)+x",
    "(sa|\u017fa)+x",
    "([\u2100-\u2200]a|ka)*x",
    "(a+?)+?b",
    "a*" * 5 + "b",
    ".*.*.*.*x",
    "a?" * 40 + "a" * 40,
    "(?:){100000000}",
    "(?:()){100000000}x",
    r"(?:\b){100000000}",
    "(?=(a+)+$)",
    "(?!(a|a)+b)a",
    "(a)?(?(1)b|c)",
    r"(?a:(\S+\x1c?)+$)",
    r"(a*)*\1b",
    "x" * (MAX_EXPRESSION + 1),
    "(" * 240 + ")" * 240 + "(a+)+b",
]


@pytest.mark.parametrize("source", SLOW, ids=lambda source: source[:20])
def test_expressions_that_may_take_for_ever_are_refused(source: str) -> None:
    with pytest.raises(SlowExpressionError):
        compiled(source)


@pytest.mark.parametrize("source", ["(", "[a", "(?<n>a)(?<n>b)", "a{99999999999}", "*"])
def test_r252_expressions_that_python_does_not_understand_are_none(source: str) -> None:
    assert compiled(source) is None


PIECES = ["a", "b", "[ab]", ".", "a?", "(", "(", ")", ")", "|", "*", "+", "?", "{1,3}", "{2}"]
PIECES += ["*?", "$", "^", "(?=", "(?:", "(?!", r"\b", r"\w", r"[^b]", "ab", "aa"]


@given(st.lists(st.sampled_from(PIECES), max_size=14).map("".join))
def test_what_is_run_ends(source: str) -> None:
    try:
        expression = compiled(source)
    except SlowExpressionError:
        return
    if expression is None:
        return
    # 2^60 steps for those that are not seen: they would run into the limit of a whole test
    for path in ("a" * 60, "ab" * 30, "a" * 60 + "!", "ab" * 30 + "!", "b" * 60):
        expression.matches(path)


def test_a_path_is_tried_as_far_as_the_expression_allows() -> None:
    plain, hard = compiled("x$"), compiled("^.*b.*x$")
    assert plain is not None
    assert hard is not None
    long = "b" * MAX_PATH_OF_CHOICES + "x"
    assert plain.matches(long)
    assert hard.matches(long[1:])
    assert not hard.matches(long)


def test_the_worst_expression_that_is_run_ends_on_the_longest_path() -> None:
    expression = compiled("a*a*b")
    assert expression is not None
    assert not expression.matches("a" * MAX_PATH_OF_CHOICES)


def test_refused_expressions_are_findings_and_the_others_hold(tmp_path: Path) -> None:
    folder = tmp_path / ".obsidian"
    folder.mkdir()
    filters = ["/(a+)+$/", "Archive/", "/^old/", f"/{'(b|b)*' * 30}c/"]
    (folder / "app.json").write_text(json.dumps({"userIgnoreFilters": filters}))
    settings = load(str(tmp_path))
    assert [(found.path, found.code) for found in settings.findings] == [
        (".obsidian/app.json", "slow-expression")
    ] * 2
    assert settings.findings[0].message == (
        "The excluded files '/(a+)+$/' are not excluded: looking for them may never end."
    )
    assert settings.user_ignore_filters == tuple(filters)
    assert [settings.is_excluded(path) for path in ("a" * 60, "Archive/x", "Old")] == [
        False,
        True,
        True,
    ]


def test_expressions_above_their_number_are_ignored() -> None:
    filters = (*(f"/x{index}y/" for index in range(MAX_EXPRESSIONS)), "/last/")
    settings = VaultSettings(user_ignore_filters=filters)
    assert settings.is_excluded("x99y")
    assert not settings.is_excluded("last")
