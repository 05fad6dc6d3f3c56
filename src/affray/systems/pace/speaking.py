"""Speaking: words that are free in a round, and words that are bought."""

from __future__ import annotations

from affray.kernel.clauses import clause
from affray.kernel.reasons import Reason
from affray.systems.pace.events import Spoke, WordsBought
from affray.systems.pace.points import COST, pay
from affray.systems.pace.state import Character, Fight


def count_words(text: str) -> int:
    """Words are what spaces part."""
    return len(text.split())


@clause("P8.5")
def may_not_say(character: Character, text: str) -> Reason | None:
    """At any time in the round, while words are left; bought ones last until the reset."""
    words = count_words(text)
    if words == 0:
        return Reason("nothing said", "P8.5")
    if words > character.words:
        return Reason("no words left", "P8.5", (words, character.words))
    return None


def say(fight: Fight, character_id: str, text: str) -> None:
    """Say it, and count the words."""
    words = count_words(text)
    left = fight.state.characters[character_id].words - words
    fight.emit(Spoke(character_id, text, words, left))


@clause("P8.1")
def buy_words(fight: Fight, character_id: str) -> None:
    """25 more words for 1 AP."""
    pay(fight, character_id, COST, "Speaking", "P8.1")
    fight.emit(WordsBought(character_id, fight.rulings.free_words))
