"""Small building blocks of the sentences: counts, articles, lists, names kept apart from text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from affray.kernel.presentation import Remark, Sentence, Who

GM_NAME = "GM"
MINUS = "\N{MINUS SIGN}"
_VOWELS = frozenset("aeiouAEIOU")


def say(*parts: str | Who) -> Sentence:
    """A sentence of these parts: neighbouring texts run together, empty ones vanish."""
    sentence: Sentence = []
    for part in parts:
        if isinstance(part, str) and sentence and isinstance(sentence[-1], str):
            sentence[-1] += part
        elif part:
            sentence.append(part)
    return sentence


def remark(text: str, clause: str | None) -> Remark:
    """A line with its clause; an empty clause is none."""
    return {"text": text, "clause": clause or None}


def count(number: int, word: str) -> str:
    """ "1 step", "4 steps"."""
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def dice_count(number: int) -> str:
    """ "1 die", "4 dice"."""
    return f"{number} die" if number == 1 else f"{number} dice"


def signed(number: int) -> str:
    """A number with a real minus sign, which a screen reader speaks."""
    return str(number) if number >= 0 else f"{MINUS}{-number}"


def listed(words: Iterable[str], last: str = "and") -> str:
    """ "a", "a and b", "a, b and c"."""
    items = list(words)
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {last} {items[-1]}"


def span(names: Sequence[str]) -> str:
    """Things in a row by their ends: "Near", "Near to Far"."""
    return names[0] if len(names) == 1 else f"{names[0]} to {names[-1]}"


def ordinal(number: int) -> str:
    """ "1st", "2nd", "3rd", "4th"."""
    if number % 100 in (11, 12, 13):
        return f"{number}th"
    return f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th') }"


def first_up(text: str) -> str:
    """The text with a capital at its start."""
    return text[:1].upper() + text[1:]


def with_article(name: str) -> str:
    """A thing as it stands in a sentence: "a long pole", "an iron bar", "loose stones".

    A name with a capital inside is a name of its own and stays as it is.
    """
    if name[1:] != name[1:].lower():
        return name
    thing = name[:1].lower() + name[1:]
    if thing.startswith(("a ", "an ", "the ")) or (thing.endswith("s") and not thing.endswith("ss")):
        return thing
    return f"{'an' if thing[:1] in _VOWELS else 'a'} {thing}"


def with_the(name: str) -> str:
    """A thing of the place: "the counter"; a name of its own stays as it is."""
    thing = name[:1].lower() + name[1:]
    if name[1:] != name[1:].lower() or thing.startswith(("a ", "an ", "the ")):
        return name
    return f"the {thing}"


def own(name: str) -> str:
    """ "Ada's"."""
    return f"{name}'s"
