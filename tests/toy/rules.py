"""The toy's rules: a step is a round's stances or one turn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from affray.kernel.clauses import clause
from affray.kernel.errors import Refused, Unreadable
from affray.kernel.requests import Choose, Cuts, Dice, Option, Pool, Procedure
from affray.kernel.system import AnyEncounter
from tests.toy.state import (
    Checked,
    Corrected,
    LightSettled,
    Revealed,
    RoundBegun,
    Spoke,
    StancesShown,
    StanceTaken,
    SteppedIn,
    Struck,
    Stumbled,
    TurnBegun,
    TurnEnded,
    Whispered,
    WhisperHeard,
    standing,
)

STROKE_CUTS = Cuts(at=(-7, 0), every=5, start=0)
STUMBLE_CUTS = Cuts(at=(3,))
PASS = Option("pass", "pass")
LUCKY_TEN = (1, 2, 3, 4, 5, 6, 7, 8, 9, 15)
"""The highest face of a ten-sided die counts 15."""


def step(encounter: AnyEncounter) -> Procedure:
    """The next step: stances, or a turn."""
    state = encounter.state
    if state.broken == "start":
        raise LookupError("the step cannot begin")
    if not any(not fencer.acted for fencer in standing(state)):
        encounter.emit(RoundBegun())
        if state.broken == "round":
            raise LookupError("the round cannot begin")
    if not state.shown:
        yield from stances(encounter)
        return
    yield from turn(encounter)


@clause("T1.2")
def stances(encounter: AnyEncounter) -> Procedure:
    """Everybody takes a stance in secret; all are shown at once."""
    options = (Option("high", "stance", ("high",)), Option("low", "stance", ("low",)))
    fencers = standing(encounter.state)
    choices = [Choose(fencer.id, "stance", options, "T1.2", (encounter.state.round,)) for fencer in fencers]
    answers = yield from encounter.together(choices, "T1.2")
    for choice, option in zip(choices, answers, strict=True):
        fencer = encounter.state.fencers.get(choice.seat)
        if fencer is not None:
            encounter.emit(StanceTaken(fencer.id, option.args[0]), to=(fencer.side,))
    shown = tuple((fencer.id, fencer.stance) for fencer in standing(encounter.state) if not fencer.hidden)
    encounter.emit(StancesShown(shown))


@clause("T1.3")
def turn(encounter: AnyEncounter) -> Procedure:
    """One action: a stroke, a whisper, or nothing."""
    state = encounter.state
    if not state.turn:
        fencer = next(fencer for fencer in standing(state) if not fencer.acted)
        encounter.emit(TurnBegun(fencer.id), to=(fencer.side,) if fencer.hidden else None)
    actor = state.turn
    options = [*strokes(encounter, actor), Option("whisper", "whisper"), Option("wait", "wait")]
    option = yield from encounter.choose(actor, "turn", options, "T1.3", (state.round, actor), "wait")
    if option.kind == "stroke":
        yield from stroke(encounter, actor, option.args[0])
    elif option.kind == "whisper":
        side = state.fencers[actor].side
        grown = Whispered(actor, state.fencers[actor].secret + 1)
        encounter.emit(grown, to=(side,), public=None if state.fencers[actor].hidden else WhisperHeard(actor))
    fencer = state.fencers.get(actor)
    hidden = fencer is not None and fencer.hidden
    encounter.emit(TurnEnded(actor), to=(fencer.side,) if fencer is not None and hidden else None)


@clause("T1.8")
def strokes(encounter: AnyEncounter, actor: str) -> list[Option]:
    """A foe in sight can be struck."""
    side = encounter.state.fencers[actor].side
    foes = [foe for foe in standing(encounter.state) if foe.side != side and not foe.hidden]
    return [Option(f"stroke:{foe.id}", "stroke", (foe.id,)) for foe in foes]


def stroke(encounter: AnyEncounter, actor: str, target: str) -> Procedure:
    """A stroke from declaration to its end."""
    state = encounter.state
    if state.fencers[actor].hidden:
        encounter.emit(Revealed(actor))
    if state.fencers[actor].stance == "high":
        yield from settle_light(encounter)
    if actor not in state.fencers or target not in state.fencers:
        return
    target = yield from step_in(encounter, target)
    if actor not in state.fencers or target not in state.fencers:
        return
    cuts, pools = STROKE_CUTS, (attack_pool(encounter, actor), defence_pool(encounter, target))
    contested = yield from encounter.contest(*pools, cuts, "stroke", "T1.8")
    if state.broken == "middle":
        raise ZeroDivisionError("the stroke cannot be worked out")
    if actor not in state.fencers or target not in state.fencers:
        return
    encounter.emit(Struck(actor, target, loss_of(contested.margin)))
    if contested.margin < -7:
        yield from stumble(encounter, actor)


@clause("T1.8")
def loss_of(margin: int) -> int:
    """A stroke that is not below costs one breath, and one more for every 5."""
    return 1 + margin // 5 if margin >= 0 else 0


@clause("T1.9")
def stumble(encounter: AnyEncounter, actor: str) -> Procedure:
    """A miss by more than 7 costs the striker a breath on 1 or 2 of 4."""
    rolled = yield from encounter.roll(Pool(actor, (Dice(4),)), STUMBLE_CUTS, "stumble", "T1.9")
    if rolled.total < 3 and actor in encounter.state.fencers:
        encounter.emit(Stumbled(actor, 1))


@clause("T1.5")
def settle_light(encounter: AnyEncounter) -> Procedure:
    """A high stroke depends on the light, which the GM settles."""
    options = (Option("day", "light", ("day",)), Option("dusk", "light", ("dusk",)))
    option = yield from encounter.ruling("light", options, "T1.5", "day")
    encounter.emit(LightSettled(option.args[0]))


@clause("T1.6")
def step_in(encounter: AnyEncounter, target: str) -> Procedure:
    """Once a round an ally may take a stroke meant for another."""
    state = encounter.state
    side = state.fencers[target].side
    allies = [
        ally
        for ally in standing(state)
        if ally.side == side and ally.id != target and not ally.stepped_in and not ally.hidden
    ]
    yes = Option("step-in", "step-in")
    choices = [Choose(ally.id, "step-in", (PASS, yes), "T1.6", (target,), "pass") for ally in allies]
    answered = yield from encounter.window(choices, "T1.6")
    if answered is None or answered[0] not in state.fencers:
        return target
    encounter.emit(SteppedIn(answered[0]))
    return answered[0]


def attack_pool(encounter: AnyEncounter, actor: str) -> Pool:
    """The better of two lucky ten-sided dice, the skill and the secret; dusk takes a four-sided die off."""
    fencer = encounter.state.fencers[actor]
    dice: tuple[Dice, ...] = (Dice(10, 2, "highest", values=LUCKY_TEN, label="stroke"),)
    if encounter.state.light == "dusk":
        dice = (*dice, Dice(4, sign=-1, label="dusk"))
    return Pool(actor, dice, encounter.book[fencer.school] + fencer.secret)


def defence_pool(encounter: AnyEncounter, target: str) -> Pool:
    """A ten-sided die, and a six-sided one for a low stance."""
    fencer = encounter.state.fencers[target]
    dice: tuple[Dice, ...] = (Dice(10, label="guard"),)
    if fencer.stance == "low":
        dice = (*dice, Dice(6, label="low"))
    return Pool(target, dice, 2)


def act(encounter: AnyEncounter, name: str, data: Mapping[str, Any], by: str, reason: str) -> Procedure:
    """What the GM may do at any time, and some ways for a rule to fail."""
    state = encounter.state
    fencer = data.get("fencer", "")
    if fencer and fencer not in state.fencers:
        raise Refused(f"There is no {fencer} here.", "T2.1")
    match name:
        case "check":
            pool = Pool(fencer, (Dice(20),), state.fencers[fencer].secret)
            rolled = yield from encounter.roll(pool, Cuts(at=(int(data["target"]),)), "check", "T2.2")
            encounter.emit(Checked(fencer, rolled.total >= int(data["target"])))
        case "set" | "remove" | "break" | "end":
            what = {"set": "breath", "remove": "remove", "break": "broken", "end": "over"}[name]
            encounter.emit(Corrected(what, fencer, str(data.get("value", ""))))
        case "say":
            encounter.emit(Spoke(fencer, str(data["words"]), by))
        case "fail at once":
            encounter.emit(Corrected("breath", fencer, "1"))
            raise KeyError("failed at once")
        case "fail later":
            encounter.emit(Corrected("breath", fencer, "1"))
            yield from encounter.roll(Pool(fencer, (Dice(6),)), Cuts(), "nothing", "T2.2")
            raise KeyError("failed later")
        case "refuse late":
            encounter.emit(Corrected("breath", fencer, "1"))
            raise Refused("Too late to refuse.", "T2.1")
        case _:
            raise Unreadable(f'There is no act "{name}".')
