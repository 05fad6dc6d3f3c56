"""Casting: AP, line of sight, a Save, and what the spell does."""

from __future__ import annotations

from affray.board.squares import squares_in, within
from affray.kernel.clauses import clause
from affray.kernel.reasons import Reason
from affray.kernel.requests import Option, Procedure
from affray.systems.pace.book import Grant, Harm, Hold, Mend, Raise, Shift, Slow, Spell, dice_of
from affray.systems.pace.damage import deal, see_defeats
from affray.systems.pace.ending import check_end
from affray.systems.pace.events import EdgeGranted, Mended, SpellCast, SpellSaved
from affray.systems.pace.forced import change_ground
from affray.systems.pace.maneuvers import hold, push, trip
from affray.systems.pace.points import pay
from affray.systems.pace.rolls import dc_against, roll_dice, save, save_succeeds, score_of, stance_for
from affray.systems.pace.state import Character, Fight, board_of, initiative_order, sheet_of
from affray.systems.pace.targets import beyond_hold, no_sight, out_of_range

DONE = Option("done", "done")


@clause("P8.2")
def may_not_cast_at(fight: Fight, caster: Character, spell: Spell, target: Character) -> Reason | None:
    """Why a spell cannot be cast at somebody: the caster must see the target, in range."""
    if not target.standing:
        return Reason("defeated", "P4.8", (target.name,))
    far = out_of_range(fight, caster.square, target.square, spell.range)
    if far is None and isinstance(spell.effect, Hold):
        far = beyond_hold(fight, caster, target, spell.effect.paces)
    return far or no_sight(fight, caster.square, target.square)


def castable_at(fight: Fight, caster: Character, spell: Spell) -> list[Character]:
    """Whom a spell is for at all: foes, allies, oneself or anyone."""
    return [
        other
        for other in fight.state.characters.values()
        if spell.target == "anyone"
        or (spell.target == "foe" and other.side != caster.side)
        or (spell.target == "ally" and other.side == caster.side)
        or (spell.target == "self" and other.id == caster.id)
    ]


@clause("P8.2")
def squares_in_sight(fight: Fight, caster: Character, spell: Spell) -> list[int]:
    """The squares a spell can be cast on: in range and in line of sight."""
    board = board_of(fight)
    near = squares_in(within(board, caster.square, spell.range))
    return [square for square in near if no_sight(fight, caster.square, square) is None]


@clause("P8.2")
def cast(fight: Fight, caster_id: str, spell_id: str, target_id: str | None) -> Procedure:
    """Cast a prepared spell: at its targets, one after another in initiative order, or on a square."""
    caster, spell = fight.state.characters[caster_id], fight.book.spells[spell_id]
    ap = caster.ap
    square, targets = None, [target_id] if target_id is not None else []
    if spell.target == "square":
        square = yield from choose_square(fight, caster, spell)
    elif target_id is not None:
        targets = yield from more_targets(fight, caster_id, spell, target_id)
    here = [id_ for id_ in targets if _can_act(fight, id_)]
    if (square is None and not here) or not _can_act(fight, caster_id) or caster.ap < min(spell.ap, ap):
        return
    pay(fight, caster_id, spell.ap, "Cast", "P8.2")
    fight.emit(SpellCast(caster_id, spell_id, tuple(here), square))
    if square is not None:
        yield from work_on_square(fight, caster_id, spell, square)
    for id_ in initiative_order(fight, here):
        if _can_act(fight, caster_id) and _can_act(fight, id_):
            yield from work_on(fight, caster_id, spell, id_)
    check_end(fight)


def choose_square(fight: Fight, caster: Character, spell: Spell) -> Procedure:
    """Ask where. Returns the square."""
    board = board_of(fight)
    options = [
        Option(f"place {board.name(square)}", "place", (square,))
        for square in squares_in_sight(fight, caster, spell)
    ]
    option = yield from fight.choose(caster.id, "place", options, "P8.2", (spell.id,))
    return option.args[0]


def more_targets(fight: Fight, caster_id: str, spell: Spell, first: str) -> Procedure:
    """Ask for further targets, as many as the spell has. Returns their ids."""
    chosen = [first]
    caster = fight.state.characters[caster_id]
    while _can_act(fight, caster_id) and len(chosen) < spell.targets:
        options = [DONE] + [
            Option(f"also {other.id}", "also", (other.id,))
            for other in castable_at(fight, caster, spell)
            if other.id not in chosen and may_not_cast_at(fight, caster, spell, other) is None
        ]
        about = (spell.id, " ".join(chosen))
        option = yield from fight.choose(caster_id, "more targets", options, "P8.2", about, DONE.id)
        if option.kind == "done":
            break
        chosen.append(option.args[0])
    return chosen


def _can_act(fight: Fight, id_: str) -> bool:
    character = fight.state.characters.get(id_)
    return character is not None and character.standing and fight.state.outcome is None


@clause("P1.2")
def dc_of(fight: Fight, spell: Spell, target: Character | None) -> int:
    """The DC of a spell's Save: the spell's own, or 10 and the score of the afflicted."""
    assert spell.save is not None
    if spell.save.against is not None and target is not None:
        return dc_against(fight, target, spell.save.against)
    return spell.save.dc or 0


def _saved(fight: Fight, caster_id: str, spell: Spell, target_id: str | None) -> Procedure:
    """The caster's Save, where the spell takes one. Returns whether the spell works."""
    if spell.save is None:
        return True
    target = fight.state.characters[target_id] if target_id is not None else None
    dc = dc_of(fight, spell, target)
    stance = stance_for(fight, fight.state.characters[caster_id], "save", spell.save.score)
    throw = yield from save(fight, stance, dc, "spell", "P1.2")
    success = save_succeeds(throw.total, dc)
    fight.emit(SpellSaved(spell.id, throw, target_id, dc, success))
    return success and all(_can_act(fight, id_) for id_ in (caster_id, target_id) if id_ is not None)


def work_on_square(fight: Fight, caster_id: str, spell: Spell, square: int) -> Procedure:
    """What a spell does to the ground; who stands there is in it until the turn ends (P7.3)."""
    works = yield from _saved(fight, caster_id, spell, None)
    if works and isinstance(spell.effect, Raise):
        change_ground(fight, square, spell.effect.ground, caster_id)


def work_on(fight: Fight, caster_id: str, spell: Spell, target_id: str) -> Procedure:
    """What a spell does to one target."""
    works = yield from _saved(fight, caster_id, spell, target_id)
    if not works or caster_id not in fight.state.characters:
        return
    match spell.effect:
        case Harm():
            yield from harm(fight, caster_id, spell.effect, target_id)
        case Shift(paces=paces):
            yield from push(fight, caster_id, target_id, paces)
        case Hold(paces=paces):
            yield from hold(fight, caster_id, target_id, paces)
        case Slow():
            yield from trip(fight, caster_id, target_id)
        case Mend():
            yield from mend(fight, caster_id, spell.effect, target_id)
        case Grant(on=on, count=count):
            fight.emit(EdgeGranted(target_id, on, count, caster_id))


def _score(fight: Fight, caster_id: str, name: str | None) -> tuple[str, int]:
    if name is None:
        return "", 0
    return name, score_of(fight, fight.state.characters[caster_id], name)


def harm(fight: Fight, caster_id: str, effect: Harm, target_id: str) -> Procedure:
    """Damage of the spell's type, less DR. A spell is no attack: no Block, and no doubled dice."""
    score = _score(fight, caster_id, effect.score)
    throw = yield from roll_dice(fight, caster_id, dice_of(effect.damage), score, "spell damage", "P8.2")
    if target_id in fight.state.characters:
        deal(fight, target_id, caster_id, "spell", throw, effect.type, "P8.2")
        yield from see_defeats(fight, caster_id, target_id)


def mend(fight: Fight, caster_id: str, effect: Mend, target_id: str) -> Procedure:
    """HP come back, up to the sheet's."""
    score = _score(fight, caster_id, effect.score)
    throw = yield from roll_dice(fight, caster_id, dice_of(effect.dice), score, "mending", "P8.2")
    target = fight.state.characters.get(target_id)
    if target is not None and target.standing:
        after = min(max(target.hp, sheet_of(fight, target).hp), target.hp + max(0, throw.total))
        fight.emit(Mended(target_id, caster_id, throw, target.hp, after))
