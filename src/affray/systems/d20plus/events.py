"""Everything that can change in a d20+ fight. Each event says why by its clause."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from affray.systems.d20plus.augments import Throw
from affray.systems.d20plus.book import TRAITS, AugmentDie
from affray.systems.d20plus.state import Clash, LentDie, Mark, Persona, Split, State, Tad, Turn

Cost = Literal["action", "move", "beat", "free"]


# Rounds, lanes and turns


@dataclass(frozen=True, slots=True)
class RoundBegan:
    """A new round: everyone declares anew."""

    number: int
    clause: str = "D9.4"

    def apply(self, state: State) -> None:
        if state.round > 0:
            state.quiet_rounds = 0 if state.wounded_this_round else state.quiet_rounds + 1
        state.round = self.number
        state.declaring = True
        state.order = []
        state.acted = []
        state.bonus_had = []
        state.wounded_this_round = False
        for persona in state.personas.values():
            persona.lane = None


@dataclass(frozen=True, slots=True)
class LanesRevealed:
    """The lanes and the order that follows from them. `rolled_off` are Personas whom a roll-off parted."""

    lanes: tuple[tuple[str, str], ...]
    order: tuple[str, ...]
    rolled_off: tuple[tuple[str, int], ...] = ()
    clause: str = "D9.4"

    def apply(self, state: State) -> None:
        for id_, lane in self.lanes:
            state.personas[id_].lane = lane
        state.order = list(self.order)
        state.declaring = False


@dataclass(frozen=True, slots=True)
class TurnBegan:
    """A Persona's turn starts; cooldowns count."""

    persona: str
    bonus: bool = False
    clause: str = "D7.9"

    def apply(self, state: State) -> None:
        persona = state.personas[self.persona]
        persona.turns_begun += 1
        state.turns.append(Turn(self.persona, self.bonus))
        if self.bonus:
            state.bonus_due.remove(self.persona)
            state.bonus_had.append(self.persona)
        else:
            state.acted.append(self.persona)


@dataclass(frozen=True, slots=True)
class SplitChosen:
    """The turn's split is committed to."""

    persona: str
    split: Split
    clause: str = "D7.1"

    def apply(self, state: State) -> None:
        turn = _turn(state)
        turn.split = self.split
        turn.actions, turn.moves = (2, 1) if self.split == "2-actions" else (1, 2)


@dataclass(frozen=True, slots=True)
class TurnEnding:
    """The Persona stops acting; what is unspent is lost."""

    persona: str
    clause: str = "D7.6"

    def apply(self, state: State) -> None:
        turn = _turn(state)
        turn.ending = True
        turn.actions = turn.moves = turn.beats = 0


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """The turn is over; lent dice whose time has come go."""

    persona: str
    clause: str = "D7.9"

    def apply(self, state: State) -> None:
        state.turns.pop()
        persona = state.personas.get(self.persona)
        if persona is not None:
            persona.lent = [lent for lent in persona.lent if lent.last_turn > persona.turns_begun]


@dataclass(frozen=True, slots=True)
class TurnDropped:
    """The turn of a Persona that is Out or gone ends at once, without its end-of-turn steps."""

    persona: str
    clause: str = "D7.8"

    def apply(self, state: State) -> None:
        state.turns.pop()


@dataclass(frozen=True, slots=True)
class TurnLost:
    """A Persona went Out before its turn came."""

    persona: str
    clause: str = "D9.4"

    def apply(self, state: State) -> None:
        state.acted.append(self.persona)


@dataclass(frozen=True, slots=True)
class BrokenTurnsCounted:
    """The count of own turn ends in a row at 0, per Trait."""

    persona: str
    counts: tuple[int, int, int]
    clause: str = "D6.6"

    def apply(self, state: State) -> None:
        state.personas[self.persona].broken_turns = dict(zip(TRAITS, self.counts, strict=True))


@dataclass(frozen=True, slots=True)
class BonusTurnGranted:
    """A bonus turn is due once the action that triggered it is finished."""

    persona: str
    ability: str
    clause: str = "D11.13"

    def apply(self, state: State) -> None:
        state.bonus_due.append(self.persona)


@dataclass(frozen=True, slots=True)
class BonusTurnVoid:
    """A bonus turn that was due does not come: its owner is Out or gone."""

    persona: str
    clause: str = "D6.9"

    def apply(self, state: State) -> None:
        state.bonus_due.remove(self.persona)


@dataclass(frozen=True, slots=True)
class QuietWasNoted:
    """The GM was asked about a stalemate, and the scene goes on."""

    clause: str = "D6.11"

    def apply(self, state: State) -> None:
        # The round that is about to begin adds one for the round just asked about, which counts no more.
        state.quiet_rounds = -1


@dataclass(frozen=True, slots=True)
class FightEnded:
    """The fight is over. `winner` is a side, or None."""

    outcome: str
    winner: str | None
    clause: str = "D6.8"

    def apply(self, state: State) -> None:
        state.outcome = self.outcome
        state.turns.clear()
        state.clash = None


# Paying


@dataclass(frozen=True, slots=True)
class Paid:
    """What something cost in the own turn. `skill` and `target` are remembered for the No-Repeat rule."""

    persona: str
    cost: Cost
    skill: str | None = None
    target: str | None = None
    attack: bool = False
    clause: str = "D7.2"

    def apply(self, state: State) -> None:
        turn = _turn(state)
        if self.cost == "action":
            turn.actions = max(0, turn.actions - 1)
            if self.skill is not None:
                turn.skills.append(self.skill)
                turn.targets.append(self.target or "")
        elif self.cost == "move":
            turn.moves = max(0, turn.moves - 1)
        elif self.cost == "beat":
            turn.beats = max(0, turn.beats - 1)
        turn.attacked = turn.attacked or self.attack


@dataclass(frozen=True, slots=True)
class AbilityUsed:
    """An ability was used; its cooldown starts. `ready_at` is the begun turn at which it is ready again."""

    persona: str
    ability: str
    target: str | None
    ready_at: int
    clause: str = "D11.10"

    def apply(self, state: State) -> None:
        state.personas[self.persona].cooldowns[self.ability] = self.ready_at


@dataclass(frozen=True, slots=True)
class WeaponExhausted:
    """An attack of the own turn exhausted the weapon."""

    persona: str
    weapon: str
    clause: str = "D11.9"

    def apply(self, state: State) -> None:
        exhausted = state.personas[self.persona].exhausted
        if self.weapon not in exhausted:
            exhausted.append(self.weapon)


@dataclass(frozen=True, slots=True)
class WeaponReadied:
    """A Beat readied a weapon."""

    persona: str
    weapon: str
    clause: str = "D11.9"

    def apply(self, state: State) -> None:
        state.personas[self.persona].exhausted.remove(self.weapon)


@dataclass(frozen=True, slots=True)
class BeatTaken:
    """A small thing of no rule's weight: a shout, a kicked table."""

    persona: str
    clause: str = "D7.5"

    def apply(self, state: State) -> None:
        """Only the Beat is spent, by `Paid`."""


# Attacks


@dataclass(frozen=True, slots=True)
class StrikeDeclared:
    """An attack is declared. `counter` is the ability that grants it, for a counter-attack."""

    attacker: str
    target: str
    weapon: str
    trait: str
    counter: str | None = None
    clause: str = "D4.9"

    def apply(self, state: State) -> None:
        state.clash = Clash(self.attacker, self.target, self.weapon)
        _reveal(state.personas[self.attacker])


@dataclass(frozen=True, slots=True)
class AskedToStepIn:
    """Allies of the target may step in; their names are shown while they are asked."""

    allies: tuple[str, ...]
    clause: str = "D11.8"

    def apply(self, state: State) -> None:
        if state.clash is not None:
            state.clash.stepping_in = list(self.allies)


@dataclass(frozen=True, slots=True)
class Intercepted:
    """An ally became the target."""

    persona: str
    ability: str
    instead_of: str
    clause: str = "D11.3"

    def apply(self, state: State) -> None:
        if state.clash is not None:
            state.clash.target = self.persona
            state.clash.stepping_in = []


@dataclass(frozen=True, slots=True)
class ReactionUsed:
    """A reaction was used. `text` is for the log: "Blood Ward" and what it answers."""

    persona: str
    ability: str
    against: str
    clause: str

    def apply(self, state: State) -> None:
        """The cooldown starts by `AbilityUsed`."""


@dataclass(frozen=True, slots=True)
class ReactionDeclined:
    """An offered reaction was declined."""

    persona: str
    ability: str
    clause: str = "D11.1"

    def apply(self, state: State) -> None:
        """Nothing is spent."""


@dataclass(frozen=True, slots=True)
class StrikeStopped:
    """An attack or ability ended before it resolved; what was paid stays paid."""

    attacker: str
    target: str
    why: str
    clause: str

    def apply(self, state: State) -> None:
        state.clash = None


@dataclass(frozen=True, slots=True)
class NullificationRolled:
    """A contested nullification: the user's throw against the owner's. A margin below 0 cancels."""

    user: Throw
    owner: Throw
    ability: str
    margin: int
    cancelled: bool
    clause: str = "D11.12"

    def apply(self, state: State) -> None:
        _use_tad(state, self.user)
        _use_tad(state, self.owner)


@dataclass(frozen=True, slots=True)
class StrikeResolved:
    """An attack as it fell. `cover` was taken off the attacker's total; `increment_why` says what lowered it.

    `margin` counts the cover. `wounds` is what the margin deals, before the track's end.
    """

    attack: Throw
    defence: Throw
    weapon: str
    nature: str
    trait: str
    cover: int
    margin: int
    hit: bool
    critical_block: bool
    increment: int
    increment_why: str
    not_counted: tuple[tuple[str, str], ...]
    wounds: int
    intercepted_for: str | None = None
    counter: str | None = None
    clause: str = "D4.2"

    def apply(self, state: State) -> None:
        _use_tad(state, self.attack)
        _use_tad(state, self.defence)
        state.clash = None


@dataclass(frozen=True, slots=True)
class Wounded:
    """Wounds fell on a track. `before` and `after` are the Trait's values."""

    persona: str
    trait: str
    wounds: int
    before: int
    after: int
    clause: str = "D6.1"

    def apply(self, state: State) -> None:
        persona = state.personas[self.persona]
        persona.wounds[self.trait] += self.before - self.after
        if self.before != self.after:
            state.wounded_this_round = True
            _reveal(persona)


@dataclass(frozen=True, slots=True)
class WentOut:
    """A Persona is Out. `road` says by which of the two ways."""

    persona: str
    road: Literal["all three Traits", "one Trait for three turns", "the GM"]
    clause: str

    def apply(self, state: State) -> None:
        _put_out(state.personas[self.persona])


@dataclass(frozen=True, slots=True)
class OutMeant:
    """What being Out means for this Persona, as the GM rules."""

    persona: str
    meaning: str
    clause: str = "D6.7"

    def apply(self, state: State) -> None:
        state.personas[self.persona].out_meaning = self.meaning


# Moves


@dataclass(frozen=True, slots=True)
class Moved:
    """A step to a neighbouring zone; cover is left behind. `by` is who moved it, if another did."""

    persona: str
    origin: str
    zone: str
    by: str | None = None
    clause: str = "D8.3"

    def apply(self, state: State) -> None:
        persona = state.personas[self.persona]
        persona.zone = self.zone
        persona.cover = None
        if self.by is not None:
            _reveal(persona)


@dataclass(frozen=True, slots=True)
class MovedUnseen:
    """What others see of a concealed Persona's move: nothing but that a Move was spent."""

    persona: str
    clause: str = "D8.10"

    def apply(self, state: State) -> None:
        """A public stand-in; never applied."""


@dataclass(frozen=True, slots=True)
class StayedPut:
    """A mover was made Out or Prone before the step; the Move is spent."""

    persona: str
    clause: str = "D8.8"

    def apply(self, state: State) -> None:
        """Nothing moves."""


@dataclass(frozen=True, slots=True)
class CoverTaken:
    """Behind an obstacle of the zone."""

    persona: str
    cover: str
    clause: str = "D8.5"

    def apply(self, state: State) -> None:
        state.personas[self.persona].cover = self.cover


@dataclass(frozen=True, slots=True)
class CoverLeft:
    """Out of cover, at no cost."""

    persona: str
    clause: str = "D8.5"

    def apply(self, state: State) -> None:
        state.personas[self.persona].cover = None


@dataclass(frozen=True, slots=True)
class Concealed:
    """A Persona vanished; the throw is its Concealment Score. Known to its own side and the GM."""

    persona: str
    throw: Throw
    clause: str = "D8.6"

    def apply(self, state: State) -> None:
        persona = state.personas[self.persona]
        if persona.concealment is None:
            persona.seen_in = persona.zone
        persona.concealment = self.throw.total


@dataclass(frozen=True, slots=True)
class Vanished:
    """What foes see of a Concealment: that the Persona is gone from sight."""

    persona: str
    clause: str = "D8.6"

    def apply(self, state: State) -> None:
        """A public stand-in; never applied."""


@dataclass(frozen=True, slots=True)
class Searched:
    """A Beat spent on locating a hidden foe."""

    persona: str
    target: str
    throw: Throw
    located: bool
    clause: str = "D8.6"

    def apply(self, state: State) -> None:
        if self.located:
            _reveal(state.personas[self.target])


@dataclass(frozen=True, slots=True)
class StoodUp:
    """Back on its feet, for a Move."""

    persona: str
    clause: str = "D8.7"

    def apply(self, state: State) -> None:
        state.personas[self.persona].prone = False


@dataclass(frozen=True, slots=True)
class KnockedProne:
    """Knocked Prone; cover is lost."""

    persona: str
    by: str
    clause: str = "D8.7"

    def apply(self, state: State) -> None:
        persona = state.personas[self.persona]
        persona.prone = True
        persona.cover = None


# Setup, abilities, checks


@dataclass(frozen=True, slots=True)
class SetUp:
    """A Setup Action for `holder`.

    `size` is the die the score gives (0: none), `kept` the one the holder has afterwards (0: none).
    """

    persona: str
    holder: str
    skill: str
    throw: Throw
    size: int
    kept: int
    clause: str = "D10.1"

    def apply(self, state: State) -> None:
        if self.size and self.size == self.kept:
            holder = state.personas[self.holder]
            holder.tad = Tad(self.size, self.persona, holder.turns_begun)


@dataclass(frozen=True, slots=True)
class SetupRefused:
    """The GM refused a Setup's Skill; nothing is spent."""

    persona: str
    skill: str
    clause: str = "D10.6"

    def apply(self, state: State) -> None:
        _turn(state).refused_setups.append(self.skill)


@dataclass(frozen=True, slots=True)
class TadExpired:
    """A banked die went unused too long."""

    persona: str
    size: int
    clause: str = "D10.3"

    def apply(self, state: State) -> None:
        state.personas[self.persona].tad = None


@dataclass(frozen=True, slots=True)
class Marked:
    """Hex, Naming or Quarry was put on a foe. A new Naming or Quarry of one owner replaces the old."""

    owner: str
    target: str
    kind: Literal["hex", "naming", "quarry"]
    clause: str

    def apply(self, state: State) -> None:
        if self.kind != "hex":
            for persona in state.personas.values():
                persona.marks = [
                    mark for mark in persona.marks if (mark.kind, mark.owner) != (self.kind, self.owner)
                ]
        target = state.personas[self.target]
        if all((mark.kind, mark.owner) != (self.kind, self.owner) for mark in target.marks):
            target.marks.append(Mark(self.kind, self.owner))


@dataclass(frozen=True, slots=True)
class AbilityRolled:
    """A contested ability: the user's Skill against the foe's Trait."""

    ability: str
    user: Throw
    foe: Throw
    margin: int
    success: bool
    clause: str = "D4.2"

    def apply(self, state: State) -> None:
        _use_tad(state, self.user)
        _use_tad(state, self.foe)


@dataclass(frozen=True, slots=True)
class Mended:
    """Wounds healed on a check. Out stays Out (D6.9)."""

    ability: str
    target: str
    trait: str
    throw: Throw
    target_number: int
    healed: int
    clause: str = "D2.2"

    def apply(self, state: State) -> None:
        persona = state.personas[self.target]
        persona.wounds[self.trait] -= self.healed
        if self.healed:
            persona.broken_turns[self.trait] = 0


@dataclass(frozen=True, slots=True)
class DieLent:
    """An Augment Die lent to a Persona until the end of its turn number `last_turn`."""

    persona: str
    die: AugmentDie
    last_turn: int
    source: str
    clause: str = "D3.8"

    def apply(self, state: State) -> None:
        state.personas[self.persona].lent.append(LentDie(self.die, self.last_turn))


@dataclass(frozen=True, slots=True)
class TurnExtended:
    """An ability broke the split: further Actions and Moves."""

    persona: str
    ability: str
    actions: int
    moves: int
    clause: str = "D7.1"

    def apply(self, state: State) -> None:
        turn = _turn(state)
        turn.actions += self.actions
        turn.moves += self.moves


@dataclass(frozen=True, slots=True)
class Checked:
    """A check against a Target Number. `by_gm` tells one called for from one taken as an Action."""

    throw: Throw
    target_number: int
    success: bool
    mounting: bool
    clause: str = "D2.2"

    def apply(self, state: State) -> None:
        """A check changes nothing by itself; the GM says what follows."""


@dataclass(frozen=True, slots=True)
class ContestChecked:
    """A contested check that is no attack."""

    first: Throw
    second: Throw
    margin: int
    success: bool
    clause: str = "D4.11"

    def apply(self, state: State) -> None:
        _use_tad(state, self.first)
        _use_tad(state, self.second)


# The GM's hand


@dataclass(frozen=True, slots=True)
class Corrected:
    """The GM set a value. `before` and `after` are words for the log."""

    persona: str
    field: str
    value: str | int | bool | None
    before: str
    after: str
    by: str
    reason: str
    clause: str = "D6.9"

    def apply(self, state: State) -> None:
        _set_field(state, state.personas[self.persona], self.field, self.value)


@dataclass(frozen=True, slots=True)
class Joined:
    """A Persona came into the fight; it acts from the next round."""

    persona: str
    name: str
    sheet: str
    side: str
    zone: str
    by: str
    reason: str
    clause: str = "D7.8"

    def apply(self, state: State) -> None:
        state.personas[self.persona] = Persona(
            self.persona, self.name, self.sheet, self.side, self.zone, joined=state.round
        )


@dataclass(frozen=True, slots=True)
class Removed:
    """A Persona left the fight."""

    persona: str
    name: str
    by: str
    reason: str
    clause: str = "D7.8"

    def apply(self, state: State) -> None:
        del state.personas[self.persona]
        state.order = [id_ for id_ in state.order if id_ != self.persona]
        state.acted = [id_ for id_ in state.acted if id_ != self.persona]
        state.bonus_due = [id_ for id_ in state.bonus_due if id_ != self.persona]
        state.gone.append(self.persona)
        for other in state.personas.values():
            other.marks = [mark for mark in other.marks if mark.owner != self.persona]
        clash = state.clash
        if clash is not None and self.persona in (clash.attacker, clash.target):
            state.clash = None
        elif clash is not None:
            clash.stepping_in = [id_ for id_ in clash.stepping_in if id_ != self.persona]


@dataclass(frozen=True, slots=True)
class Overridden:
    """The GM allowed what a clause refuses, with a reason."""

    persona: str
    option: str
    refused_by: str
    by: str
    reason: str
    clause: str = ""

    def apply(self, state: State) -> None:
        """Only noted; what was allowed follows."""


def _turn(state: State) -> Turn:
    turn = state.turn
    assert turn is not None, "no turn is under way"
    return turn


def _reveal(persona: Persona) -> None:
    persona.concealment = None
    persona.seen_in = None


def _put_out(persona: Persona) -> None:
    persona.out = True
    persona.tad = None
    persona.cover = None
    _reveal(persona)


def _use_tad(state: State, throw: Throw) -> None:
    if throw.tad and throw.roller in state.personas:
        state.personas[throw.roller].tad = None


def _set_field(state: State, persona: Persona, field: str, value: str | int | bool | None) -> None:
    """A correction's effect. Values were checked when the correction was read."""
    if field in TRAITS:
        wounds = int(value or 0)
        if wounds != persona.wounds[field]:
            # Set to what it is, a Trait at 0 stays at 0 and goes on counting (D6.6).
            persona.broken_turns[field] = 0
        persona.wounds[field] = wounds
    elif field == "zone":
        persona.zone = str(value)
        persona.cover = None
    elif field == "prone":
        persona.prone = bool(value)
        if persona.prone:
            persona.cover = None
    elif field == "cover":
        persona.cover = None if value is None else str(value)
    elif field == "tad":
        persona.tad = Tad(int(value), "gm", persona.turns_begun) if value else None
    elif field == "concealed":
        _reveal(persona)
    elif value:
        _put_out(persona)
    else:
        # Back in the fight: Traits still at 0 start a new count, or the next end of turn would undo this.
        persona.out = False
        persona.out_meaning = ""
        persona.broken_turns = dict.fromkeys(TRAITS, 0)
