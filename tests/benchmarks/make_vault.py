"""Vaults to measure on: one written by rule, of any size, and the Obsidian hub's where it is.

python -m tests.benchmarks.make_vault FOLDER [NOTES]
"""

import os
import random
import sys
import tarfile
from bisect import bisect
from itertools import accumulate
from pathlib import Path

from tests.benchmarks.measure import ROOT

GRAMMAR = (  # noqa: SIM905 - a list of a hundred strings would be a page
    "the of and to a in is it you that was for on are with as they be at one have this from or had "
    "by but not what all were we when your can there an which their if will do each how about out "
    "many then them these so some would make like him into has two more no way could my than been "
    "who its now may did get made over down only where most after any us"
).split()
SYLLABLES = (  # noqa: SIM905
    "ba be bi bo ca co da de di do fa fe fi ga go ha he ka ke ki la le li lo ma me mi mo na ne ni "
    "no pa pe po ra re ri ro sa se si so ta te ti to va ve vi za zo ster ling port mark stone field"
).split()
VOCABULARY = 40_000
FOLDERS = ("Projects", "Areas/Work", "Areas/Home", "Archive/2023", "Archive/2024", "People")
TAGS = ("work", "work/meeting", "idea", "todo", "reading", "person", "decision", "home/kitchen")


class Writer:
    """Words by Zipf's law, the commonest ones English, so that texts weigh as texts do."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        made = random.Random(1)
        rare = {
            "".join(made.choices(SYLLABLES, k=made.randint(2, 4))) for _ in range(VOCABULARY * 2)
        }
        self.vocabulary = [*GRAMMAR, *sorted(rare, key=lambda _: made.random())[:VOCABULARY]]
        self._weights = list(accumulate(1 / (rank + 2.7) for rank in range(len(self.vocabulary))))

    def word(self) -> str:
        return self.vocabulary[bisect(self._weights, self.random.random() * self._weights[-1])]

    def words(self, count: int) -> str:
        return " ".join(self.word() for _ in range(count))

    def sentence(self) -> str:
        return self.words(self.random.randint(6, 18)).capitalize() + "."

    def paragraph(self) -> str:
        return " ".join(self.sentence() for _ in range(self.random.randint(2, 6)))

    def question(self) -> str:
        return self.words(self.random.randint(6, 10))


def write_vault(folder: Path, notes: int, seed: int = 7) -> Path:
    """A vault of so many notes with links, tags, properties, tables, tasks and code.

    Links lead anywhere with equal chance: harder on an index than what people write.
    """
    writer = Writer(seed)
    paths = [_path(writer, number) for number in range(notes)]
    for place in {os.path.dirname(path) for path in paths}:
        (folder / place).mkdir(parents=True, exist_ok=True)
    (folder / ".obsidian").mkdir(exist_ok=True)
    (folder / ".obsidian" / "app.json").write_text("{}", encoding="utf-8")
    for path in paths:
        with open(folder / path, "w", encoding="utf-8", newline="\n") as file:
            file.write(note_text(writer, paths))
    return folder


def _path(writer: Writer, number: int) -> str:
    place = writer.random.choice(FOLDERS)
    return f"{place}/{writer.words(writer.random.randint(1, 3)).title()} {number}.md"


def note_text(writer: Writer, paths: list[str]) -> str:
    """A note of about 1.6 KB."""
    chance = writer.random.random
    parts = [_properties(writer)] if chance() < 0.6 else []
    for _ in range(writer.random.randint(1, 4)):
        parts.append(f"## {writer.words(3).title()}")
        parts += [
            f"{writer.paragraph()} {_link(writer, paths)} {writer.sentence()}"
            for _ in range(writer.random.randint(1, 2))
        ]
        if chance() < 0.3:
            parts.append("\n".join(f"- [ ] {writer.sentence()}" for _ in range(3)))
        if chance() < 0.1:
            rows = "\n".join(f"| {writer.words(2)} | {writer.words(3)} |" for _ in range(4))
            parts.append(f"| name | what |\n|---|---|\n{rows}")
        if chance() < 0.1:
            name = writer.word()
            parts.append(f"```python\ndef {name}_{writer.word()}({name}):\n    return {name}\n```")
    return "\n\n".join(parts) + "\n"


def _properties(writer: Writer) -> str:
    day = f"202{writer.random.randint(0, 5)}-{writer.random.randint(1, 12):02}-11"
    tags = ", ".join(writer.random.sample(TAGS, 2))
    return f"---\ndate: {day}\ntags: [{tags}]\nstatus: {writer.word()}\n---"


def _link(writer: Writer, paths: list[str]) -> str:
    name = os.path.basename(writer.random.choice(paths)).removesuffix(".md")
    label = f"|{writer.words(2)}" if writer.random.random() < 0.3 else ""
    tag = f" #{writer.random.choice(TAGS)}" if writer.random.random() < 0.2 else ""
    return f"[[{name}{label}]]{tag}"


def hub_archive() -> Path | None:
    """The packed vault of the Obsidian hub, where the shared test data lie beside the project."""
    shared = Path(os.environ.get("RECALL_SHARED") or ROOT.parent / "shared")
    archive = shared / "data" / "vaults" / "obsidian-hub.tar.xz"
    return archive if archive.exists() else None


def unpack(archive: Path, folder: Path) -> Path:
    """Unpack a vault; returns its folder."""
    with tarfile.open(archive) as packed:
        packed.extractall(folder, filter="data")
    inside = list(folder.iterdir())
    return inside[0] if len(inside) == 1 else folder


if __name__ == "__main__":
    write_vault(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1_000)
