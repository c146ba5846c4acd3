"""How well words of like meaning are told, and by what: measured on pairs written for it.

The word vectors of the package stand against nothing but the index's own forms of a word. What a
hand-kept list of synonyms would add could not be measured: none comes with the package.
"""

import pytest

from recall.memory.synonyms import LEAST_COSINE, Vocabulary

SYNONYMS = """
fast quick, fast rapid, fast speedy, big large, huge enormous, small tiny, delete remove,
start begin, begin commence, car automobile, doctor physician, fix repair, error failure,
buy purchase, salary pay, choose select, finish complete, help assist, house home, happy glad,
smart clever, sick ill, shop store, street road, photo picture, movie film, job work, kid child,
rich wealthy, answer reply, hard difficult, easy simple, show display, stop halt, build construct,
create make, change modify, allow permit, teach instruct, gift present, garbage trash,
lawyer attorney, angry furious, silent quiet, expensive costly, cheap inexpensive, ask inquire,
speak talk, cancel abort, important significant
"""
STRANGERS = """
fast table, big yellow, delete garden, start lemon, car opinion, doctor bridge, fix winter,
error coffee, buy cloud, salary river, choose window, finish carrot, help marble, house verb,
smart gravel, sick ladder, shop thunder, street emotion, photo salt, movie engine, job feather,
kid comma, rich triangle, answer spoon, hard music, easy copper, show potato, stop velvet,
build tomorrow, create elbow, change piano, allow mountain, teach needle, gift server, lawyer soup,
angry parcel, silent invoice, expensive frog, cheap syntax, ask curtain, speak lamp, cancel ocean,
port harvest, relay cheese, tablet justice, ledger onion, hub violin, printer poem, cable mercy,
deploy butter
"""


def pairs(text):
    return [tuple(pair.split()) for pair in text.replace("\n", " ").split(",") if pair.strip()]


@pytest.fixture(scope="module")
def found():
    """How many of the synonyms, and of the strangers, count as of one meaning."""
    both = [*pairs(SYNONYMS), *pairs(STRANGERS)]
    vocabulary = Vocabulary(dict.fromkeys(word for pair in both for word in pair))

    def is_near(one, other):
        near = vocabulary.near(one)
        return any(each.word == other for each in near)

    return (
        [pair for pair in pairs(SYNONYMS) if is_near(*pair)],
        [pair for pair in pairs(STRANGERS) if is_near(*pair)],
    )


def test_most_synonyms_are_near_and_no_stranger_is(found):
    right, wrong = found
    recall = len(right) / len(pairs(SYNONYMS))
    precision = len(right) / (len(right) + len(wrong))
    print(f"\nsynonyms at {LEAST_COSINE}: recall {recall:.2f}, precision {precision:.2f}")
    assert recall >= 0.6
    assert precision >= 0.98


def test_the_nearest_comes_first():
    near = [each.word for each in Vocabulary(["quick", "slow", "rapid", "lemon"]).near("fast")]
    assert near[:2] == ["rapid", "quick"]
    assert "lemon" not in near
    assert Vocabulary(["quick"]).near("zzqx") == []
