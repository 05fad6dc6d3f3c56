"""Rounds and turns: the secret lanes, the order, the split, and what begins and ends a turn."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from affray.kernel.clauses import clause
from affray.kernel.requests import EACH, Choose, Dice, Option, Pool, Procedure
from affray.systems.d20plus.abilities import use_ability
from affray.systems.d20plus.attack import strike
from affray.systems.d20plus.book import LANES
from affray.systems.d20plus.build import power_score as power_of_sheet
from affray.systems.d20plus.checks import can_act, contest_as_action
from affray.systems.d20plus.events import (
    BeatTaken,
    BonusTurnVoid,
    FightEnded,
    LanesRevealed,
    Paid,
    QuietWasNoted,
    RoundBegan,
    SetupRefused,
    SplitChosen,
    TurnBegan,
    TurnDropped,
    TurnEnded,
    TurnEnding,
    TurnLost,
    WeaponReadied,
    WentOut,
)
from affray.systems.d20plus.legal import offered, open_lanes
from affray.systems.d20plus.moves import conceal, leave_cover, locate, move, stand, take_cover
from affray.systems.d20plus.reactions import offer_mourning
from affray.systems.d20plus.scores import skill_of_attack, trait_value
from affray.systems.d20plus.setup import expire_tad, set_up, setup_allowed
from affray.systems.d20plus.state import Fight, Persona, Turn, sheet_of
from affray.systems.d20plus.wounds import check_end, count_broken_turns, say_meaning

SPLITS = (Option("2-actions", "split", ("2-actions",)), Option("2-moves", "split", ("2-moves",)))


def step(fight: Fight) -> Procedure:
    """The next step: a bonus turn that is due, the turn under way, the next turn, or a new round."""
    state, turn = fight.state, fight.state.turn
    if turn is not None and not can_act(fight, turn.persona):
        yield from drop_turn(fight, turn)
    elif state.bonus_due and not (turn is not None and turn.bonus):
        begin_bonus_turn(fight)
    elif turn is not None:
        yield from play_turn(fight, turn)
    elif state.round == 0:
        fight.emit(RoundBegan(1))
    elif state.declaring:
        yield from declare_lanes(fight)
    else:
        yield from next_turn(fight)


# The round


@clause("D9.2")
def next_turn(fight: Fight) -> Procedure:
    """The next in order begins, faster lanes first; who is Out before its turn comes loses it."""
    state = fight.state
    waiting = [id_ for id_ in state.order if id_ not in state.acted]
    if not waiting:
        yield from begin_round(fight)
    elif state.personas[waiting[0]].out:
        fight.emit(TurnLost(waiting[0]))
    else:
        fight.emit(TurnBegan(waiting[0]))


def begin_round(fight: Fight) -> Procedure:
    """A new round, unless the scene has come to rest."""
    if check_end(fight):
        return
    quiet, at_limit = is_stalemate(fight)
    if quiet or at_limit:
        options = (Option("go-on", "go-on"), Option("end", "end"))
        # Bots take the default: they play a quiet fight on, and leave one at the limit undecided.
        default = "end" if at_limit else "go-on"
        option = yield from fight.ruling("stalemate", options, "D6.11", default, (quiet_rounds(fight),))
        if option.id == "end":
            fight.emit(FightEnded("undecided", None, "D6.11"))
            return
        fight.emit(QuietWasNoted())
    fight.emit(RoundBegan(fight.state.round + 1))


@clause("D6.11")
def is_stalemate(fight: Fight) -> tuple[bool, bool]:
    """Whether the GM is asked if the scene ends: after many rounds without a wound, and at the limit."""
    quiet = quiet_rounds(fight) >= fight.rulings.stalemate_rounds
    return quiet, fight.state.round % fight.rulings.round_limit == 0


def quiet_rounds(fight: Fight) -> int:
    """Full rounds without a wound up to the end of this one."""
    return 0 if fight.state.wounded_this_round else fight.state.quiet_rounds + 1


@clause("D9.4")
def declare_lanes(fight: Fight) -> Procedure:
    """Everybody commits to a lane in secret; when all have, lanes are revealed and the order is fixed."""
    choices = [
        Choose(
            persona.id,
            "lane",
            tuple(Option(lane, "lane", (lane,)) for lane in open_lanes(fight, persona)),
            "D9.4",
        )
        for persona in fight.state.personas.values()
        if takes_part(fight, persona)
    ]
    options = yield from fight.together(choices, "D9.4")
    lanes = tuple(
        (choice.seat, option.id)
        for choice, option in zip(choices, options, strict=True)
        if can_act(fight, choice.seat)
    )
    order, rolled_off = yield from turn_order(fight, dict(lanes))
    # Somebody may have been taken out of the fight while others rolled for their place.
    here = fight.state.personas
    fight.emit(
        LanesRevealed(
            tuple((id_, lane) for id_, lane in lanes if id_ in here),
            tuple(id_ for id_ in order if id_ in here),
            tuple(rolled_off),
        )
    )


@clause("D7.8")
def takes_part(fight: Fight, persona: Persona) -> bool:
    """One that joins in mid-round declares and acts from the next round; one that is Out does neither."""
    return not persona.out and persona.joined < fight.state.round


@clause("D9.6")
def turn_order(fight: Fight, lanes: dict[str, str]) -> Procedure:
    """The order of the round, fixed with the Traits of this moment. Returns it and any roll-offs."""
    groups: dict[tuple[int, ...], list[str]] = {}
    for id_, lane in lanes.items():
        key = (LANES.index(lane), *tie_break(fight, fight.state.personas[id_]))
        groups.setdefault(key, []).append(id_)
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


@clause("D9.3")
def tie_break(fight: Fight, persona: Persona) -> tuple[int, int, int, int]:
    """Within a lane: higher current Spirit, then Mind, then Body, then Power Score goes first (negated)."""
    values = [-trait_value(fight, persona, trait) for trait in ("Spirit", "Mind", "Body")]
    return values[0], values[1], values[2], -power_score(fight, persona)


def power_score(fight: Fight, persona: Persona) -> int:
    """The sheet's Power Score; by default the sum of the unwounded Traits (D1.8)."""
    sheet = sheet_of(fight, persona)
    return power_of_sheet(sheet.traits, sheet.power)  # type: ignore[arg-type]


def roll_off(fight: Fight, tied: list[str]) -> Procedure:
    """Still equal: a recorded d20 each, again among those who are still equal."""
    rolls = []
    for id_ in tied:
        # Somebody may have been taken out of the fight while others rolled.
        if id_ not in fight.state.personas:
            continue
        rolled = yield from fight.roll(Pool(id_, (Dice(20, label="d20"),)), EACH, "roll-off", "D9.3")
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


# The turn


@clause("D11.7", "D11.13")
def begin_bonus_turn(fight: Fight) -> None:
    """A bonus turn that is due interrupts the turn under way, which then goes on; several come in turn."""
    owner = fight.state.bonus_due[0]
    if can_act(fight, owner):
        fight.emit(TurnBegan(owner, bonus=True, clause="D11.7"))
    else:
        fight.emit(BonusTurnVoid(owner))


def play_turn(fight: Fight, turn: Turn) -> Procedure:
    """One thing of a turn: the split, an Action, Move or Beat, or its end."""
    persona = fight.state.personas[turn.persona]
    if turn.split is None:
        yield from choose_split(fight, persona)
    elif turn.ending:
        end_turn(fight, persona)
    else:
        options = fight.worked_out(("turn", persona.id), partial(offered, fight, persona, turn))
        # The turn of a concealed Persona that ended by itself would tell that nobody is in reach (D8.10).
        hidden = persona.concealment is not None
        option = yield from fight.choose(persona.id, "turn", options, "D7.7", always=hidden)
        yield from perform(fight, persona.id, option)


@clause("D7.8")
def drop_turn(fight: Fight, turn: Turn) -> Procedure:
    """The turn of a Persona that is removed or Out ends at once, without its end-of-turn steps.

    One that went Out by what its turn's end counted (D6.6) still has to hear what that means, and its allies
    may answer it.
    """
    persona = fight.state.personas.get(turn.persona)
    if persona is not None and not persona.out_meaning:
        yield from say_meaning(fight, turn.persona)
    if check_end(fight):
        return
    if turn.ending:
        yield from offer_mourning(fight, turn.persona)
    fight.emit(TurnDropped(turn.persona))


@clause("D7.1")
def choose_split(fight: Fight, persona: Persona) -> Procedure:
    """2 Actions + 1 Move or 1 Action + 2 Moves; it cannot be changed or blended."""
    option = yield from fight.choose(persona.id, "split", SPLITS, "D7.1", default="2-actions")
    fight.emit(SplitChosen(persona.id, option.args[0]))


@clause("D7.9")
def end_turn(fight: Fight, persona: Persona) -> None:
    """Broken Traits count, then an old TAD expires; then the fight may be over (D6.8)."""
    if count_broken_turns(fight, persona):
        fight.emit(WentOut(persona.id, "one broken", "D6.6"))
        return
    expire_tad(fight, persona)
    fight.emit(TurnEnded(persona.id))
    check_end(fight)


@clause("D7.7")
def perform(fight: Fight, persona_id: str, option: Option) -> Procedure:
    """Actions, Moves and Beats in any order: pay for what was chosen, then do it."""
    yield from _DO[option.kind](fight, persona_id, *option.args)


@clause("D7.6")
def _end(fight: Fight, persona_id: str) -> Procedure:
    """Ending the turn early is always allowed; what is unspent is lost."""
    fight.emit(TurnEnding(persona_id))
    yield from ()


def _strike(fight: Fight, persona_id: str, weapon_id: str, target_id: str) -> Procedure:
    skill = skill_of_attack(fight.book.weapons[weapon_id])
    fight.emit(Paid(persona_id, "action", skill, target_id, attack=True))
    yield from strike(fight, persona_id, weapon_id, target_id)


def _set_up(fight: Fight, persona_id: str, skill: str, ally_id: str | None) -> Procedure:
    allowed = yield from setup_allowed(fight, persona_id, skill)
    if not can_act(fight, persona_id, ally_id or persona_id):
        return
    if not allowed:
        fight.emit(SetupRefused(persona_id, skill))
        return
    fight.emit(Paid(persona_id, "action", skill, ally_id))
    yield from set_up(fight, persona_id, skill, ally_id or persona_id)


def _use(fight: Fight, persona_id: str, ability_id: str, target_id: str | None) -> Procedure:
    ability = fight.book.abilities[ability_id]
    if ability.cost == "action":
        fight.emit(Paid(persona_id, "action", ability.skill, target_id))
    else:
        fight.emit(Paid(persona_id, "beat", clause="D7.5"))
    yield from use_ability(fight, persona_id, ability_id, target_id)
    check_end(fight)


def _check(fight: Fight, persona_id: str, skill: str, foe_id: str) -> Procedure:
    fight.emit(Paid(persona_id, "action", skill, foe_id))
    yield from contest_as_action(fight, persona_id, skill, foe_id)


def _move(fight: Fight, persona_id: str, zone: str) -> Procedure:
    fight.emit(Paid(persona_id, "move", clause="D8.3"))
    yield from move(fight, persona_id, zone)


def _cover(fight: Fight, persona_id: str, cover: str) -> Procedure:
    fight.emit(Paid(persona_id, "move", clause="D8.3"))
    take_cover(fight, persona_id, cover)
    yield from ()


def _conceal(fight: Fight, persona_id: str) -> Procedure:
    fight.emit(Paid(persona_id, "move", clause="D8.3"))
    yield from conceal(fight, persona_id)


def _stand(fight: Fight, persona_id: str) -> Procedure:
    fight.emit(Paid(persona_id, "move", clause="D8.7"))
    stand(fight, persona_id)
    yield from ()


def _leave_cover(fight: Fight, persona_id: str) -> Procedure:
    leave_cover(fight, persona_id)
    yield from ()


def _locate(fight: Fight, persona_id: str, target_id: str) -> Procedure:
    fight.emit(Paid(persona_id, "beat", clause="D7.5"))
    yield from locate(fight, persona_id, target_id)


def _ready(fight: Fight, persona_id: str, weapon_id: str) -> Procedure:
    fight.emit(Paid(persona_id, "beat", clause="D7.5"))
    fight.emit(WeaponReadied(persona_id, weapon_id))
    yield from ()


def _beat(fight: Fight, persona_id: str) -> Procedure:
    fight.emit(Paid(persona_id, "beat", clause="D7.5"))
    fight.emit(BeatTaken(persona_id))
    yield from ()


_DO: dict[str, Callable[..., Any]] = {
    "strike": _strike,
    "setup": _set_up,
    "use": _use,
    "check": _check,
    "move": _move,
    "cover": _cover,
    "conceal": _conceal,
    "stand": _stand,
    "leave-cover": _leave_cover,
    "locate": _locate,
    "ready": _ready,
    "beat": _beat,
    "end": _end,
}
