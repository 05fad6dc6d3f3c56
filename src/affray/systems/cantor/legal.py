"""What a unit may do in its turn, and why not the rest. Every refusal names its clause."""

from __future__ import annotations

from collections.abc import Iterator

from affray.kernel.clauses import clause
from affray.kernel.reasons import Reason
from affray.kernel.requests import Option, Question
from affray.systems.cantor import actions, conditions, hiding, movement, reactions, resonance
from affray.systems.cantor.arms import BARE, GRAPPLE, Arm, arm_of_art, arm_of_weapon
from affray.systems.cantor.conditions import cannot_act, cannot_attack
from affray.systems.cantor.state import Fight, Turn, Unit, allies, hostiles, is_cantor, sheet_of
from affray.systems.cantor.targets import aims, may_not_target, touches

END = Option("end", "end")
QUICKS = 2
Judged = tuple[Option, Reason | None]


def offered(fight: Fight, unit: Unit, turn: Turn) -> list[Option]:
    """Everything this unit may do now in its own turn."""
    return [option for option, why in judged(fight, unit, turn) if why is None]


def refused(fight: Fight, unit: Unit) -> list[tuple[Option, Reason]]:
    """Everything it might think of and may not do, each with its reason."""
    turn = fight.state.turn
    if turn is None or turn.unit != unit.id:
        return []
    return [(option, why) for option, why in judged(fight, unit, turn) if why is not None]


def refusals(fight: Fight, question: Question) -> list[tuple[Option, Reason]]:
    """What a question refuses."""
    unit = fight.state.units.get(question.seat)
    return refused(fight, unit) if unit is not None and question.kind == "turn" else []


def why_not(fight: Fight, question: Question, option_id: str) -> Reason:
    """Why an option is not on offer."""
    for option, why in refusals(fight, question):
        if option.id == option_id:
            return why
    unit, turn = fight.state.units.get(question.seat), fight.state.turn
    kind, _, name = option_id.partition(" ")
    if unit is not None and turn is not None and question.kind == "turn" and kind in ("move", "boost"):
        why_kind = no_move(unit, turn) if kind == "move" else no_boost(unit, turn)
        if fight.book.board.hex(name) is not None:
            return why_kind or Reason("too far to walk", "C3.14", (name, movement.speed_of(fight, unit)))
    return Reason("not offered", question.clause, (option_id,))


def judged(fight: Fight, unit: Unit, turn: Turn) -> Iterator[Judged]:
    """Everything a unit could think of, each with the reason why not, or None. Of hexes those on offer."""
    yield from _weapons(fight, unit, turn)
    yield from _arts(fight, unit, turn)
    yield from _bare(fight, unit, turn)
    yield from _moves(fight, unit, turn)
    yield from _one_click(fight, unit, turn)
    yield from _of_resonance(fight, unit, turn)
    yield from _free(fight, unit)
    yield END, None


# What a turn has


@clause("C3.1")
def quicks_left(turn: Turn) -> int:
    """How many Quick actions are left; a Full one leaves none."""
    return 0 if turn.full else max(0, QUICKS - len(turn.quicks))


@clause("C3.1")
def full_left(turn: Turn) -> bool:
    """Whether the Full action is left: it takes the place of all Quick ones."""
    return quicks_left(turn) == QUICKS


@clause("C3.1")
def no_quick(unit: Unit, turn: Turn, name: str) -> Reason | None:
    """Two Quick or one Full; the same Quick not twice a turn."""
    if cannot_act(unit) is not None:
        return cannot_act(unit)
    if turn.full:
        return Reason("Full spent", "C3.1")
    if name in turn.quicks:
        return Reason("same Quick", "C3.1", (name,))
    return None if quicks_left(turn) else Reason("Quicks spent", "C3.1")


def no_cost(unit: Unit, turn: Turn, arm: Arm) -> Reason | None:
    """Why what an art or bare arm costs is not to be had."""
    return no_full(unit, turn) if arm.cost == "full" else no_quick(unit, turn, arm.name)


@clause("C3.1")
def no_full(unit: Unit, turn: Turn) -> Reason | None:
    """A Full action takes both Quicks' place."""
    if cannot_act(unit) is not None:
        return cannot_act(unit)
    if turn.full:
        return Reason("Full spent", "C3.1")
    return None if full_left(turn) else Reason("Quick spent", "C3.1")


# Attacks


def shots(fight: Fight, unit: Unit, arm: Arm, kind: str) -> Iterator[Judged]:
    """An arm at every target, or its area at every hex; each with the reason why not."""
    if arm.area is None:
        for other in hostiles(fight, unit):
            if not other.hidden_from(unit.side):
                option = Option(f"{kind} {arm.id} {other.id}", kind, (arm.id, other.id, None))
                yield option, may_not_target(fight, unit, arm, other)
    elif arm.area.shape == "burst":
        nobody = None if touches(fight, unit, arm) else Reason("nobody in the area", "C1.12")
        yield Option(f"{kind} {arm.id}", kind, (arm.id, None, None)), nobody
    else:
        found = aims(fight, unit, arm)
        for hex_ in found:
            name = fight.book.board.name(hex_)
            yield Option(f"{kind} {arm.id} at {name}", kind, (arm.id, None, hex_)), None
        if not found:
            yield (
                Option(f"{kind} {arm.id} at", kind, (arm.id, None, None)),
                Reason("nobody in the area", "C1.12"),
            )


@clause("C3.11")
def _weapons(fight: Fight, unit: Unit, turn: Turn) -> Iterator[Judged]:
    """Skirmish: one weapon, Quick. Barrage: two different ones, Full."""
    weapons = [fight.book.weapons[id_] for id_ in sheet_of(fight, unit).weapons]
    quick, full = no_quick(unit, turn, "Skirmish"), no_full(unit, turn)
    for weapon in weapons:
        barred = cannot_attack(fight, unit, weapon.kind)
        for option, why in shots(fight, unit, arm_of_weapon(weapon), "skirmish"):
            yield option, quick or barred or why
    for weapon in weapons if len(weapons) > 1 else ():
        barred = cannot_attack(fight, unit, weapon.kind)
        for option, why in shots(fight, unit, arm_of_weapon(weapon), "barrage"):
            yield option, full or barred or why


@clause("C3.11")
def _arts(fight: Fight, unit: Unit, turn: Turn) -> Iterator[Judged]:
    """Tech and sonic actions, Quick or Full as their data says."""
    for id_ in sheet_of(fight, unit).arts:
        art = fight.book.arts[id_]
        arm = arm_of_art(fight, unit, art)
        cost, barred = no_cost(unit, turn, arm), cannot_attack(fight, unit, art.kind)
        for option, why in shots(fight, unit, arm, "art"):
            yield option, cost or barred or why


@clause("C3.8", "C3.11")
def _bare(fight: Fight, unit: Unit, turn: Turn) -> Iterator[Judged]:
    """Improvised is Full; Ram and Grapple are Quick; all at an adjacent unit."""
    for arm in BARE.values():
        cost, barred = no_cost(unit, turn, arm), cannot_attack(fight, unit, arm.what)
        for other in hostiles(fight, unit):
            if not other.hidden_from(unit.side):
                grappled = actions.may_not_grapple(unit, other, arm) if arm is GRAPPLE else None
                why = cost or barred or may_not_target(fight, unit, arm, other) or grappled
                yield Option(f"{arm.id} {other.id}", arm.id, (other.id,)), why


# Movement


def no_move(unit: Unit, turn: Turn) -> Reason | None:
    """Why the Move is not to be had."""
    return (Reason("Move spent", "C3.1") if turn.moved else None) or movement.may_not_walk(unit)


@clause("C3.3")
def no_boost(unit: Unit, turn: Turn) -> Reason | None:
    """Boost: Quick, up to Speed again; not while Slowed, nor while Prone."""
    slowed = Reason("Slowed", "C2.1") if unit.has("Slowed") else None
    return no_quick(unit, turn, "Boost") or slowed or movement.may_not_walk(unit)


def _moves(fight: Fight, unit: Unit, turn: Turn) -> Iterator[Judged]:
    speed = movement.speed_of(fight, unit)
    for kind, why in (("move", no_move(unit, turn)), ("boost", no_boost(unit, turn))):
        if why is not None:
            yield Option(kind, kind), why
        else:
            for option in movement.move_options(fight, unit, kind, speed):
                yield option, None
    if unit.has("Prone"):
        why = (Reason("Move spent", "C3.1") if turn.moved else None) or conditions.cannot_move(unit)
        yield Option("stand", "stand"), why


# One click


def _one_click(fight: Fight, unit: Unit, turn: Turn) -> Iterator[Judged]:
    bolstering = no_quick(unit, turn, "Bolster")
    for ally in (unit, *allies(fight, unit)):
        why = bolstering or actions.may_not_bolster(fight, unit, ally)
        yield Option(f"bolster {ally.id}", "bolster", (ally.id,)), why
    hidden = Reason("Hidden already", "C2.17") if unit.has("Hidden") else None
    yield (
        Option("hide", "hide"),
        no_quick(unit, turn, "Hide") or hidden or hiding.uncovered(fight, unit, as_known=True),
    )
    yield Option("brace", "brace"), cannot_act(unit) or reactions.may_not_brace(fight, unit)
    yield Option("stabilize", "stabilize"), no_full(unit, turn) or may_not_stabilize(unit)
    gone = Reason("Disengaged already", "C2.17") if unit.has("Disengaged") else None
    yield Option("disengage", "disengage"), no_full(unit, turn) or gone
    locking = no_quick(unit, turn, "Lock On")
    for other in hostiles(fight, unit):
        if not other.hidden_from(unit.side):
            why = locking or actions.may_not_lock_on(fight, unit, other)
            yield Option(f"lock-on {other.id}", "lock-on", (other.id,)), why
    if unit.grapple is not None and not unit.grappler:
        yield Option("escape", "escape"), no_quick(unit, turn, "Escape") or actions.may_not_escape(unit)


@clause("C3.7")
def may_not_stabilize(unit: Unit) -> Reason | None:
    """Nothing to clear: neither Burn nor a condition that can be cleared."""
    if unit.burn or actions.mendable(unit):
        return None
    imposed = any(one.cause in ("Fracture", "grapple") for one in unit.conditions)
    return Reason("imposed", "C2.18") if imposed else Reason("nothing to clear", "C3.7")


def _of_resonance(fight: Fight, unit: Unit, turn: Turn) -> Iterator[Judged]:
    if not is_cantor(fight, unit):
        return
    why = no_quick(unit, turn, "Cooldown") or resonance.may_not_cool_down(fight, unit)
    yield Option("cooldown", "cooldown"), why
    yield Option("bond-move", "bond-move"), no_full(unit, turn) or resonance.may_not_bond(fight, unit)


def _free(fight: Fight, unit: Unit) -> Iterator[Judged]:
    if is_cantor(fight, unit) and unit.tokens:
        for ally in allies(fight, unit):
            why = cannot_act(unit) or resonance.may_not_give_token(unit, ally)
            yield Option(f"token {ally.id}", "token", (ally.id,)), why
    if unit.grapple is not None and unit.grappler:
        yield Option("release", "release"), cannot_act(unit)
