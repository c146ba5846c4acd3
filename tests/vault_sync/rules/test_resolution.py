"""Section 3 of the rules: which file a link leads to."""

import json

import pytest
from rulebook import edges, edges_on_disk, rows, write

from vault_sync import Vault
from vault_sync.kinds import kind_of
from vault_sync.linktext import link_text, same_name
from vault_sync.resolve import Resolver, unresolved_key

FILES = [
    # rule, files, source, linkpath, the file it leads to
    ("R061", ["Log.md"], "s.md", "log", "Log.md"),
    ("R061", ["Log.md"], "s.md", "LOG", "Log.md"),
    ("R061", ["Журнал/Öl.md"], "s.md", "ЖУРНАЛ/öl", "Журнал/Öl.md"),
    ("R062", ["Cafe\u0301.md"], "s.md", "Caf\u00e9", "Cafe\u0301.md"),
    ("R062", ["d/Caf\u00e9.md"], "s.md", "D/CAFE\u0301", "d/Caf\u00e9.md"),
    ("R062", ["\u1112\u1161\u11ab.md"], "s.md", "\ud55c", "\u1112\u1161\u11ab.md"),
    ("R063", ["a b.md"], "s.md", "a\u00a0b", "a b.md"),
    ("R063", ["a\u202fb.md"], "s.md", "a b", "a\u202fb.md"),
    ("R063", ["Два\u00a0x/слова.md"], "s.md", "два\u202fx/слова", "Два\u00a0x/слова.md"),
    ("R064", ["a/N.md"], "s.md", "a\\N", "a/N.md"),
    ("R064", ["a/б/N.md"], "s.md", "a///б//N", "a/б/N.md"),
    ("R064", ["a/N.md"], "s.md", "a/./N", None),
    ("R065", ["v1.2", "v1.2.md"], "s.md", "v1.2", "v1.2"),
    ("R065", ["v1.2.md"], "s.md", "v1.2", "v1.2.md"),
    ("R065", ["д/ст. 5", "ст. 5.md"], "s.md", "ст. 5", "д/ст. 5"),
    ("R066", ["d/Figure.png"], "s.md", "Figure.png", "d/Figure.png"),
    ("R066", ["Figure.png"], "s.md", "Figure", None),
    ("R066", ["图.JPG", "图.md"], "s.md", "图", "图.md"),
    ("R067", ["Board.canvas", "Board.base"], "s.md", "Board", None),
    ("R067", ["Board.canvas"], "s.md", "board.canvas", "Board.canvas"),
    ("R067", ["a/Board.md", "Board.base", "Board.canvas"], "s.md", "Board", "a/Board.md"),
    ("R068", ["Ext.md"], "s.md", "Ext.MD", "Ext.md"),
    ("R068", ["Ext.MD"], "s.md", "Ext", "Ext.MD"),
    ("R068", ["Слово.md"], "s.md", "слово.Md", "Слово.md"),
    ("R069", ["Note.md", "Note.md.md"], "s.md", "Note.md", "Note.md"),
    ("R069", ["Note.md.md"], "s.md", "Note.md", "Note.md.md"),
    ("R070", ["deep/er/Alpha.md"], "s.md", "Alpha", "deep/er/Alpha.md"),
    ("R070", ["日/月/犬.md"], "x/y/s.md", "犬", "日/月/犬.md"),
    ("R071", ["Note.md", "a/Note.md"], "a/s.md", "Note", "Note.md"),
    ("R071", ["Öl.md", "a/öl.md"], "a/s.md", "ÖL", "Öl.md"),
    ("R072", ["b/Note.md", "a/b/Note.md"], "a/b/s.md", "b/Note", "b/Note.md"),
    ("R072", ["б/N.md", "a/б/N.md", "a/a/б/N.md"], "a/a/б/s.md", "a/б/N", "a/б/N.md"),
    ("R073", ["a/Note.md", "Note.md"], "a/s.md", "./Note", "a/Note.md"),
    ("R073", ["a/Note.md", "Note.md"], "a/b/s.md", "../Note", "a/Note.md"),
    ("R073", ["b/Note.md", "Note.md"], "a/s.md", "./Note", None),
    ("R073", ["b/Note.md", "Note.md"], "a/b/s.md", "../Note", None),
    ("R073", ["a/б/N.md"], "a/c/s.md", "./.././б/N", "a/б/N.md"),
    ("R073", ["a.md", "a/b.md"], "a/b/s.md", "..", None),
    ("R073", ["a.md", "a/b.md"], "a/b/s.md", "../.", None),
    ("R074", ["Note.md"], "a/s.md", "../../../Note", None),
    ("R074", ["Note.md", "v/Note.md"], "s.md", "../v/Note", None),
    ("R074", ["etc/Ж.md", "Ж.md"], "a/b/s.md", "../../../etc/Ж", None),
    ("R075", ["a/Note.md", "Note.md"], "s.md", "/a/Note", "a/Note.md"),
    ("R075", ["b/a/Note.md"], "b/s.md", "/a/Note", None),
    ("R075", ["a/Ж.md", "Ж.md"], "a/s.md", "/ж.md", "Ж.md"),
    ("R076", ["z/Note.md", "b/Note.md"], "z/s.md", "Note", "z/Note.md"),
    ("R076", ["дом/долго/N.md", "b/N.md"], "дом/долго/s.md", "N", "дом/долго/N.md"),
    ("R077", ["z/Note.md", "b/Note.md"], "z/deep/s.md", "Note", "b/Note.md"),
    ("R077", ["я/N.md", "я/x/N.md", "b/N.md"], "я/x/y/s.md", "N", "b/N.md"),
    # (U) as the exports have it: below the own folder counts as in it
    ("R078", ["z/sub/Note.md", "b/Note.md"], "z/s.md", "Note", "z/sub/Note.md"),
    ("R078", ["z/Note.md", "z/a/Note.md", "b/Note.md"], "z/s.md", "Note", "z/Note.md"),
    ("R078", ["zz/Note.md", "b/Note.md"], "z/s.md", "Note", "b/Note.md"),
    ("R079", ["zzzz/Note.md", "a/b/Note.md"], "s.md", "Note", "a/b/Note.md"),
    ("R079", ["a/b/c/d/N.md", "жжжжжжжж/N.md"], "s.md", "N", "a/b/c/d/N.md"),
    ("R079", ["😀😀/N.md", "ccc/N.md"], "s.md", "N", "ccc/N.md"),
    ("R080", ["c/Note.md", "b/Note.md"], "s.md", "Note", "b/Note.md"),
    ("R080", ["я/N.md", "б/N.md"], "s.md", "N", "б/N.md"),
    ("R081", ["a/b/Note.md"], "s.md", "b/Note", "a/b/Note.md"),
    ("R081", ["x/д/е/犬.png"], "y/s.md", "Д/е/犬.png", "x/д/е/犬.png"),
    ("R082", ["ab/Note.md"], "s.md", "b/Note", None),
    ("R082", ["xNote.md", "x-Note.md"], "s.md", "Note", None),
    ("R083", ["right/Note.md"], "s.md", "wrong/Note", None),
    ("R083", ["Дом/N.md", "N.md"], "s.md", "Дом/x/N", None),
    ("R086", ["Proj/index.md"], "s.md", "Proj", None),
    ("R086", ["Proj/Proj.md"], "s.md", "Proj", "Proj/Proj.md"),
    ("R086", ["Proj.md", "Proj/x.md"], "s.md", "Proj/", None),
    ("R087", ["assets/2024/pic.png"], "s.md", "pic.png", "assets/2024/pic.png"),
    ("R087", ["pic.png", "a/pic.png"], "a/s.md", "pic.png", "pic.png"),
    ("R087", ["фото/a/1.jpg", "b/1.jpg"], "фото/s.md", "1.JPG", "фото/a/1.jpg"),
    ("R100", ["Archive.tar.gz"], "s.md", "Archive.tar.gz", "Archive.tar.gz"),
    ("R100", ["Archive.tar.gz", "Archive.md"], "s.md", "Archive.tar", None),
]


@pytest.mark.parametrize(("files", "source", "linkpath", "expected"), rows(FILES))
def test_a_link_leads_to_the_file_of_the_rule(files, source, linkpath, expected):
    for order in (files, files[::-1]):
        assert Resolver(order).resolve(linkpath, source).path == expected


AMBIGUOUS = [
    # rule, files, source, linkpath, all files it could mean, in the order of the rules
    ("R067", ["Board.md", "Board.base"], "s.md", "Board", ["Board.md"]),
    ("R080", ["c/N.md", "b/N.md"], "s.md", "N", ["b/N.md", "c/N.md"]),
    ("R080", ["zzz/N.md", "b/N.md", "N.md"], "zzz/s.md", "N", ["N.md", "zzz/N.md", "b/N.md"]),
    ("R081", ["a/b/N.md", "b/b/N.md", "N.md"], "s.md", "b/N", ["a/b/N.md", "b/b/N.md"]),
]


@pytest.mark.parametrize(("files", "source", "linkpath", "expected"), rows(AMBIGUOUS))
def test_an_ambiguity_is_reported(files, source, linkpath, expected):
    for order in (files, files[::-1]):
        assert list(Resolver(order).resolve(linkpath, source).candidates) == expected


ALIAS = "---\naliases: [AI, Имя]\ntitle: Titel\n---\n# Heading"
EDGES = [
    # rule, notes of a vault, where the links of each lead
    ("R084", {"Artificial.md": ALIAS, "s.md": "[[AI]] [[Имя]]"}, {"s.md": {"?AI": 1, "?Имя": 1}}),
    ("R084", {"Artificial.md": ALIAS, "s.md": "[[Artificial|AI]]"}, {"s.md": {"Artificial.md": 1}}),
    ("R085", {"X.md": ALIAS, "s.md": "[[Titel]] [[Heading]]"}, {"s.md": {"?Titel": 1, "?Heading": 1}}),
    ("R090", {"Alpha.md": "# A", "s.md": "[[Alpha#Nope]] ![[Alpha#^no]]"}, {"s.md": {"Alpha.md": 2}}),
    ("R091", {"a/s.md": "[[#Plan]] [[#^k1]] [t](#Plan)", "s.md": ""}, {"a/s.md": {"a/s.md": 3}}),
    (
        "R092",
        {"Alpha.md": "", "s.md": '---\nup: "[[Alpha]]"\n---\n[[Alpha]] [[alpha|x]] ![[Alpha#P]]'},
        {"s.md": {"Alpha.md": 4}},
    ),
    ("R092", {"Öl.md": "", "s.md": "[[öl]] [x](%C3%96L.md#a) ![[O\u0308l]]"}, {"s.md": {"Öl.md": 3}}),
    ("R093", {"s.md": "[[Ghost#x]] [[Ghost.md]] [[ghost]]"}, {"s.md": {"?Ghost": 2, "?ghost": 1}}),
    ("R093", {"s.md": "[[Дух.MD|x]] ![[Дух#^a]] [b](Дух.md#c)"}, {"s.md": {"?Дух": 3}}),
    ("R094", {"s.md": "[[pa#th/x]]", "th/x.md": ""}, {"s.md": {"?pa": 1}}),
    ("R095", {"s.md": "[[Ghost/Sub]] [x](Ghost/Sub.md#y)"}, {"s.md": {"?Ghost/Sub": 2}}),
    ("R095", {"s.md": "[[Ghost/Sub]] [x](Ghost/Sub.md#y)", "Ghost/Sub.md": ""}, {"s.md": {"Ghost/Sub.md": 2}}),
]  # fmt: skip


@pytest.mark.parametrize(("vault", "expected"), rows(EDGES))
def test_the_links_of_a_vault_lead_where_the_rule_says(vault, expected):
    assert edges(vault) == expected


CHANGES = [
    # rule, files, file added (+) or removed (-), source, linkpath, file before, file after
    ("R095", ["s.md"], "+Ghost/Sub.md", "s.md", "Ghost/Sub", None, "Ghost/Sub.md"),
    ("R095", ["s.md"], "+я/Дух.md", "a/s.md", "дух", None, "я/Дух.md"),
    ("R096", ["Alpha.md"], "-Alpha.md", "s.md", "Alpha", "Alpha.md", None),
    ("R096", ["Alpha.md", "b/Alpha.md"], "-Alpha.md", "s.md", "Alpha", "Alpha.md", "b/Alpha.md"),
    ("R097", ["a/Alpha.md"], "+Alpha.md", "a/s.md", "Alpha", "a/Alpha.md", "Alpha.md"),
    ("R097", ["long/犬.md"], "+b/犬.md", "s.md", "犬", "long/犬.md", "b/犬.md"),
    ("R097", ["long/N.md"], "+longer/N.md", "s.md", "N", "long/N.md", "long/N.md"),
]


@pytest.mark.parametrize(("files", "change", "source", "link", "before", "after"), rows(CHANGES))
def test_a_change_of_files_changes_links_without_a_look_at_their_notes(
    files, change, source, link, before, after
):
    resolver = Resolver(files)
    assert resolver.resolve(link, source).path == before
    (resolver.add if change[0] == "+" else resolver.remove)(change[1:])
    assert resolver.resolve(link, source).path == after


KEYS = [
    # rule, linkpath, name under which it is listed while it leads nowhere
    ("R093", "Ghost", "Ghost"),
    ("R093", "Ghost.md", "Ghost"),
    ("R093", "ghost#x.md", "ghost"),
    ("R093", "Дух.MD", "Дух"),
    ("R093", "pic.png", "pic.png"),
    ("R094", "pa#th/x", "pa"),
    ("R095", " Ghost/Sub ", "Ghost/Sub"),
]


@pytest.mark.parametrize(("linkpath", "expected"), rows(KEYS))
def test_an_unresolved_link_has_the_name_of_the_rule(linkpath, expected):
    assert unresolved_key(linkpath) == expected


SAME_NAMES = {"a/N.md": "", "b/N.md": "", "b/s.md": "[[N]] [[../a/N]] [x](a/N.md) [[b/N]]"}
ON_DISK = [
    # rule, files on disk, app.json, where the links lead
    ("R088", {".trash/Alpha.md": "[[s]]", "s.md": "[[Alpha]]"}, {}, {"s.md": {"?Alpha": 1}}),
    ("R088", {".obsidian/x.md": "", "s.md": "[[x]] [y](.obsidian/x.md)"}, {}, {"s.md": {"?x": 1, "?.obsidian/x": 1}}),
    ("R088", {"a/.b/犬.md": "[[s]]", "long/犬.md": "", "s.md": "[[犬]]"}, {}, {"s.md": {"long/犬.md": 1}}),
    (
        "R089",
        {"Archive/Old.md": "[[s]]", "s.md": "[[Old]]"},
        {"userIgnoreFilters": ["Archive/"]},
        {"Archive/Old.md": {"s.md": 1}, "s.md": {"Archive/Old.md": 1}},
    ),
    (
        "R089",
        {"Архив/犬.md": "", "b/долго/犬.md": "", "s.md": "[[犬]]"},
        {"userIgnoreFilters": ["/^архив/"]},
        {"s.md": {"Архив/犬.md": 1}},
    ),
    ("R098", SAME_NAMES, {"newLinkFormat": "shortest", "useMarkdownLinks": True}, {"b/s.md": {"b/N.md": 2, "a/N.md": 2}}),
    ("R098", SAME_NAMES, {"newLinkFormat": "relative", "useMarkdownLinks": False}, {"b/s.md": {"b/N.md": 2, "a/N.md": 2}}),
    ("R098", SAME_NAMES, {"newLinkFormat": "absolute", "useMarkdownLinks": True}, {"b/s.md": {"b/N.md": 2, "a/N.md": 2}}),
]  # fmt: skip


@pytest.mark.parametrize(("files", "app", "expected"), rows(ON_DISK))
def test_what_is_a_candidate_does_not_depend_on_settings(tmp_path, files, app, expected):
    write(tmp_path, files | {".obsidian/app.json": json.dumps(app)})
    assert edges_on_disk(tmp_path) == expected


HOME, FAR = ["a/N.md", "b/N.md", "b/s.md", "Öl.md"], ["a/b/Öl.md", "c/s.md"]
WRITTEN = [
    # rule, files, file that is meant, source, text by the shortest, relative and absolute way
    ("R098", HOME, "Öl.md", "b/s.md", ["Öl", "../Öl", "Öl"]),
    ("R098", HOME, "a/N.md", "b/s.md", ["a/N", "../a/N", "a/N"]),
    ("R098", HOME, "b/N.md", "b/s.md", ["b/N", "N", "b/N"]),
    ("R098", FAR, "a/b/Öl.md", "c/s.md", ["Öl", "../a/b/Öl", "a/b/Öl"]),
]


@pytest.mark.parametrize(("files", "path", "source", "expected"), rows(WRITTEN))
def test_settings_change_how_links_are_written(files, path, source, expected):
    resolver = Resolver(files)
    formats = ("shortest", "relative", "absolute")
    assert [link_text(path, source, resolver, mode) for mode in formats] == expected
    assert [resolver.resolve(text, source).path for text in expected] == [path] * 3


SAME_NAME = [
    # rule, files, path of a file to be created, files whose links it may take
    ("R099", ["a/Note.md", "b/x.md"], "Note.md", ("a/Note.md",)),
    ("R099", ["a/Öl.md", "b/o\u0308l.md"], "c/ÖL.md", ("a/Öl.md", "b/o\u0308l.md")),
    ("R099", ["a/Notes.md", "Note.png"], "Note.md", ()),
]


@pytest.mark.parametrize(("files", "path", "expected"), rows(SAME_NAME))
def test_who_creates_a_note_learns_whose_links_it_takes(files, path, expected):
    assert same_name(path, Resolver(files)) == expected


KINDS = [
    # rule, path, its kind
    ("R100", "Archive.tar.gz", None),
    ("R100", "a.tar.MD", "note"),
    ("R100", "Снимок.v2.PnG", "attachment"),
    ("R100", ".md", None),
    ("R100", "md", None),
    ("R100", "x.md/y", None),
]


@pytest.mark.parametrize(("path", "expected"), rows(KINDS))
def test_the_last_extension_in_any_case_tells_the_kind(path, expected):
    assert kind_of(path) == expected


HIDDEN = [
    # rule, name that is no note although it ends in .md
    ("R088", ".Alpha.md"),
    ("R100", ".md"),
]


@pytest.mark.parametrize("name", rows(HIDDEN))
def test_a_dot_hides_a_file(tmp_path, name):
    write(tmp_path, {name: "", "犬.md": ""})
    assert [entry.path for entry in Vault.open(tmp_path).census().files] == ["犬.md"]
