"""A half as it is played: whose, which, and what it is aimed at."""

from __future__ import annotations

from dataclasses import dataclass

from affray.kernel.requests import Option
from affray.systems.sunder import hand
from affray.systems.sunder.book import Half
from affray.systems.sunder.names import Side
from affray.systems.sunder.state import Scene


@dataclass(frozen=True, slots=True)
class Played:
    """A half of a card, with the choices that its option made.

    `option` is an Option Card or empty, `weapon` a weapon or empty, `skill` a Skill or empty, `target` a
    creature, zone, thing or place in a list. `shared` is the level of a Group Test made for it, else None.
    """

    creature: str
    card: str
    side: Side
    half: Half
    option: str = ""
    weapon: str = ""
    skill: str = ""
    target: str = ""
    shared: int | None = None


def played_of(scene: Scene, id_: str, option: Option, shared: int | None = None) -> Played:
    """The half that an option of kind "half" names."""
    key = "played", id_, option.args, shared
    found: Played | None = scene.book.worked_out.get(key)
    if found is None:
        # It follows from content alone, and bots look at the same option again and again.
        found = scene.book.worked_out[key] = _played(scene, id_, option, shared)
    return found


def _played(scene: Scene, id_: str, option: Option, shared: int | None) -> Played:
    card_id, side, option_card, weapon, skill, target = option.args
    half = scene.book.options[option_card].half if option_card else None
    if half is None:
        half = hand.half_of(hand.card(scene, card_id), side)
    assert half is not None, "only halves that exist are offered"
    return Played(id_, card_id, side, half, option_card, weapon, skill, target, shared)
