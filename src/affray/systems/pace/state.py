"""The state of a Pace fight. Only events change it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

from affray.board.squares import Squares
from affray.kernel.encounter import Encounter
from affray.systems.pace.book import Sheet
from affray.systems.pace.rulings import Rulings
from affray.systems.pace.setting import Setting

PivotAsks = Literal["foes", "all", "never"]


@dataclass(slots=True)
class Tether:
    """A hold: its bearer gets no further than `paces` from the source by its own movement (P5.2)."""

    source: str
    paces: int


@dataclass(slots=True)
class Item:
    """A weapon or thing in play. `gear` is its id in the book.

    `holder` has it in hand or in the pack; without one it lies on `square`.
    """

    id: str
    gear: str
    holder: str | None = None
    in_hand: bool = False
    square: int | None = None


@dataclass(slots=True)
class Character:
    """A character in the fight. `square` is an index of the board, `facing` one of FACINGS.

    `kept`, `gained` and `spent` tell of this round's AP: what was carried over, what came, and what it went
    for. `edges` are Advantages (or below 0 Disadvantages) that wait for the next roll of a kind; `waited`
    gives one in the next initiative. `slow_until` is the last round of a halved Speed. `words` is how many
    may still be spoken. `pivot_asks` and `quiet_in` (a round) say when its player wants to be asked for a
    Pivot out of turn. `joined` is the round it came in. `stuck`: no way led out of the terrain around it.
    """

    id: str
    name: str
    sheet: str
    side: str
    square: int
    facing: int
    hp: int
    ap: int = 0
    joined: int = 0
    kept: int = 0
    gained: int = 0
    spent: dict[str, int] = field(default_factory=dict)
    edges: dict[str, int] = field(default_factory=dict)
    waited: bool = False
    tethers: list[Tether] = field(default_factory=list)
    slow_until: int = 0
    words: int = 25
    pivot_asks: PivotAsks = "foes"
    quiet_in: int = 0
    defeat_meaning: str = ""
    stuck: bool = False

    @property
    def standing(self) -> bool:
        """Whether it is in the fight: above 0 HP (P4.8)."""
        return self.hp > 0


@dataclass(slots=True)
class Walk:
    """A Move or a free movement under way: the Paces it has left, and those it has taken."""

    kind: Literal["move", "free"]
    paces: int
    taken: int = 0


@dataclass(slots=True)
class Turn:
    """A turn under way. `free` says whether the free movement is still to be had (P6.9).

    `opened`: the Pivots of the others are over. `diagonals` counts those of its walks so far (P6.2). `paid`:
    AP were paid in it (P8.4).
    """

    character: str
    opened: bool = False
    free: bool = False
    walk: Walk | None = None
    diagonals: int = 0
    paid: bool = False
    ending: bool = False


@dataclass(slots=True)
class Clash:
    """The attack being resolved, for those who look on. `now` is the target whose turn to answer it is."""

    attacker: str
    weapon: str
    maneuver: str | None
    targets: list[str]
    total: int | None = None
    natural: int | None = None
    now: str | None = None


@dataclass(slots=True)
class ObjectState:
    """An object as it is: `hp` None for one that cannot be destroyed, `door` as in the scenario."""

    square: int
    hp: int | None
    blocks: bool
    door: Literal["open", "closed", "locked"] | None = None
    destroyed: bool = False
    done: list[str] = field(default_factory=list)


@dataclass(slots=True)
class State:
    """Everything about a fight that can change.

    `ordering`: the round has begun and its order is not set yet. `order` is this round's, `initiative` the
    totals it came from; `acted` are those whose turn has come. `blocking` and `difficult` are bit boards of
    the ground as hexadecimal digits, `walls` is `blocking` with the objects that block. `gone` are ids of
    characters that left: nobody else is ever called so.
    """

    characters: dict[str, Character]
    items: dict[str, Item] = field(default_factory=dict)
    objects: dict[str, ObjectState] = field(default_factory=dict)
    clocks: dict[str, int] = field(default_factory=dict)
    blocking: str = "0"
    difficult: str = "0"
    walls: str = "0"
    round: int = 0
    ordering: bool = False
    order: list[str] = field(default_factory=list)
    initiative: dict[str, int] = field(default_factory=dict)
    acted: list[str] = field(default_factory=list)
    turn: Turn | None = None
    quiet_rounds: int = 0
    hp_lost_this_round: bool = False
    clash: Clash | None = None
    gone: list[str] = field(default_factory=list)
    outcome: str | None = None


Fight = Encounter[State, Setting, Rulings]


def beyond_the_roll(state: State) -> State:
    """The state less the attack roll, once a hit or a miss is settled and no other target awaits it."""
    clash = state.clash
    if clash is None or len(clash.targets) > 1:
        return state
    return replace(state, clash=replace(clash, total=None, natural=None))


def sheet_of(fight: Fight, character: Character) -> Sheet:
    """The sheet a character was made from."""
    return fight.book.sheets[character.sheet]


def board_of(fight: Fight) -> Squares:
    """The board as it is now, with the objects that block."""
    state = fight.state
    key = ("board", state.walls, state.difficult)
    board: Squares | None = fight.book.worked_out.get(key)
    if board is None:
        drawn = fight.book.board
        board = Squares(drawn.width, drawn.height, int(state.walls, 16), int(state.difficult, 16))
        fight.book.worked_out[key] = board
    return board


def foes(fight: Fight, character: Character) -> list[Character]:
    """Everyone of another side who stands, in the order they joined."""
    return [
        other for other in fight.state.characters.values() if other.side != character.side and other.hp > 0
    ]


def taken_squares(fight: Fight, besides: str | None = None) -> int:
    """Bit board of the squares where somebody stands; a defeated body takes none (P4.8)."""
    bits = 0
    for other in fight.state.characters.values():
        if other.hp > 0 and other.id != besides:
            bits |= 1 << other.square
    return bits


def initiative_order(fight: Fight, ids: list[str]) -> list[str]:
    """These characters in this round's order; those who are not in it come last, as they joined."""
    order = fight.state.order
    return sorted(ids, key=lambda id_: order.index(id_) if id_ in order else len(order))
