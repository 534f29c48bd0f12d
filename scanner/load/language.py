"""Tell whether a document is written in the language that can be read, by its function words or its script."""

from __future__ import annotations

import re
from collections.abc import Iterable

from scanner.model import Block, BlockKind

__all__ = ["detect_language"]

_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_MAX_WORDS = 500
_MAX_BLOCK = 4_000
_SURELY_ENGLISH = 0.25
_MIN_WORDS = 40
_MIN_UNKNOWN = 100
_SENTENCE_WORDS = 8
_ENOUGH = 0.12
_FACTOR = 1.5
_DISTINCT = 5
_FEW_WORDS = 10
_CLEARLY = 0.25
_FEW_DISTINCT = 3
_HARDLY = 0.1
_NO_ENGLISH = 0.05
_SURELY_NOT = 0.02
_VARIED = 60
_FOREIGN_SCRIPT = 0.5
_LETTER = re.compile(r"[^\W\d_]")
_LATIN = re.compile(r"[A-Za-z\u00c0-\u024f\u1e00-\u1eff]")
_PROSE = frozenset(
    {BlockKind.PARAGRAPH, BlockKind.LIST_ITEM, BlockKind.DEFINITION, BlockKind.KEY_VALUE, BlockKind.HEADING}
)

# Function words of each language, without those that English texts are full of ("a", "on", "die", "no").
_WORDS = {
    "en": "the of and to in is that for it with as are on be this by or an not from at can if you will which have has",
    "de": "der das und ist nicht mit den von zu für auf ein eine dem des sich auch werden wird sind oder bei nach aus",
    "fr": "le les des et est une un dans que qui pas sur avec ce cette sont du au aux ne vous ou nous par",
    "es": "el los las y un una para es se del como más pero este esta cuando por que también",
    "it": "il lo gli le di che è e una non si della dei nel nella sono più questo anche alla",
    "pt": "os um uma com para não se da do das na em são mais ao este você pelo também",
    "nl": "het een en van niet dat voor op met zijn er aan te wordt worden ook bij naar als deze kan",
    "sv": "och att det som en på är av för med den till inte ett har du kan vi eller från när ska dig finns",
    "da": "og det som en på er af med til ikke et har du kan vi eller fra når skal der hvis bliver",
    "nb": "og det som en på er av med til ikke et har du kan vi eller fra når skal der hvis blir",
    "fi": "ja ei että se kun tai ovat voi myös sen mutta jos kuin ole tämä joka niin sekä olla",
    "pl": "w nie na się z jest za dla po jak lub przez są przy może oraz który która",
    "cs": "v se na je že s z jako nebo jsou při také podle který lze jeho není",
    "hu": "az és hogy nem egy van ez meg csak vagy mint ha már volt kell lehet",
    "tr": "ve bir bu için ile da olarak olan daha gibi çok ancak veya kadar olduğu",
    "ro": "și în cu pe nu este din pentru ca mai sunt sau prin dacă această",
    "id": "yang dan dari untuk dengan ini itu pada tidak adalah atau dapat akan ke oleh anda juga dalam",
    "vi": "và của là các có được cho không trong một với này để những người từ khi đến",
}
# In a few sentences each word counts: these are common there, and an English text has them only by chance.
_MORE_WORDS = {
    "en": "we our your they their must may should not no was were has been its all any each only more when how what up",
    "de": "die der muss müssen darf dürfen kann können im am zum zur vom bis alle wir sie ihr hat haben wenn nur mehr",
    "fr": "être sera doit peut tous toutes chaque jours après avant ou où leur elle il ils nos votre sa son à en",
    "es": "de la en que debe puede todos cada días son está ser sus sin al lo no después antes",
    "it": "la in per un da deve può tutti ogni giorni essere sua suo al dopo prima i",
    "pt": "o a e de deve pode todos cada dias são ser sua seu ao sem até após",
    "nl": "de is moet mag kunnen alle elke dagen zij hun haar tot na voor uit geen wij",
}
_FUNCTION_WORDS = {code: frozenset(words.split()) for code, words in _WORDS.items()}
_SHORT_WORDS = {code: _FUNCTION_WORDS[code].union(words.split()) for code, words in _MORE_WORDS.items()}


def detect_language(blocks: Iterable[Block]) -> str | None:
    """The language code of the prose in ``blocks``, a script's name ("non-latin"), ``"unknown"`` if it is surely not
    English, or ``None`` if there is too little prose to tell. Code and tables are no prose.
    """
    words: list[str] = []
    prose = english_in_prose = 0
    for block in blocks:
        if block.kind not in _PROSE:
            continue
        found = _WORD.findall(block.passage.text[:_MAX_BLOCK].lower())
        words.extend(found)
        if len(found) >= _SENTENCE_WORDS and not block.codes:
            prose += len(found)
            english_in_prose += _count(found, "en")
        if len(words) >= _MAX_WORDS:
            break
    if _is_foreign_script(words):
        return "non-latin"
    if len(words) < _MIN_WORDS:
        return _of_few(words) if prose >= _FEW_WORDS else None
    english = _count(words, "en") / len(words)
    if english >= _SURELY_ENGLISH:
        return "en"
    shares = {code: _count(words, code) / len(words) for code in _FUNCTION_WORDS if code != "en"}
    best = max(shares, key=lambda code: (shares[code], code))
    distinct = len(_FUNCTION_WORDS[best].intersection(words))
    if shares[best] >= _ENOUGH and shares[best] > _FACTOR * english and distinct >= _DISTINCT:
        return best
    if prose >= _MIN_UNKNOWN and english_in_prose / prose < _SURELY_NOT and len(set(words)) >= _VARIED:
        return "unknown"
    return "en" if english >= _NO_ENGLISH else None


def _of_few(words: list[str]) -> str | None:
    """The language of a few sentences: most clear words are its own, and hardly one is English.

    A word that English has too speaks for English; what is not clear stays with the language that is read.
    """
    shares = {code: len([w for w in words if w in known]) / len(words) for code, known in _SHORT_WORDS.items()}
    english = shares.pop("en")
    best = max(shares, key=lambda code: (shares[code], code))
    distinct = len((_SHORT_WORDS[best] - _SHORT_WORDS["en"]).intersection(words))
    clear = shares[best] >= _CLEARLY and distinct >= _FEW_DISTINCT and english <= _HARDLY
    return best if clear else None


def _count(words: list[str], code: str) -> int:
    function_words = _FUNCTION_WORDS[code]
    return sum(1 for word in words if word in function_words)


def _is_foreign_script(words: list[str]) -> bool:
    text = "".join(words)[:10_000]
    letters = len(_LETTER.findall(text))
    return letters >= _MIN_WORDS and 1 - len(_LATIN.findall(text)) / letters > _FOREIGN_SCRIPT
