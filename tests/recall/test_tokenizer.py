"""What becomes an index term, and that a query's words become the same ones."""

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from recall.store import passage_search
from recall.store.database import open_store
from recall.store.tokenizer import has_token, index_text, phrase_term, word_terms


@pytest.fixture(scope="module")
def store():
    with_index = open_store(":memory:", writable=True)
    yield with_index
    with_index.close()


@pytest.fixture
def finds(store):
    """Whether an indexed text answers to a word, or with quotes to a phrase."""

    def ask(text, asked):
        execute = store.connection.execute
        execute("delete from passage_index")
        execute("insert into passage_index (rowid, body) values (1, ?)", (index_text(text),))
        if asked.startswith('"'):
            term = phrase_term(asked.strip('"'))
            terms = [term] if term else []
        else:
            terms = word_terms(asked)
        found = [
            execute("select count(*) from passage_index where passage_index match ?", (term,)).get
            for term in terms
        ]
        return bool(found) and all(found)

    return ask


def terms(store, text):
    return [term for _, _, term in passage_search.tokens(store, index_text(text))]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("snake_case v1.10.2 foo/bar.py", ["snake", "case", "v1", "10", "2", "foo", "bar", "py"]),
        ("getURLPath2", ["geturlpath2", "get", "url", "path"]),
        ("SQLite HTMLElement", ["sqlite", "htmlelement"]),
        ("URLs and IDs", ["url", "and", "id"]),
        ("C++ C# F#", ["c", "c", "f", "csharp", "fsharp", "cplusplu"]),
        ("don't O\u2019Hara", ["don", "t", "o", "hara"]),
        ("STRASSE straße", ["strass", "strass"]),
        ("日本語", ["日本", "本語", "語"]),
        ("한국어를", ["한국", "국어", "어를", "를"]),
        ("हिन्दी मुद्रा", ["हिन्दी", "मुद्रा"]),
        ("مُحَمَّد", ["محمد"]),
        ("👩\u200d💻☕", ["👩", "💻", "☕"]),
        ("x\u0304 \u00b4 \u00af", ["x"]),
        ("co\u00adoperate ze\u200bro", ["cooper", "zero"]),
        ("½ ﬁne Ⅲ", ["1", "2", "fine", "iii"]),
        ("(Plugin%20Guide%20Two.md)", ["plugin", "guid", "two", "md"]),
    ],
)
def test_terms_of(store, text, expected):
    assert terms(store, text) == expected


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        *[("今天讨论了部署方案", word) for word in ("部署", "部署方案", "讨论", "今", "案", "了")],
        *[("雨が降る", word) for word in ("雨", "降る", "雨が")],
        ("the db is slow", "db"),
        *[("データベースの設計", word) for word in ("データ", "設計", "計", "の設", "ﾃﾞｰﾀ")],
        *[("การประชุมวันนี้", word) for word in ("ประชุม", "วัน", "ก", "นี้")],
        *[("ខ្ញុំស្រលាញ់កម្ពុជា", word) for word in ("កម្ពុជា", "ខ្ញុំ", "ជា")],
        *[("ຂ້ອຍຮັກລາວ", word) for word in ("ລາວ", "ຮັກ", "ຂ")],
        *[("မြန်မာနိုင်ငံ", word) for word in ("မြန်မာ", "နိုင်ငံ", "မ")],
        *[("한국어를 배웁니다", word) for word in ("한국", "한국어", "배웁니다", "어")],
        *[("call getFirstLinkpathDest here", word) for word in ("getFirstLinkpathDest", "linkpath", "dest", "GETFIRSTLINKPATHDEST")],
        *[("my snake_case name", word) for word in ("snake_case", "snake", "case")],
        *[("since v1.10.2 only", word) for word in ("v1.10.2", "v1", "10.2")],
        *[("see foo/bar.py now", word) for word in ("foo/bar.py", "bar.py", "foo", "py")],
        *[("we use C++ and C#", word) for word in ("C++", "c++", "C#", "c#")],
        *[("it doesn't leak, O\u2019Hara said", word) for word in ("doesn't", "doesn\u2019t", "O'Hara", "O\u2019Hara", "hara")],
        *[("die Straße", word) for word in ("straße", "STRASSE", "Strasse", "STRA\u1e9eE")],
        *[(unicodedata.normalize("NFD", "Übersicht café"), word) for word in ("Übersicht", "ubersicht", "cafe", "café")],
        *[("Übersicht", unicodedata.normalize("NFD", word)) for word in ("Übersicht", "übersicht")],
        ("the wrap-up list", "wrap-up"),
        ("run with --dry-run first", "--dry-run"),
        ("मुद्रा नीति", "मुद्रा"),
        ("паровой котёл", "КОТЁЛ"),
        *[("مُحَمَّد كـــتاب", word) for word in ("محمد", "مُحَمَّد", "كتاب")],
        *[("party 🎉 time 👍🏽", word) for word in ("🎉", "👍")],
        ("mañana", "manana"),
        ("İstanbul", "istanbul"),
        ("ΣΊΣΥΦΟΣ", "σίσυφος"),
        ("running pumps", "pump"),
    ],
)  # fmt: skip
def test_a_word_is_found_in(finds, text, asked):
    assert finds(text, asked)


@pytest.mark.parametrize(
    ("text", "phrase"),
    [
        ("今天讨论了部署方案", '"讨论了部署"'),
        ("今天讨论了部署方案", '"案"'),
        ("the v1.10.2 release", '"v1.10.2 release"'),
        ("call getFirstLinkpathDest here", '"call getFirstLinkpathDest here"'),
        ("it is C++ code", '"C++ code"'),
        ("using 日本語 text", '"using 日本語"'),
        ("using 日本語 text", '"日本語 text"'),
        ("version2の新機能list", '"version2の新機能"'),
        ("version2の新機能list", '"機能list"'),
        ("don't panic", '"don\u2019t panic"'),
    ],
)
def test_a_phrase_is_found_in(finds, text, phrase):
    assert finds(text, phrase)


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("部署 方案", '"部方"'),
        ("语日", "日语"),
        ("we write c and d", "C++"),
        ("we write c and d", "C#"),
        ("spring pumps", '"pumps spring"'),
        ("日本 本語", '"日本語"'),
    ],
)
def test_is_not_found_in(finds, text, asked):
    assert not finds(text, asked)


@pytest.mark.parametrize(
    "text", ["", " ", "+++", "->", '"', "''", "\u200b", "\0", "—…", "\u0301", "\u00b4"]
)
def test_nothing_to_look_for(text):
    assert word_terms(text) == ()
    assert phrase_term(text) is None
    assert word_terms(text, prefix=True) == ()


LETTERS = st.characters(
    categories=("Lu", "Ll", "Lt", "Lm", "Lo", "Nd", "Mn", "Mc", "So", "Co"), max_codepoint=0x3FFFF
)
WORDS = st.one_of(
    st.text(LETTERS, min_size=1, max_size=12),
    st.text(st.sampled_from("日本語文章の部署ไทยភាមြລາ한국aBc1_.-'"), min_size=1, max_size=8),
    st.from_regex(r"[a-z]{1,6}[A-Z][a-z]{1,6}([_./-][a-z0-9]{1,4}){0,2}", fullmatch=True),
)


@settings(max_examples=300)
@given(before=st.text(max_size=20), word=WORDS, after=st.text(max_size=20))
def test_every_word_of_a_text_is_found_in_it(store, before, word, after):
    if word_terms(word):
        execute = store.connection.execute
        execute("delete from passage_index")
        execute(
            "insert into passage_index (rowid, body) values (1, ?)",
            (index_text(f"{before} {word} {after}"),),
        )
        for term in (*word_terms(word), *word_terms(word, prefix=True), phrase_term(word)):
            sql = "select count(*) from passage_index where passage_index match ?"
            assert execute(sql, (term,)).get == 1, term


@settings(max_examples=300)
@given(text=st.text(max_size=60))
def test_any_text_becomes_terms_with_letters_and_legal_expressions(store, text):
    assert all(terms(store, text))
    for expression in (*word_terms(text), *word_terms(text, prefix=True), phrase_term(text)):
        if expression is not None:
            passage_search.document_frequency(store, expression)


@given(st.text(st.characters(exclude_categories=("Cn", "Cs")), max_size=40))
def test_a_text_without_tokens_gives_no_query(text):
    if not has_token(text):
        assert word_terms(text) == ()
        assert phrase_term(text) is None
