"""Records of a search, shared by every floor of recall; ``recall.reports`` has the others.

Named tuples: immutable, typed, and a seventh of a dataclass's cost at import, which the
start-up budget of a search feels (DESIGN section 10); so does compiling annotations kept as text,
which is why they are evaluated here. Lines are one-based here, times are
seconds since 1970 in UTC, scores lie in [0, 1]. Field names are the JSON keys.
"""

from typing import Literal, NamedTuple, TypeAlias

Detail: TypeAlias = Literal["index", "summary", "full"]
"""How much of a hit is shown: about 30, 80 or 150 to 300 tokens."""

SourceKind: TypeAlias = Literal["memory", "file", "transcript", "vault"]

DateOrigin: TypeAlias = Literal["property", "name", "modified", "created", "none"]
"""What an item's date was taken from; ``none`` is an undated item, which does not decay."""

Verdict: TypeAlias = Literal["answered", "nothing_relevant", "filtered_out", "incomplete"]


class Currency(NamedTuple):
    """How current an item is, with everything that went into it (DESIGN section 4.4).

    ``value`` = ``status_factor`` * (``floor`` + (1 - ``floor``) * 2^(-age/half_life)), in (0, 1].
    ``half_life_days`` is None for an item that does not decay, ``reason`` then says why.
    """

    value: float
    age_days: float
    half_life_days: float | None
    floor: float
    status_factor: float
    reason: str


class Term(NamedTuple):
    """One line of a hit's arithmetic; ``operation`` joins it to the lines above."""

    operation: Literal["start", "add", "multiply"]
    name: str
    value: float
    note: str


class Snippet(NamedTuple):
    """Why a passage was found: one run of its text, ``marks`` are [start, end) to emphasise."""

    text: str
    first_line: int
    last_line: int
    marks: tuple[tuple[int, int], ...]


class Hit(NamedTuple):
    """One item that answers a query, at its best passage.

    ``path`` is relative to the root of ``collection`` (the vault's name); ``citation`` is
    ``path#L12-L18``. ``missing`` are query words that stand nowhere in the item.
    ``score`` = ``relevance`` * ``currency.value``. ``linked_from`` is the title of the item whose
    link says the words, where the passage itself has none of them.
    """

    rank: int
    id: str
    source: SourceKind
    collection: str
    kind: str
    title: str
    path: str
    first_line: int
    last_line: int
    headings: tuple[str, ...]
    score: float
    relevance: float
    currency: Currency
    date: str | None
    date_origin: DateOrigin
    tags: tuple[str, ...]
    status: str | None
    superseded_by: str | None
    missing: tuple[str, ...]
    snippet: Snippet
    text: str
    uri: str | None
    terms: tuple[Term, ...]
    shows_vault: bool = False
    linked_from: str | None = None

    @property
    def citation(self) -> str:
        """Place of the passage in its vault, ``path#L12-L18`` or ``path#L12``; a memory's id."""
        return cite(self.path or self.id, self.first_line, self.last_line)

    @property
    def full_path(self) -> str:
        """The path, behind the vault's name where several vaults were asked; a memory's id."""
        if not self.path:
            return self.id
        return f"{self.collection}/{self.path}" if self.shows_vault else self.path

    @property
    def address(self) -> str:
        """What ``get`` takes for the passage: its citation, with the vault's name if needed."""
        return cite(self.full_path, self.first_line, self.last_line)


class Withheld(NamedTuple):
    """Hits that exist and are not shown; ``reason`` is budget, limit, floor, expired, ..."""

    reason: str
    hits: int


class Suggestion(NamedTuple):
    """Did you mean: a word that stands nowhere, and what it was probably meant to be."""

    word: str
    meant: str


class Step(NamedTuple):
    """One step of strict-to-relaxed: what was asked for and how many items answered."""

    asked: str
    items: int


class Results(NamedTuple):
    """The answer to a search, best hit first. ``total`` counts items before ``limit``.

    ``total`` is a lower bound when ``total_is_exact`` is false.
    """

    query: str
    understood: str
    notes: tuple[str, ...]
    steps: tuple[Step, ...]
    verdict: Verdict
    hits: tuple[Hit, ...]
    total: int
    total_is_exact: bool
    suggestions: tuple[Suggestion, ...]
    as_of: float
    failures: tuple[str, ...]


class Shown(NamedTuple):
    """A hit as it will be printed: at which detail, the text of that level, its tokens."""

    hit: Hit
    detail: Detail
    text: str
    tokens: int


class Answer(NamedTuple):
    """Results at a level of disclosure.

    ``cursor`` gets what was withheld; it is None when nothing was, and where not even the next
    hit fits: ``needed_tokens`` is then the budget that it fits into.
    """

    results: Results
    detail: Detail
    max_tokens: int | None
    shown: tuple[Shown, ...]
    tokens: int
    withheld: tuple[Withheld, ...]
    cursor: str | None
    needed_tokens: int | None = None


def cite(path: str, first_line: int, last_line: int) -> str:
    """``path#L12-L18``, the address of lines that ``get`` understands (one-based)."""
    if last_line <= first_line:
        return f"{path}#L{first_line}"
    return f"{path}#L{first_line}-L{last_line}"
