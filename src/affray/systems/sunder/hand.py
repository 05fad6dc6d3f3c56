"""The hand of a creature: its cards, how each of them lies, and which halves may be played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from affray.kernel.clauses import clause
from affray.kernel.reasons import Reason
from affray.systems.sunder.book import Ability, Half, OptionCard
from affray.systems.sunder.general import GENERAL
from affray.systems.sunder.names import Side
from affray.systems.sunder.state import Creature, Play, Running, Scene, Turn, sheet_of

CardState = Literal["ready", "used", "out", "active", "face down"]
RESTS = ("Short Rest", "Long Rest")


def card(scene: Scene, id_: str) -> Ability:
    """A card by its id: a General one or one of the book."""
    return GENERAL[id_] if id_ in GENERAL else scene.book.abilities[id_]


@clause("S5.10", "S5.11", "S5.12")
def action_cards(scene: Scene, creature: Creature) -> tuple[Ability, ...]:
    """The General deck, with what replaces some of it, and the Action Cards of abilities."""
    key = "action cards", creature.sheet
    found: tuple[Ability, ...] | None = scene.book.worked_out.get(key)
    if found is None:
        found = scene.book.worked_out[key] = _action_cards(scene, creature)
    return found


def _action_cards(scene: Scene, creature: Creature) -> tuple[Ability, ...]:
    own = [scene.book.abilities[id_] for id_ in sheet_of(scene, creature).abilities]
    replaced = {ability.replaces: ability for ability in own if ability.replaces}
    general = [replaced.get(id_, ability) for id_, ability in GENERAL.items()]
    return (*general, *[one for one in own if one.activation == "action" and not one.replaces])


@clause("S8.1")
def cards_of(scene: Scene, creature: Creature, activation: str) -> Sequence[Ability]:
    """The cards of an activation: "action", "surge" or "trait"."""
    if activation == "action":
        return action_cards(scene, creature)
    own = [scene.book.abilities[id_] for id_ in sheet_of(scene, creature).abilities]
    return [one for one in own if one.activation == activation]


@clause("S8.2", "S8.3")
def options_of(scene: Scene, ability: Ability) -> list[OptionCard]:
    """The Option Cards of a Parent Ability."""
    return [one for one in scene.book.options.values() if one.parent == ability.id]


def half_of(ability: Ability, side: Side) -> Half | None:
    """The top or the bottom of a card."""
    return ability.top if side == "top" else ability.bottom


def other(side: Side) -> Side:
    """The other side."""
    return "bottom" if side == "top" else "top"


@clause("S5.9")
def running_from(scene: Scene, creature: Creature, card_id: str) -> Running | None:
    """What runs from a card of this creature, if it is Active."""
    for one in scene.state.running:
        if one.card == card_id and one.owner == creature.id:
            return one
    return None


@clause("S5.8", "S6.3")
def state_of(scene: Scene, creature: Creature, card_id: str) -> CardState:
    """How a card lies."""
    if creature.surge and creature.surge == card_id:
        return "face down"
    if card_id in creature.cards_out:
        return "out"
    if running_from(scene, creature, card_id) is not None:
        return "active"
    return "used" if card_id in creature.cards_used else "ready"


@clause("S5.8")
def reset_of(ability: Ability, side: Side) -> str:
    """The rest after which a card comes back once this half is used; empty where it is the next turn."""
    half = half_of(ability, side)
    return half.reset if half is not None and half.reset in RESTS else ""


@clause("S5.3", "S5.4", "S10.4")
def pairs(plays: list[Play], card_id: str, side: Side, frenzied: bool) -> Reason | None:
    """Whether a half goes with those that were played: another card, and the other side.

    Frenzied lifts the rule of the sides, or keeps it and allows the bottom of a third card.
    """
    sides = []
    for play in plays:
        if play.card == card_id:
            return Reason("same card", "S5.4")
        sides.append(play.side)
    if len(plays) >= 2:
        third = frenzied and len(plays) == 2 and side == "bottom" and sorted(sides) == ["bottom", "top"]
        return None if third else Reason("two halves", "S5.3")
    if side in sides and not frenzied:
        return Reason("same side", "S5.4", (side,))
    return None


@clause("S5.8", "S5.9", "S5.13")
def why_not_half(scene: Scene, creature: Creature, turn: Turn, card_id: str, side: Side) -> Reason | None:
    """Why a half of a card cannot be played now, whatever it is aimed at."""
    ability = card(scene, card_id)
    half = half_of(ability, side)
    if half is None:
        return Reason("no such half", "S5.3")
    reason = pairs(turn.plays, card_id, side, creature.has("Frenzied"))
    if reason is not None:
        return reason
    state = state_of(scene, creature, card_id)
    if state == "out":
        return Reason("card out", "S5.8", (creature.cards_out[card_id],))
    if state == "active":
        running = running_from(scene, creature, card_id)
        return Reason("card active", "S5.9", (running.name if running is not None else ability.name,))
    if state == "used":
        return Reason("card used", "S5.8")
    return None
