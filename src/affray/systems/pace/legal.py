"""What a character may do in its turn, and why not the rest. Every refusal names its clause."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from affray.board.squares import Squares
from affray.kernel.clauses import clause
from affray.kernel.reasons import Reason
from affray.kernel.requests import Option, Question
from affray.systems.pace import defence, interactions, objects, spells
from affray.systems.pace.book import MANEUVERS
from affray.systems.pace.facing import facing_options, threatened_by
from affray.systems.pace.movement import no_way, speed_of, walk_options
from affray.systems.pace.points import COST, too_little
from affray.systems.pace.scenario import Task
from affray.systems.pace.state import Character, Fight, Turn, board_of, sheet_of
from affray.systems.pace.targets import may_not_maneuver, may_not_target, too_far_to_hold
from affray.systems.pace.wielding import (
    attack_cost,
    items_in_hand,
    items_in_pack,
    weapons_in_hand,
)

WAIT = Option("wait", "wait")
END = Option("end", "end")
WORDS = Option("words", "words")

Judged = tuple[Option, Reason | None]


def offered(fight: Fight, character: Character, turn: Turn) -> list[Option]:
    """Everything this character may do now in its own turn."""
    return [
        *[option for option, why in _deeds(fight, character, turn, refused_too=False) if why is None],
        *walks(fight, character, turn),
        *[option for option, why in _last(character, turn) if why is None],
    ]


def judged(fight: Fight, character: Character, turn: Turn) -> Iterator[Judged]:
    """Everything a character could think of, each with the reason why not, or None.

    Of squares only those on offer are among them; `why_no_square` speaks of the rest.
    """
    yield from _deeds(fight, character, turn)
    why_not_free = None if turn.free or turn.walk is not None else no_free_movement(fight, character, turn)
    if why_not_free is not None and why_not_free.key != "free movement gone":
        yield Option("free", "free"), why_not_free
    for option in walks(fight, character, turn):
        yield option, None
    yield from _last(character, turn)


def refused(fight: Fight, character: Character) -> list[tuple[Option, Reason]]:
    """Everything it might think of and may not do, each with its reason."""
    turn = fight.state.turn
    if turn is None or turn.character != character.id:
        return []
    return [(option, reason) for option, reason in judged(fight, character, turn) if reason is not None]


def refusals(fight: Fight, question: Question) -> list[tuple[Option, Reason]]:
    """What a question refuses: of a turn, and of an answer to an attack."""
    asked = fight.state.characters.get(question.seat)
    if asked is None:
        return []
    if question.kind == "turn":
        return refused(fight, asked)
    attacker = fight.state.characters.get(str(question.args[0])) if question.args else None
    if question.kind == "defence" and attacker is not None:
        judged_answers = defence.answers(fight, asked, attacker)
        return [(option, why) for option, why in judged_answers if why is not None]
    return []


def why_not(fight: Fight, question: Question, option_id: str) -> Reason:
    """Why an option is not on offer."""
    for option, why in refusals(fight, question):
        if option.id == option_id:
            return why
    character = fight.state.characters.get(question.seat)
    if character is not None and question.kind == "turn":
        why_square = why_no_square(fight, character, option_id)
        if why_square is not None:
            return why_square
    return Reason("not offered", question.clause, (option_id,))


def _deeds(fight: Fight, character: Character, turn: Turn, refused_too: bool = True) -> Iterator[Judged]:
    """Attacks, spells, Pivots and Interactions. Without `refused_too` not all of the refused ones."""
    if refused_too or character.ap >= COST:
        yield from attacks(fight, character, refused_too)
        yield from _batterings(fight, character)
        yield from _casts(fight, character)
        yield from _pivots(character, turn)
    yield from _interactions(fight, character)


# Attacks


@clause("P4.10")
def attacks(fight: Fight, character: Character, refused_too: bool = True) -> Iterator[Judged]:
    """Every weapon in hand against everybody else, plain and with each Maneuver.

    Without `refused_too` those that cannot be attacked at all are left out.
    """
    others = [other for other in fight.state.characters.values() if other.id != character.id]
    others.sort(key=lambda other: other.side == character.side)
    for item, weapon in weapons_in_hand(fight, character):
        poor = too_little(character, attack_cost(fight, character, weapon))
        maneuvers = [(name, may_not_maneuver(fight, character, weapon, name)) for name in MANEUVERS]
        for other in others:
            if not other.standing:
                continue
            why = poor or may_not_target(fight, character, weapon, other)
            if why is not None and not refused_too:
                continue
            yield Option(f"attack {item} {other.id}", "attack", (item, other.id, None)), why
            for maneuver, why_not_this in maneuvers:
                no = why or why_not_this or too_far_to_hold(fight, character, other, maneuver)
                option_id = f"attack {item} {other.id} {maneuver}"
                yield Option(option_id, "attack", (item, other.id, maneuver)), no


def _batterings(fight: Fight, character: Character) -> Iterator[Judged]:
    standing = [id_ for id_, thing in fight.state.objects.items() if not thing.destroyed]
    for item, weapon in weapons_in_hand(fight, character) if standing else ():
        poor = too_little(character, attack_cost(fight, character, weapon))
        for object_id in standing:
            why = poor or objects.may_not_batter(fight, character, weapon, object_id)
            yield Option(f"batter {item} {object_id}", "batter", (item, object_id)), why


def _casts(fight: Fight, character: Character) -> Iterator[Judged]:
    for spell_id in sheet_of(fight, character).spells:
        spell = fight.book.spells[spell_id]
        poor = too_little(character, spell.ap)
        if spell.target == "square":
            nowhere = poor is None and not spells.squares_in_sight(fight, character, spell)
            why = Reason("no target in sight", "P8.2") if nowhere else poor
            yield Option(f"cast {spell_id}", "cast", (spell_id, None)), why
            continue
        for other in spells.castable_at(fight, character, spell):
            if other.standing:
                why = poor or spells.may_not_cast_at(fight, character, spell, other)
                yield Option(f"cast {spell_id} {other.id}", "cast", (spell_id, other.id)), why


# Movement


def walks(fight: Fight, character: Character, turn: Turn) -> list[Option]:
    """The squares on offer: of the walk under way, the free movement, and a Move; and the end of a Move."""
    found = []
    if turn.walk is not None:
        found += walk_options(fight, character, "walk", turn.walk.paces)
        if turn.walk.kind == "move":
            return found + facing_options("face")
    speed = speed_of(fight, character)
    if turn.free:
        found += walk_options(fight, character, "free", speed)
    if too_little(character, COST) is None:
        found += walk_options(fight, character, "move", speed, stay=True)
    return found


def why_no_square(fight: Fight, character: Character, option_id: str) -> Reason | None:
    """Why a square is not on offer: the movement is not, or it cannot be walked to."""
    turn = fight.state.turn
    kind, _, name = option_id.partition(" ")
    square = board_of(fight).square(name)
    if turn is None or turn.character != character.id or square is None:
        return None
    if kind == "free" and not turn.free:
        return no_free_movement(fight, character, turn)
    if kind == "walk":
        if turn.walk is None:
            return Reason("no walk", "P6.2")
        return no_way(fight, character, square, turn.walk.paces)
    if kind not in ("free", "move"):
        return None
    if turn.walk is not None and turn.walk.kind == "move":
        return Reason("Move under way", "P6.2")
    poor = too_little(character, COST) if kind == "move" else None
    return poor or no_way(fight, character, square, speed_of(fight, character))


@clause("P6.9")
def no_free_movement(fight: Fight, character: Character, turn: Turn) -> Reason:
    """It is had at the start of the turn off Threatened squares, or not at all."""
    by = threatened_by(fight, character)
    if by and not turn.paid and turn.walk is None:
        names = tuple(fight.state.characters[id_].name for id_ in by)
        return Reason("no free movement: threatened", "P6.3", names)
    return Reason("free movement gone", "P6.9")


def _pivots(character: Character, turn: Turn) -> Iterator[Judged]:
    """In one's own turn a Pivot costs 1 AP; a Move under way gives a facing for nothing (P6.2)."""
    if turn.walk is not None and turn.walk.kind == "move":
        return
    poor = too_little(character, COST)
    for option in facing_options("pivot", character.facing):
        yield option, poor


# Interactions


def _interactions(fight: Fight, character: Character) -> Iterator[Judged]:
    yield from _of_items(fight, character)
    yield from _of_doors(fight, character)
    yield from _of_tasks(fight, character)
    for tether in character.tethers:
        option = Option(f"escape {tether.source}", "escape", (tether.source,))
        yield option, too_little(character, COST)
    for other in fight.state.characters.values():
        if any(tether.source == character.id for tether in other.tethers):
            yield Option(f"let-go {other.id}", "let-go", (other.id,)), None
    yield WORDS, too_little(character, COST)


def _of_items(fight: Fight, character: Character) -> Iterator[Judged]:
    board = board_of(fight)
    for item in fight.state.items.values():
        if item.square is not None and _near(board, character.square, item.square):
            option = Option(f"pick-up {item.id}", "pick-up", (item.id,))
            yield option, interactions.may_not_pick_up(fight, character, item)
    held, packed = items_in_hand(fight, character), items_in_pack(fight, character)
    for item in packed:
        option = Option(f"draw {item.id}", "swap", (None, item.id))
        yield option, interactions.may_not_swap(fight, character, None, item)
    for item in held:
        for other in packed:
            option = Option(f"swap {item.id} {other.id}", "swap", (item.id, other.id))
            yield option, interactions.may_not_swap(fight, character, item, other)
        option = Option(f"stow {item.id}", "swap", (item.id, None))
        yield option, interactions.may_not_swap(fight, character, item, None)
        yield Option(f"drop {item.id}", "drop", (item.id,)), None


_HANDLINGS = {"open": ("close",), "closed": ("open",), "locked": ("unlock", "open")}


def _of_doors(fight: Fight, character: Character) -> Iterator[Judged]:
    """Doors within two squares: those further away nobody thinks of handling."""
    board = board_of(fight)
    for object_id, thing in fight.state.objects.items():
        if thing.door is None or thing.destroyed or not _near(board, character.square, thing.square):
            continue
        for how in _HANDLINGS[thing.door]:
            option = Option(f"{how} {object_id}", how, (object_id,))
            yield option, interactions.may_not_handle_door(fight, character, object_id, how)


def _of_tasks(fight: Fight, character: Character) -> Iterator[Judged]:
    for object_id, thing in fight.state.objects.items():
        if thing.destroyed:
            continue
        for task in fight.book.objects[object_id].task:
            option = Option(f"do {object_id} {task.id}", "do", (object_id, task.id))
            yield option, interactions.may_not_do(fight, character, object_id, task)


def _near(board: Squares, one: int, other: int) -> bool:
    """Whether something lies within a step more than arm's length: near enough to be thought of."""
    (x, y), (other_x, other_y) = board.xy(one), board.xy(other)
    return max(abs(x - other_x), abs(y - other_y)) <= interactions.ARM + 1


def task_of(fight: Fight, object_id: str, task_id: str) -> Task:
    """A task of an object."""
    return next(task for task in fight.book.objects[object_id].task if task.id == task_id)


# The end


@clause("P8.4", "P8.7")
def may_not_wait(turn: Turn) -> Reason | None:
    """Wait: only if no AP were spent in the turn. AP paid out of turn do not bar it."""
    return Reason("AP spent", "P8.4") if turn.paid else None


def _last(character: Character, turn: Turn) -> Sequence[Judged]:
    return ((WAIT, may_not_wait(turn)), (END, None))
