"""What stands beside a character: its state in the turn strip, its conditions. All of it is public."""

from __future__ import annotations

from affray.systems.pace.state import Character, Fight
from affray.systems.pace.text.aftermath import ROLLS
from affray.systems.pace.text.lines import name_of
from affray.systems.pace.text.story import DIRECTIONS


def facing_words(character: Character) -> str:
    """ "north-east"."""
    return DIRECTIONS[character.facing]


def conditions(fight: Fight, character: Character) -> list[str]:
    """What lasts on a character, in short words, each once."""
    if not character.standing:
        return []
    found = [f"held by {name_of(fight, tether.source)}" for tether in character.tethers]
    if character.slow_until and character.slow_until >= fight.state.round > 0:
        found.append(f"slowed to round {character.slow_until}")
    for on, number in character.edges.items():
        kind = "Advantage" if number > 0 else "Disadvantage"
        found.append(f"{kind} ({abs(number)}), {ROLLS.get(on, on)}")
    if character.waited:
        found.append("waited: Advantage (1), initiative")
    return list(dict.fromkeys(found))


def status(fight: Fight, character: Character) -> str:
    """A short phrase for the turn strip."""
    state, clash = fight.state, fight.state.clash
    if not character.standing:
        return character.defeat_meaning or "defeated"
    if state.outcome is not None:
        return ""
    if clash is not None and character.id == clash.attacker:
        return "attacking now"
    if clash is not None and character.id in clash.targets:
        return "answering" if character.id == clash.now else "attacked"
    if state.round and character.joined >= state.round:
        return "from the next round"
    if state.turn is not None and state.turn.character == character.id:
        return "acting"
    if character.waited and character.id in state.acted:
        return "waited"
    return "acted" if character.id in state.acted else ""
