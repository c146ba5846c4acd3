"""Obsidian's search as its rules say it (OBSIDIAN.md section 18), short and slow.

An evaluator of its own over the files of a vault, to hold recall's answers against: nothing of
recall's search or of vault_sync is in it. It knows the Markdown of the example vault and no more.
"""

import json
import re
from pathlib import Path
from typing import NamedTuple

TOKEN = re.compile(
    r"""\s*(?:
      (?P<open>\() | (?P<close>\)) | (?P<negation>-)(?=\S)
    | (?P<operator>[a-zA-Z-]+):(?=\S)
    | "(?P<quoted>(?:\\"|[^"])*)"
    | /(?P<expression>(?:\\.|[^/\\])+)/
    | \[(?P<name>[^\]:"]+|"[^"]+")(?::(?P<value>/(?:\\.|[^/\\])+/|[^\]]*))?\]
    | (?P<word>[^\s()]+)
    )""",
    re.VERBOSE,
)
SCOPES = ("line", "block", "section", "task", "task-todo", "task-done")
ITEM = re.compile(r"[ \t>]*(?:[-*+]|\d+[.)])[ \t]+(?:\[(?P<box>.)\][ \t])?")


class File(NamedTuple):
    path: str
    text: str
    properties: dict
    tags: set
    parts: dict


class Lexeme(NamedTuple):
    kind: str
    text: str
    value: str | None = None


def files(root, excluded=()):
    """All notes and canvases of a vault that are not excluded."""
    root = Path(root)
    for path in sorted(root.rglob("*")):
        name = path.relative_to(root).as_posix()
        if path.suffix not in (".md", ".canvas") or name.startswith((".", *excluded)):
            continue
        text = path.read_text("utf-8")
        if path.suffix == ".canvas":
            text = canvas_text(json.loads(text))
        yield read(name, text)


def canvas_text(board):
    shown = [node.get("text") or node.get("label") or "" for node in board["nodes"]]
    return "\n\n".join([*filter(None, shown), *(edge.get("label", "") for edge in board["edges"])])


def read(path, text):
    head = re.match(r"---\n(.*?)\n---(?:\n|\Z)", text, re.DOTALL)
    properties = values(head[1]) if head else {}
    body_line = head[0].count("\n") if head else 0
    parts = cut(text.split("\n"), body_line)
    named = properties.get("tags") or []
    tags = {named} if isinstance(named, str) else set(named)
    prose = re.sub(r"```.*?```|`[^`\n]*`", " ", text[head.end() if head else 0 :], flags=re.DOTALL)
    tags |= set(re.findall(r"(?<!\S)#([\w/-]*[^\W\d][\w/-]*)", prose))
    return File(path, text, properties, {tag.lower() for tag in tags}, parts)


def values(head):
    """Properties with their values as written; late, for yaml is loaded late everywhere."""
    import yaml

    return yaml.load(head, yaml.BaseLoader)


def cut(lines, body_line):
    """The parts of a note by their operator."""
    blocks, items, fenced, block = ["\n".join(lines[:body_line]).strip()], [], False, []

    def close():
        if block:
            blocks.append("\n".join(block))
            block.clear()

    begins = [0]
    for number, line in enumerate(lines[body_line:], body_line):
        fence = line.startswith("```")
        if fence or fenced:
            block.append(line)
            if fence and fenced:
                close()
            fenced ^= fence
        elif re.match(r"#{1,6} ", line):
            close()
            blocks.append(line)
            begins.append(number)
        elif not line.strip():
            close()
        elif found := ITEM.match(line):
            items.append([found["box"], line])
            if not line.startswith(">"):
                close()
            block.append(line)
        else:
            block.append(line)
    close()
    begins = sorted(set(begins))
    sections = zip(begins, [*begins[1:], len(lines)], strict=True)
    tasks = [(box, text) for box, text in items if box is not None]
    return {
        "line": lines,
        "block": blocks,
        "section": ["\n".join(lines[first:last]) for first, last in sections],
        "task": [text for _, text in tasks],
        "task-todo": [text for box, text in tasks if box == " "],
        "task-done": [text for box, text in tasks if box != " "],
    }


def search(vault, query):
    """Paths of the files that Obsidian would list."""
    holds = Parser(query).query()
    return {file.path for file in vault if holds(file, None)}


class Parser:
    """A query as a test of a file, or of a part of one where that is not None."""

    def __init__(self, query):
        self.lexemes = []
        at = 0
        while found := TOKEN.match(query, at):
            at = found.end()
            kind = found.lastgroup if found["name"] is None else "property"
            value = found["value"] if kind == "property" else None
            text = found["name"] if kind == "property" else found[kind]
            self.lexemes.append(Lexeme(kind, text, value))
        assert not query[at:].strip(), query[at:]

    def query(self):
        test = self.either("all", case=False)
        assert not self.lexemes
        return test

    def peek(self):
        return self.lexemes[0] if self.lexemes else Lexeme("end", "")

    def either(self, where, *, case):
        tests = [self.every(where, case=case)]
        while self.peek()[:2] == ("word", "OR"):
            self.lexemes.pop(0)
            tests.append(self.every(where, case=case))
        return lambda file, part: any(test(file, part) for test in tests)

    def every(self, where, *, case):
        tests = []
        while self.peek().kind not in ("end", "close") and self.peek()[:2] != ("word", "OR"):
            tests.append(self.term(where, case=case))
        return lambda file, part: all(test(file, part) for test in tests)

    def term(self, where, *, case):
        lexeme = self.lexemes.pop(0)
        match lexeme.kind:
            case "negation":
                test = self.term(where, case=case)
                return lambda file, part: not test(file, part)
            case "open":
                test = self.either(where, case=case)
                assert self.lexemes.pop(0).kind == "close"
                return test
            case "operator":
                return self.operator(lexeme.text.lower(), where, case=case)
            case "property":
                return has_property(lexeme.text.strip('"'), lexeme.value, case=case)
        return leaf(lexeme, where, case=case)

    def operator(self, name, where, *, case):
        if name in ("match-case", "ignore-case"):
            return self.term(where, case=name == "match-case")
        if name == "section" and where == "part":  # R290
            return self.term(where, case=case)
        if name in SCOPES:
            inside = self.term("part", case=case)
            return lambda file, part: any(inside(file, each) for each in file.parts[name])
        return self.term(name, case=case)


def leaf(lexeme, where, *, case):
    if where == "tag":
        name = lexeme.text.lstrip("#").lower()
        return lambda file, part: any(f"{tag}/".startswith(f"{name}/") for tag in file.tags)
    found = finder(lexeme, where, case=case)
    return lambda file, part: any(map(found, haystacks(file, part, where)))


def haystacks(file, part, where):
    name = file.path.rpartition("/")[2]
    return {
        "part": (part,),
        "content": (file.text,),
        "path": (file.path,),
        "file": (name,),
        "all": (file.text, name.removesuffix(".md"), file.path),
    }[where]


def finder(lexeme, where, *, case):
    flags = re.MULTILINE | (0 if case else re.IGNORECASE)
    source = lexeme.text
    if lexeme.kind != "expression":
        source = re.escape(source.replace('\\"', '"'))
    # Quotes in texts stand for whole words (R291); where names are asked for, for the text.
    if lexeme.kind == "quoted" and where in ("all", "content", "part"):
        before = r"(?<![^\W_])" if re.match(r"[^\W_]", lexeme.text) else ""
        after = r"(?![^\W_])" if re.search(r"[^\W_]\Z", lexeme.text) else ""
        source = f"{before}{source}{after}"
    pattern = re.compile(source, flags)
    return lambda text: pattern.search(text) is not None


def has_property(name, value, *, case):
    def test(file, part):
        by_name = {key.lower(): found for key, found in file.properties.items()}
        if name.lower() not in by_name:
            return False
        found = by_name[name.lower()]
        values = found if isinstance(found, list) and found else [found]
        if value is None:
            return True
        choices = value.strip("()").split(" OR ")
        return any(
            fits(str(each or ""), choice, case=case) for each in values for choice in choices
        )

    return test


def fits(text, wanted, *, case):
    if wanted == "null":
        return text in ("", "[]")
    if wanted.startswith("/"):
        return re.search(wanted[1:-1], text, 0 if case else re.IGNORECASE) is not None
    comparison = re.match(r"(<=|>=|<|>)(.*)", wanted)
    if not comparison:
        wanted = wanted.strip('"')
        return wanted in text if case else wanted.lower() in text.lower()
    sign, limit = comparison[1], comparison[2]
    try:
        left, right = float(text), float(limit)
    except ValueError:
        left, right = text, limit
        if not text:
            return False
    return {"<": left < right, ">": left > right, "<=": left <= right, ">=": left >= right}[sign]
