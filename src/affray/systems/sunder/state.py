"""The state of a Sunder scene. Only events change it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from affray.kernel.encounter import Encounter
from affray.systems.sunder.book import Reaction, Sheet
from affray.systems.sunder.names import Riskiness, Side
from affray.systems.sunder.rulings import Rulings
from affray.systems.sunder.setting import Setting


@dataclass(frozen=True, slots=True)
class Until:
    """When something ends by itself: at the `boundary` of the anchor's turn number `turn`.

    Without an anchor nothing ends it before the scene does. `dispelled`: another creature can end it (S9.5).
    """

    anchor: str = ""
    boundary: Literal["start", "end"] = "start"
    turn: int = 0
    dispelled: bool = False


SCENE = Until()


@dataclass(slots=True)
class Track:
    """A Potential: its score, its Stress and spent Resistance in one row of slots, its Volatility Die.

    0 <= stress, 0 <= spent, stress + spent <= score (S1.3). `perks` by face.
    """

    score: int
    stress: int = 0
    spent: int = 0
    die: int = 4
    charged: bool = False
    perks: dict[int, str] = field(default_factory=dict)

    @property
    def free(self) -> int:
        """Slots that are neither Stress nor spent Resistance."""
        return self.score - self.stress - self.spent


@dataclass(slots=True)
class Condition:
    """A Condition on a creature (S10). `by` is the creature it came from or is about, or empty.

    `potential`, `other` and `amount` are its parameters, `zone` is the centre of Rooted. `resist` is the
    Skill with which it was or may be resisted. `card` is the card it came from, `magick` whether that was
    Magick.
    """

    name: str
    until: Until
    by: str = ""
    potential: str = ""
    other: str = ""
    amount: int = 0
    zone: str = ""
    resist: str = ""
    card: str = ""
    magick: bool = False


@dataclass(slots=True)
class Favour:
    """Advantage (`amount` 1) or Disadvantage (-1) on the holder's next Test on `test`, or against the holder.

    `test`: a Skill, a Potential, "attack" or "any". `source` names it (S1.22). `lasting`: every such Test
    while it runs, and not the next alone.
    """

    test: str
    amount: int
    source: str
    until: Until
    against: bool = False
    lasting: bool = False
    only: Literal["any", "physical", "mental"] = "any"
    clause: str = "S1.21"


@dataclass(slots=True)
class Running:
    """A card that is Active (S5.9): `number` is its own, `owner` whose it is, `creature` whom it is on.

    `reaction` is what it lets its owner do. A Sequence has a `die` and its `value`, from 1 (S9.7); else both
    are 0. `guard` is the Potential whose Stress is cut (S5.12). `concentration` is the Potential that keeps
    it up, or empty (S9.9). `special` names what it does by a rule of its own.
    """

    number: int
    owner: str
    creature: str
    card: str
    side: Side | Literal["surge", "trait"]
    name: str
    until: Until
    reaction: Reaction | None = None
    die: int = 0
    value: int = 0
    guard: str = ""
    concentration: str = ""
    magick: bool = False
    special: str = ""


@dataclass(slots=True)
class Creature:
    """A creature in the scene.

    `marks` of `pool` are taken. `turns_begun` counts its turns; `reacted` are the sources used since its last
    turn began (S7.3). `surge` is the card that lies face down and `surged` how many turns it had begun then
    (S6.4). `cards_out` are cards that do not come back in this scene (S5.8). `hands` are weapons in hand,
    `lying` thrown ones by zone, `shots` what a Loading weapon has left, `worn` what Equipment Fallout did to
    an item: Riskiness of a weapon, slots that armor has lost for good (S14.9). `slots` are used Protection
    Slots by armor. `stable`: it was dying and will live (S3.25). `out`: "incapacitated" also while dying;
    "dead", "gone".
    """

    id: str
    name: str
    sheet: str
    side: str
    zone: str
    tracks: dict[str, Track]
    pool: int
    marks: int = 0
    player: bool = True
    turns_begun: int = 0
    turns_ended: int = 0
    reacted: list[str] = field(default_factory=list)
    surge: str = ""
    surged: int = 0
    cards_out: dict[str, str] = field(default_factory=dict)
    cards_used: list[str] = field(default_factory=list)
    conditions: list[Condition] = field(default_factory=list)
    favours: list[Favour] = field(default_factory=list)
    exhaustion: int = 0
    hands: list[str] = field(default_factory=list)
    lying: dict[str, str] = field(default_factory=dict)
    shots: dict[str, int] = field(default_factory=dict)
    worn: dict[str, int] = field(default_factory=dict)
    broken: list[str] = field(default_factory=list)
    slots: dict[str, int] = field(default_factory=dict)
    beats: int = 0
    strings: int = 0
    dying: str = ""
    stable: bool = False
    out: Literal["", "incapacitated", "dead", "gone"] = ""

    def has(self, name: str, potential: str = "") -> bool:
        """Whether it has a Condition of its own by this name; with a Potential, one about that Potential."""
        for one in self.conditions:
            if one.name == name and (not potential or one.potential == potential):
                return True
        return False

    @property
    def conscious(self) -> bool:
        """Whether it is in the scene and not incapacitated (S3.24)."""
        return not self.out


@dataclass(slots=True)
class Entry:
    """A place in the queue: one creature, or a group action with its lead first (S4.11)."""

    creatures: list[str]


@dataclass(slots=True)
class Play:
    """A half that was played in this turn."""

    card: str
    side: Side


@dataclass(slots=True)
class Turn:
    """A turn under way. `group` are those who act along in a group action, without the lead.

    `plays` are the halves played, in order. `steps_left` are the tiles of a Movement that is not closed yet
    (S5.2), `through` whether it may pass foes. `slot`: the turn is in a GM slot. `ending`: nothing more is
    asked. `moved` counts the tiles that its creature has moved in it (S10.3).
    """

    creature: str
    group: list[str] = field(default_factory=list)
    slot: bool = False
    opened: bool = False
    plays: list[Play] = field(default_factory=list)
    steps_left: int = 0
    through: bool = False
    ending: bool = False
    moved: int = 0


@dataclass(slots=True)
class Action:
    """The action that is announced and not resolved yet (S6.6). `number` counts all of them."""

    number: int
    actor: str
    card: str
    name: str
    side: str
    targets: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Countdown:
    """Hope and Dread as they stand (S9.11). Without a Dread die `dread` is 0. `decided`: "", "Hope", "Dread".

    `creature` is the one who is dying, or empty.
    """

    id: str
    name: str
    size: int
    side: str
    hope: int
    dread: int
    decides: bool = False
    creature: str = ""
    decided: Literal["", "Hope", "Dread"] = ""


@dataclass(slots=True)
class WaitingSurge:
    """A Surge that was announced during an action and takes effect after it (S6.6)."""

    creature: str
    card: str
    after: int


@dataclass(slots=True)
class State:
    """Everything about a scene that can change.

    `queue` has those who threw in the gauntlet, the next one first; who has the turn is in `turn` alone.
    `slot`: a GM slot is open. `forfeits` are GM slots that the GM gave up (S12.8). `yielded` are pairs
    (who gave way, to whom) since the last turn began (S4.7). `declined` counts the times in a row that nobody
    threw in. `kept_open`: the GM wants a scene to go on that seems to be over. `announced` counts actions,
    `turns` the turns of everybody, `quiet` those without a Mark, `asked` what `turns` was when the GM last
    said that a scene goes on (S4.17).
    `found` are pairs (side, what it has searched), for what that side may know since.
    """

    creatures: dict[str, Creature]
    countdowns: dict[str, Countdown] = field(default_factory=dict)
    queue: list[Entry] = field(default_factory=list)
    turn: Turn | None = None
    action: Action | None = None
    slot: bool = False
    opened: bool = False
    forfeits: int = 0
    yielded: list[tuple[str, str]] = field(default_factory=list)
    declined: int = 0
    announced: int = 0
    turns: int = 0
    quiet: int = 0
    asked: int = 0
    risk: Riskiness = "Uncertain"
    next_risk: dict[str, Riskiness] = field(default_factory=dict)
    surges: list[WaitingSurge] = field(default_factory=list)
    running: list[Running] = field(default_factory=list)
    runs: int = 0
    closed: list[tuple[str, str]] = field(default_factory=list)
    searched: list[str] = field(default_factory=list)
    found: list[tuple[str, str]] = field(default_factory=list)
    kept_open: bool = False
    outcome: str | None = None


Scene = Encounter[State, Setting, Rulings]


def sheet_of(scene: Scene, creature: Creature) -> Sheet:
    """The sheet a creature was made from."""
    return scene.book.sheets[creature.sheet]


def foes(scene: Scene, creature: Creature) -> list[Creature]:
    """Every conscious creature of another side, in the scenario's order."""
    return [one for one in scene.state.creatures.values() if one.side != creature.side and one.conscious]


def allies(scene: Scene, creature: Creature) -> list[Creature]:
    """Every other conscious creature of the same side, in the scenario's order."""
    return [
        one
        for one in scene.state.creatures.values()
        if one.side == creature.side and one.conscious and one.id != creature.id
    ]
