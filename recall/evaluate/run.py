"""Puts a vault or a corpus into a temporary store and asks it the questions of a golden set.

The store lies in a folder of its own that is removed at the end, whatever the end is; the user's
store is never opened. The questions take the way that ``recall search`` takes.
"""

from __future__ import annotations

import os
import time
from contextlib import contextmanager
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final, NamedTuple

from recall import config
from recall.errors import StoreError, UsageError
from recall.evaluate import corpus
from recall.evaluate.metrics import judged_queries
from recall.evaluate.report import EvaluationReport, evaluate, report_json
from recall.search.search import Scope, ranked_paths
from recall.search.settings import with_settings
from recall.search.when import parse_when
from recall.sources import documents, meaning, vaults
from recall.store import collections, plain_index
from recall.store.database import open_store

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from recall.evaluate.corpus import CorpusDocument, QueryRecord
    from recall.evaluate.metrics import Judgements
    from recall.store.database import Store

    Progress = Callable[[str, int, int], None]

READING, ASKING, ASKING_BASELINE = "Reading", "Asking", "Asking plain BM25"
"""Phases that progress is told of; the first counts files, the others questions."""

CREATED_FIELDS = ("time", "created")
"""Fields of a document that say when it was made; the first one present wins."""

TEXT_FIELDS: Final = (
    "type", "modified", "reinforced", "status", "superseded_by", "valid_until", "event_date",
)  # fmt: skip
"""Fields of a document that say what became of it (``recall.sources.documents.Text``)."""

CLOCK_FIELDS = ("as_of", "time")
"""Fields of a question that say when it is asked; the first one present wins."""


class Settings(NamedTuple):
    """How to measure.

    Attributes:
        now: Seconds since 1970 that count as now, but for questions that name their own moment.
        min_grade: Grade from which on a document is relevant.
        limit: Most documents of a question, 1 to 1,000.
        baseline: Whether plain BM25 is measured as well.
        words_only: Whether meaning is left out of account.
        progress: Called with a phase, what is done and what there is in all.
        user: Half-lives, floors and weights to rank with, by default the built-in ones.
    """

    now: float
    min_grade: int = 1
    limit: int = corpus.RUN_DEPTH
    baseline: bool = False
    words_only: bool = False
    progress: Progress | None = None
    user: config.Settings = config.Settings()


class Evaluation(NamedTuple):
    """A report with what it stands on.

    ``documents`` could be found; indexing them took ``index_seconds``. ``baseline`` is the report
    of plain BM25 over the same documents, None when it was not asked for. ``notes`` are sentences
    on what does not fit together.
    """

    report: EvaluationReport
    baseline: EvaluationReport | None
    questions: tuple[QueryRecord, ...]
    documents: int
    index_seconds: float
    notes: tuple[str, ...]


def evaluate_vault(
    root: str,
    queries_path: str,
    judgements_path: str,
    settings: Settings,
    kinds: Mapping[str, str] | None = None,
) -> Evaluation:
    """Measure answers from a vault; documents are named by their paths in it.

    ``kinds`` are the categories of the questions that have none of their own, by id.

    Raises:
        UsageError: a file is missing or broken, or no question is judged.
        VaultUnavailableError: there is no readable folder at ``root``.
    """
    queries = corpus.read_queries(queries_path)
    judgements = corpus.read_judgements(judgements_path)
    demand_judged(_ids(queries), judgements, settings.min_grade, judgements_path)
    if kinds:
        queries = tuple(
            query._replace(category=query.category or kinds.get(query.id)) for query in queries
        )
    notes = _scope_notes(queries)
    with temporary_store() as store:
        start = time.perf_counter()
        unread = _sync(store, root, settings)
        seconds = time.perf_counter() - start
        everywhere = tuple(query._replace(scope=None) for query in queries)
        found = _measure(store, everywhere, judgements, settings)
    notes += tuple(f"{path!r} could not be read." for path in unread)
    return found._replace(index_seconds=seconds, notes=notes + found.notes)


def evaluate_corpus(folder: str, settings: Settings) -> Evaluation:
    """Measure answers from the documents of a set; each scope is a namespace of its own.

    Raises:
        UsageError: a file is missing or broken, or no question is judged.
    """
    given = corpus.read_set(folder)
    judgements_path = os.path.join(folder, "qrels.tsv")
    demand_judged(_ids(given.queries), given.judgements, settings.min_grade, judgements_path)
    with temporary_store() as store:
        start = time.perf_counter()
        documents.load(store, given.name, map(_text, given.documents), settings.now)
        seconds = time.perf_counter() - start
        found = _measure(store, given.queries, given.judgements, settings)
    return found._replace(index_seconds=seconds)


def evaluation_json(found: Evaluation, *, each_query: bool = False) -> dict[str, object]:
    """An evaluation as plain values; those of the baseline are under its name."""
    plain = found.baseline
    return {
        **report_json(found.report, each_query=each_query),
        "documents": found.documents,
        "index_seconds": found.index_seconds,
        "notes": list(found.notes),
        "baseline": report_json(plain, each_query=each_query) if plain else None,
    }


@contextmanager
def temporary_store() -> Iterator[Store]:
    """A store that is gone afterwards, also after an error or an interrupt.

    Raises:
        StoreError: there is no place for it.
    """
    try:
        folder = TemporaryDirectory(prefix="recall-eval-")
    except OSError as error:
        reason = f"cannot be made: {error.strerror}. Name a folder with room in TMPDIR."
        raise StoreError("recall-eval", reason) from error
    with folder as path:
        store = open_store(os.path.join(path, "store.db"), writable=True)
        try:
            yield store
        finally:
            store.close()


def _sync(store: Store, root: str, settings: Settings) -> list[str]:
    """Read a vault into the store; returns the paths of files that could not be read."""
    vault = vaults.open_vault(os.path.abspath(os.path.expanduser(root)))
    with store.write():
        known = collections.add(store, "vault", vault.name, vault.root, settings.now)
    report = vaults.sync(store, known, now=settings.now, progress=settings.progress)
    meaning.embed(store, settings.progress)
    return [finding.path for finding in report.findings if finding.code == "unreadable"]


def _text(document: CorpusDocument) -> documents.Text:
    extra = document.extra
    made = next((extra[name] for name in CREATED_FIELDS if extra.get(name)), None)
    named = {name: _field(extra, name) for name in TEXT_FIELDS}
    count, tags = extra.get("reinforced_count"), extra.get("tags")
    return documents.Text(
        path=document.id,
        title=document.title,
        text=document.text,
        namespace=document.scope or "default",
        created=None if made is None else str(made),
        tags=tuple(map(str, tags)) if isinstance(tags, list) else (),
        reinforced_count=count if isinstance(count, int) and count > 0 else 0,
        pinned=extra.get("pinned") is True,
        **named,
    )


def _field(extra: Mapping[str, object], name: str) -> str | None:
    value = extra.get(name)
    return value if isinstance(value, str) and value else None


def _measure(
    store: Store, queries: Sequence[QueryRecord], judgements: Judgements, settings: Settings
) -> Evaluation:
    moments = {query.id: _moment(query, settings.now) for query in queries}
    everywhere = with_settings(Scope(settings.now), settings.user)
    if settings.words_only:
        everywhere = everywhere._replace(meaning=0.0)

    def ask(query: QueryRecord) -> tuple[str, ...]:
        scope = everywhere._replace(now=moments[query.id], namespace=query.scope)
        return ranked_paths(store, query.query, scope, limit=settings.limit)

    with store.read():
        there = list(plain_index.searchable(store))
    report = _report(ask, queries, judgements, settings, ASKING)
    plain = None
    if settings.baseline:
        ask_plain = _baseline(there, queries, settings.limit)
        plain = _report(ask_plain, queries, judgements, settings, ASKING_BASELINE)
    paths = {document.path for document in there}
    return Evaluation(
        report=report,
        baseline=plain,
        questions=tuple(queries),
        documents=len(paths),
        index_seconds=0.0,
        notes=_notes(queries, judgements, paths, settings.min_grade),
    )


def _report(
    ask: Callable[[QueryRecord], Sequence[str]],
    queries: Sequence[QueryRecord],
    judgements: Judgements,
    settings: Settings,
    phase: str,
) -> EvaluationReport:
    progress = settings.progress

    def tell(done: int, total: int) -> None:
        if progress:
            progress(phase, done, total)

    return evaluate(ask, queries, judgements, min_grade=settings.min_grade, progress=tell)


def _baseline(
    there: Sequence[plain_index.PlainDocument], queries: Sequence[QueryRecord], limit: int
) -> Callable[[QueryRecord], Sequence[str]]:
    """Plain BM25 with an index for each scope, so that its word counts are the scope's own."""
    wanted = {query.scope for query in queries}
    groups: dict[str | None, list[plain_index.PlainDocument]] = {}
    for document in there:
        for scope in {None, document.namespace} & wanted:
            groups.setdefault(scope, []).append(document)
    # Made before the first question, whose time is measured.
    indexes = {scope: plain_index.PlainIndex(group) for scope, group in groups.items()}

    def ask(query: QueryRecord) -> Sequence[str]:
        index = indexes.get(query.scope)
        return index.ranked_paths(query.query, limit) if index else ()

    return ask


def _moment(query: QueryRecord, now: float) -> float:
    """When a question is asked: the end of the day or minute that it names, else ``now``."""
    for name in CLOCK_FIELDS:
        value = query.extra.get(name)
        if value:
            named = parse_when(str(value), now)
            if named is None:
                message = f"The question {query.id!r} has the {name} {value!r}, which is no date."
                raise UsageError(f"{message} Write it as 2026-03-12.")
            return named.end - 1
    return now


def _ids(queries: Sequence[QueryRecord]) -> set[str]:
    return {query.id for query in queries}


def demand_judged(asked: set[str], judgements: Judgements, min_grade: int, path: str) -> None:
    """Demand that a question that is asked is judged.

    Raises:
        UsageError: none is; the message names the file of judgements and why.
    """
    judged = set(judged_queries(judgements, min_grade))
    if judged & asked:
        return
    if judged:
        count = len(judged)
        its = f"none of its {count:,} questions is" if count > 1 else "its one question is not"
        reason = f"{its} among those asked. Compare the ids."
    else:
        reason = f"no document has grade {min_grade} or more. Add one, or lower --min-grade."
    raise UsageError(f"{path}: there is nothing to measure: {reason}")


def _scope_notes(queries: Sequence[QueryRecord]) -> tuple[str, ...]:
    scoped = [query.id for query in queries if query.scope is not None]
    if not scoped:
        return ()
    return (f"{_some(scoped, 'question')} with a scope asked of the whole vault.",)


def _notes(
    queries: Sequence[QueryRecord],
    judgements: Judgements,
    paths: set[str],
    min_grade: int,
) -> tuple[str, ...]:
    """What of the three files does not fit together: counted and said, never fatal."""
    asked: Mapping[str, None] = dict.fromkeys(query.id for query in queries)
    judged = dict.fromkeys(judged_queries(judgements, min_grade))
    strangers = [query for query in judged if query not in asked]
    right = dict.fromkeys(
        name for query in judged for name, grade in judgements[query].items() if grade > 0
    )
    missing = [name for name in right if name not in paths]
    unjudged = [query for query in asked if query not in judged]
    notes = []
    if strangers:
        notes.append(f"{_some(strangers, 'judged question')} not asked: each counts as 0.")
    if missing:
        notes.append(f"{_some(missing, 'judged document')} not there: no answer can have them.")
    if unjudged:
        notes.append(f"{_some(unjudged, 'question')} without judgement: asked, not measured.")
    return tuple(notes)


def _some(names: Sequence[str], noun: str) -> str:
    plural = "" if len(names) == 1 else "s"
    more = ", ..." if len(names) > 3 else ""
    return f"{len(names):,} {noun}{plural} ({', '.join(map(repr, names[:3]))}{more})"
