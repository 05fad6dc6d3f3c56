"""What a character sees around itself: ways to its foes, dangers, whom it faces. For bots."""

from __future__ import annotations

from functools import cached_property

from affray.board.reach import flood
from affray.board.squares import Squares, bits_of, facing_toward
from affray.systems.pace.facing import in_front, melee_range, threatened
from affray.systems.pace.interactions import has_key
from affray.systems.pace.movement import speed_of
from affray.systems.pace.state import Character, Fight, board_of, foes
from affray.systems.pace.targets import paces_between
from affray.systems.pace.wielding import weapons_in_hand

NOWHERE = 60
"""Steps to the foes that are taken where no way leads to them."""

DETOUR = 6
"""Steps that one goes around rather than break something."""


class Surroundings:
    """The board as one character sees it. Whatever several options share is worked out once."""

    def __init__(self, fight: Fight, character: Character) -> None:
        self.fight = fight
        self.me = character
        self.board = board_of(fight)
        self.foes = foes(fight, character)

    # Ways

    @cached_property
    def layers(self) -> list[int]:
        """The squares by their steps from the nearest foe; through doors and what breaks, if need be."""
        sources = bits_of(foe.square for foe in self.foes)
        here, found = 1 << self.me.square, flood(self.board, sources, 0)
        for barriers in (self._doors, self._doors | self._breakable):
            steps = _layer_of(found, here)
            if barriers and (steps is None or steps > DETOUR):
                board = self.board
                opened = Squares(board.width, board.height, board.blocking & ~barriers)
                through = flood(opened, sources, 0)
                shorter = _layer_of(through, here)
                if shorter is not None and (steps is None or shorter + DETOUR < steps):
                    found = through
        return found

    @cached_property
    def _doors(self) -> int:
        """The doors that are in the way and that it can open."""
        return bits_of(
            thing.square
            for id_, thing in self.fight.state.objects.items()
            if thing.blocks
            and (thing.door == "closed" or (thing.door == "locked" and has_key(self.fight, self.me, id_)))
        )

    @cached_property
    def _breakable(self) -> int:
        return bits_of(
            thing.square
            for thing in self.fight.state.objects.values()
            if thing.blocks and thing.hp is not None and not thing.destroyed
        )

    def steps_of(self, squares: int) -> dict[int, int]:
        """The steps to the nearest foe from each of these squares, a bit board."""
        found = {}
        for steps, layer in enumerate(self.layers):
            here = layer & squares
            while here:
                low = here & -here
                found[low.bit_length() - 1] = steps
                here ^= low
        return found

    @cached_property
    def steps(self) -> int:
        """The steps from where it stands."""
        found = _layer_of(self.layers, 1 << self.me.square)
        return NOWHERE if found is None else found

    def on_the_way(self, square: int) -> bool:
        """Whether a shortest way to the foes leads through a square beside it."""
        steps = _layer_of(self.layers, 1 << square)
        (x, y), (other_x, other_y) = self.board.xy(self.me.square), self.board.xy(square)
        apart = max(abs(x - other_x), abs(y - other_y))
        return steps is not None and steps + apart <= self.steps

    # Dangers

    @cached_property
    def _threatened(self) -> list[int]:
        return [threatened(self.fight, foe) for foe in self.foes]

    def danger(self, square: int) -> int:
        """How many foes threaten a square."""
        return sum([bits >> square & 1 for bits in self._threatened])

    @cached_property
    def near(self) -> list[Character]:
        """The foes that could attack it in their next turn."""
        return [foe for foe in self.foes if could_reach(self.fight, foe, self.me.square)]

    # Facing

    def facing_worth(self, square: int, facing: int) -> float:
        """How well a facing covers the foes, the nearer ones more; the nearest best straight ahead."""
        total, nearest, least = 0.0, None, NOWHERE
        for foe in self.foes:
            apart = paces_between(self.fight, square, foe.square)
            if apart < least:
                nearest, least = foe, apart
            if in_front(self.board, square, facing, foe.square):
                total += 2.0 / (1.0 + apart)
        if nearest is not None and facing == facing_toward(self.board, square, nearest.square):
            total += 0.1
        return total


def could_reach(fight: Fight, foe: Character, square: int) -> bool:
    """Whether somebody could attack a square in a turn, after one Move."""
    apart = paces_between(fight, foe.square, square)
    if apart <= speed_of(fight, foe) + melee_range(fight, foe):
        return True
    return any(weapon.kind == "ranged" and apart <= weapon.range for _, weapon in weapons_in_hand(fight, foe))


def _layer_of(layers: list[int], bit: int) -> int | None:
    return next((steps for steps, layer in enumerate(layers) if layer & bit), None)
