"""Search in one process: the median and the slow end, beside the bare FTS5 query of the same words.

    python -m tests.benchmarks.search [--passages 10000 100000] [--questions 100] [--rounds 3]

Questions have 6 to 10 words, drawn as the texts were. The baseline asks the same table for any of
the words, best by bm25 first, and fetches nothing else. Of each question's repetitions the best
and the median count.
"""

import argparse
import tempfile
import time
from pathlib import Path
from statistics import median

from tests.benchmarks.make_vault import Writer, hub_archive, unpack
from tests.benchmarks.measure import Row, clocked, quantile, show

WORDS_A_PASSAGE = 150
PASSAGES_A_DOCUMENT = 4
BATCH = 5_000

HUB_QUESTIONS = (
    "how do I export my notes to PDF with a theme",
    "plugin that shows tasks from all notes in one list",
    "what is the best way to organise daily notes",
    "sync notes between phone and laptop without paying",
    "change the colour of links and tags with CSS",
    "templates that insert the date of today by themselves",
    "which plugin draws a calendar in the side pane",
    "import notes from Evernote or Notion into a vault",
    "show a graph of linked notes around this one",
    "write equations and chemistry formulas in a note",
    "how to use dataview queries for a reading list",
    "keyboard shortcuts for people who come from Vim",
    "publish a digital garden from a vault for free",
    "spaced repetition flashcards made from my own notes",
    "theme with good contrast for people with weak eyes",
    "Zettelkasten workflow with folders or with links and tags",
)


def fill(path, passages):
    """A store with so many passages, in documents of a few headings each."""
    from recall.sources.documents import Text, load
    from recall.store.database import open_store

    writer = Writer(11)
    store = open_store(path, writable=True)
    documents = passages // PASSAGES_A_DOCUMENT
    for begin in range(0, documents, BATCH):
        texts = [
            Text(f"{number}.md", writer.words(3).title(), _text(writer))
            for number in range(begin, min(begin + BATCH, documents))
        ]
        load(store, f"part {begin}", texts, now=0.0)
    store.close()


def _text(writer):
    parts = [
        f"## {writer.words(2)}\n\n{writer.words(WORDS_A_PASSAGE)}."
        for _ in range(PASSAGES_A_DOCUMENT)
    ]
    return "\n\n".join(parts) + "\n"


def measure(title, path, questions, rounds, limits=()):
    """Rows for a store; ``limits`` are the most milliseconds at the median and at 95 of 100."""
    from recall import Recall
    from recall.store import passage_search
    from recall.store.database import open_store
    from recall.store.tokenizer import word_terms

    store = open_store(path, writable=False)
    total = passage_search.size(store)
    expressions = [
        " OR ".join(term for word in question.split() for term in word_terms(word))
        for question in questions
    ]

    def bare(expression):
        store.connection.execute(
            "select rowid, rank from passage_index where passage_index match ? "
            "order by rank limit 10", (expression,)
        ).fetchall()  # fmt: skip

    ours, theirs = [], []
    with Recall.open(path) as recall:
        for number, question in enumerate(questions):
            recall.search(question)  # the pages of this question are in memory for both
            bare(expressions[number])
            pairs = [_pair(recall, question, bare, expressions[number]) for _ in range(rounds)]
            ours.append([1_000 * each[0] for each in pairs])
            theirs.append([1_000 * each[1] for each in pairs])
    store.close()
    rows = []
    for name, share, limit, ratio in (("p50", 0.5, 20, 0.7), ("p95", 0.95, 50, None)):
        mine = [quantile(map(choose, ours), share) for choose in (min, median)]
        base = [quantile(map(choose, theirs), share) for choose in (min, median)]
        rows.append(Row(f"{name} / bare FTS5", mine, base, ratio if limits else None))
        if limits:
            rows.append(Row(f"{name} alone", mine, None, limit))
    return f"{title}: {total:,} passages, {len(questions)} questions", rows


def _pair(recall, question, bare, expression):
    first = time.perf_counter()
    recall.search(question)
    second = time.perf_counter()
    bare(expression)
    return second - first, time.perf_counter() - second


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--passages", type=int, nargs="*", default=[10_000, 100_000])
    parser.add_argument("--questions", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    asking = Writer(23)
    questions = [asking.question() for _ in range(arguments.questions)]
    with tempfile.TemporaryDirectory(prefix="recall-benchmark-") as name:
        folder = Path(name)
        for passages in arguments.passages:
            path = str(folder / f"{passages}.db")
            taken = clocked(lambda path=path, passages=passages: fill(path, passages))
            print(f"filled in {taken:.0f} s")
            show(*measure("Search of Zipf's words", path, questions, arguments.rounds,
                          limits=passages >= 100_000))  # fmt: skip
        archive = hub_archive()
        if archive:
            (folder / "hub").mkdir()
            path = str(folder / "hub.db")
            _sync(unpack(archive, folder / "hub"), path)
            show(*measure("Search of the Obsidian hub", path, HUB_QUESTIONS, arguments.rounds))


def _sync(root, path):
    from recall import Recall

    with Recall.open(path, writable=True) as recall:
        recall.add_vault(str(root))
        recall.sync()


if __name__ == "__main__":
    main()
