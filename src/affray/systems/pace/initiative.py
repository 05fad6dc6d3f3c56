"""The order of a round: a Dexterity Contest of all, then Action Points."""

from __future__ import annotations

from affray.kernel.clauses import clause
from affray.kernel.requests import EACH, Dice, Pool, Procedure
from affray.systems.pace.events import OrderSet
from affray.systems.pace.points import gain_at_round_start
from affray.systems.pace.rolls import Throw, roll_each, score_of, stance_for
from affray.systems.pace.state import Character, Fight


@clause("P2.3")
def takes_part(fight: Fight, character: Character) -> bool:
    """One that joins in mid-round acts from the next round; one at 0 HP rolls for no order."""
    return character.standing and character.joined < fight.state.round


@clause("P2.2", "P3.5")
def set_order(fight: Fight) -> Procedure:
    """At the start of each round: the contest, the order, and then AP."""
    throws: list[Throw] = []
    for id_ in [one.id for one in fight.state.characters.values() if takes_part(fight, one)]:
        character = fight.state.characters.get(id_)
        if character is not None:
            stance = stance_for(fight, character, "initiative", "Dexterity")
            throw = yield from roll_each(fight, stance, "initiative", "P2.2")
            throws.append(throw)
    order, rolled_off = yield from in_order(fight, throws)
    if fight.state.outcome is not None:
        return
    # Somebody may have been taken out of the fight while others rolled.
    here = [id_ for id_ in order if id_ in fight.state.characters]
    fight.emit(OrderSet(tuple(throws), tuple(here), tuple(rolled_off)))
    gain_at_round_start(fight)


@clause("P2.2")
def in_order(fight: Fight, throws: list[Throw]) -> Procedure:
    """Highest first; ties: higher Dexterity, then a recorded roll-off. Returns ids and roll-offs."""
    characters = fight.state.characters
    groups: dict[tuple[int, int], list[str]] = {}
    for throw in throws:
        if throw.roller in characters:
            dexterity = score_of(fight, characters[throw.roller], "Dexterity")
            groups.setdefault((-throw.total, -dexterity), []).append(throw.roller)
    order: list[str] = []
    rolled_off: list[tuple[str, int]] = []
    for _, tied in sorted(groups.items()):
        if len(tied) == 1:
            order.extend(tied)
        else:
            parted, rolls = yield from roll_off(fight, tied)
            order.extend(parted)
            rolled_off.extend(rolls)
    return order, rolled_off


@clause("P2.2")
def roll_off(fight: Fight, tied: list[str]) -> Procedure:
    """Still equal: a recorded d20 each, again among those who are still equal."""
    rolls = []
    for id_ in tied:
        if id_ not in fight.state.characters:
            continue
        rolled = yield from fight.roll(Pool(id_, (Dice(20, label="d20"),)), EACH, "roll-off", "P2.2")
        rolls.append((id_, rolled.total))
    first = dict(rolls)
    order: list[str] = []
    for total in sorted(set(first.values()), reverse=True):
        same = [id_ for id_ in tied if first.get(id_) == total]
        if len(same) > 1:
            same, again = yield from roll_off(fight, same)
            rolls.extend(again)
        order.extend(same)
    return order, rolls
