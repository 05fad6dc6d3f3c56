"""The fight as one reader may see it: the `fight` part of the table's view."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from affray.board.reach import Reach, steps_out
from affray.board.squares import FACINGS, squares_in
from affray.kernel.requests import Choose, Option, Question, Request, question_of
from affray.kernel.system import NOBODY, Viewer
from affray.systems.pace.book import BARE_HANDS, DAMAGE_TYPES, REQUIRED_SCORES, Weapon
from affray.systems.pace.damage import resistance
from affray.systems.pace.events.applying import AP_MAX
from affray.systems.pace.facing import faces, threatened
from affray.systems.pace.forced import collision_text, foresee
from affray.systems.pace.movement import evade_paces, reachable, speed_of, ways, whole_speed
from affray.systems.pace.rolls import score_of
from affray.systems.pace.state import Character, Fight, ObjectState, board_of, sheet_of, taken_squares
from affray.systems.pace.text.lines import dr_line, gear_name, item_line, spell_line
from affray.systems.pace.text.sheets import conditions, facing_words, status
from affray.systems.pace.view_types import (
    BoardView,
    CharacterView,
    ClashView,
    FightView,
    GroundItemView,
    ItemView,
    ObjectView,
    OrderSlot,
    PivotView,
    ScoreView,
    ShoveView,
    TurnView,
    WayView,
)
from affray.systems.pace.wielding import gear_of, items_in_hand, items_in_pack, weapons_in_hand

_WALKS = ("move", "free", "walk")
_OPEN, _BLOCKING, _DIFFICULT = ".", "#", ":"


def view(
    fight: Fight, viewer: Viewer, request: Request | None, answered: Mapping[str, str | None] = NOBODY
) -> FightView:
    """The whole view. What only some may know are the Pivot preferences, and what open questions offer."""
    state, book = fight.state, fight.book
    questions = _own_questions(viewer, request, answered)
    return {
        "round": state.round,
        "phase": view_phase(fight),
        "sides": [{"id": id_, "name": name} for id_, name in book.sides.items()],
        "board": _board(fight),
        "objects": [_object(fight, id_, thing) for id_, thing in state.objects.items()],
        "items": _lying(fight),
        "characters": [_character(fight, viewer, character) for character in state.characters.values()],
        "order": _order(fight),
        "turn": _turn(fight),
        "clash": _clash(fight),
        "ways": [way for question in questions for way in _ways(fight, question)],
        "shoves": [shove for question in questions for shove in _shoves(fight, question)],
        "clocks": [
            {
                "id": clock.id,
                "name": clock.name,
                "segments": clock.segments,
                "filled": state.clocks.get(clock.id, 0),
                "full": clock.full,
            }
            for clock in book.clocks.values()
        ],
        "score_names": _score_names(fight),
        "sheets": list(book.sheets),
        "free_words": fight.rulings.free_words,
        "outcome": state.outcome,
    }


def view_phase(fight: Fight) -> Any:
    """Where a round stands: its order is being set, its turns are taken, or the scene is over."""
    if fight.state.outcome is not None:
        return "over"
    return "initiative" if fight.state.ordering or not fight.state.round else "turns"


def _own_questions(
    viewer: Viewer, request: Request | None, answered: Mapping[str, str | None]
) -> list[Question]:
    """The open questions that this reader may answer."""
    if request is None:
        return []
    asked = [question_of(request, part) for part in range(request.parts)]
    return [
        question
        for question in asked
        if isinstance(question, Choose)
        and (viewer.gm or question.seat in viewer.seats)
        and question.seat not in answered
    ]


# The place


def _board(fight: Fight) -> BoardView:
    state, drawn = fight.state, fight.book.board
    blocking, difficult = int(state.blocking, 16), int(state.difficult, 16)
    signs = [
        _BLOCKING if blocking >> square & 1 else _DIFFICULT if difficult >> square & 1 else _OPEN
        for square in range(drawn.width * drawn.height)
    ]
    rows = ["".join(signs[at : at + drawn.width]) for at in range(0, len(signs), drawn.width)]
    return {"width": drawn.width, "height": drawn.height, "rows": rows, "names": _names(fight)}


def _names(fight: Fight) -> list[str]:
    names: list[str] | None = fight.book.worked_out.get("names of squares")
    if names is None:
        board = fight.book.board
        names = [board.name(square) for square in range(board.width * board.height)]
        fight.book.worked_out["names of squares"] = names
    return list(names)


def _object(fight: Fight, id_: str, thing: ObjectState) -> ObjectView:
    scene = fight.book.objects[id_]
    return {
        "id": id_,
        "name": scene.name,
        "square": thing.square,
        "hp": thing.hp,
        "hp_max": scene.hp,
        "dr": dr_line(scene.dr),
        "blocks": thing.blocks and not thing.destroyed,
        "door": thing.door,
        "destroyed": thing.destroyed,
        "tasks": [
            {"id": task.id, "name": task.name, "ap": task.ap, "done": task.once and task.id in thing.done}
            for task in scene.task
        ],
    }


def _lying(fight: Fight) -> list[GroundItemView]:
    return [
        {
            "id": item.id,
            "name": gear_name(fight, item.id),
            "square": item.square,
            "bulk": gear_of(fight, item).bulk,
        }
        for item in fight.state.items.values()
        if item.square is not None
    ]


# Characters


def _character(fight: Fight, viewer: Viewer, character: Character) -> CharacterView:
    sheet = sheet_of(fight, character)
    standing = character.standing
    return {
        "id": character.id,
        "name": character.name,
        "letters": character.name[:2].strip() or character.id[:2],
        "side": character.side,
        "line": sheet.line,
        "square": character.square if standing else None,
        "body": character.square,
        "facing": FACINGS[character.facing],  # type: ignore[typeddict-item]
        "facing_words": facing_words(character),
        "hp": character.hp,
        "hp_max": sheet.hp,
        "ap": character.ap,
        "ap_max": AP_MAX,
        "kept": character.kept,
        "gained": character.gained,
        "spent": [{"what": what, "ap": ap} for what, ap in character.spent.items()],
        "words": character.words,
        "speed": speed_of(fight, character),
        "speed_whole": whole_speed(fight, character),
        "scores": [{"name": name, "value": value} for name, value in sheet.scores.items()],
        "dr": _resistances(fight, character),
        "in_hand": _in_hand(fight, character),
        "in_pack": [_item(fight, item.id) for item in items_in_pack(fight, character)],
        "spells": [
            {
                "id": spell.id,
                "name": spell.name,
                "ap": spell.ap,
                "detail": spell_line(spell),
                "text": spell.text,
            }
            for spell in (fight.book.spells[one] for one in sheet.spells)
        ],
        "abilities": [
            {"id": ability.id, "name": ability.name, "text": ability.text}
            for ability in (fight.book.abilities[one] for one in sheet.abilities)
        ],
        "conditions": conditions(fight, character),
        "out": not standing,
        "out_meaning": character.defeat_meaning,
        "threatens": list(squares_in(threatened(fight, character))) if standing else [],
        "reach": _reach(fight, character),
        "faces": _faces(fight, character),
        "pivot": _pivot(fight, viewer, character),
        "status": status(fight, character),
    }


def _resistances(fight: Fight, character: Character) -> list[ScoreView]:
    found: list[ScoreView] = [
        {"name": type_, "value": resistance(fight, character, type_)} for type_ in DAMAGE_TYPES
    ]
    return [one for one in found if one["value"]]


def _in_hand(fight: Fight, character: Character) -> list[ItemView]:
    """Everything held; bare hands too, where a hand is free."""
    found = [_item(fight, item.id) for item in items_in_hand(fight, character)]
    if any(id_ == BARE_HANDS.id for id_, _ in weapons_in_hand(fight, character)):
        found.append(_item(fight, BARE_HANDS.id))
    return found


def _item(fight: Fight, id_: str) -> ItemView:
    held = fight.state.items.get(id_)
    gear = BARE_HANDS if held is None else gear_of(fight, held)
    return {"id": id_, "name": gear.name, "detail": item_line(fight, id_), "weapon": isinstance(gear, Weapon)}


def _reach(fight: Fight, character: Character) -> list[list[int]]:
    """Where a Move from here could lead, and its cost. Diagonals of a turn under way count (P6.2)."""
    if not character.standing:
        return []
    costs = ways(fight, character, speed_of(fight, character)).costs
    return [[square, costs[square]] for square in sorted(costs) if square != character.square]


def _faces(fight: Fight, character: Character) -> list[str]:
    if not character.standing:
        return []
    return [
        other.id
        for other in fight.state.characters.values()
        if other.id != character.id and other.standing and faces(fight, character, other.square)
    ]


def _pivot(fight: Fight, viewer: Viewer, character: Character) -> PivotView | None:
    if not viewer.gm and character.id not in viewer.seats:
        return None
    quiet = fight.state.round > 0 and character.quiet_in == fight.state.round
    return {"asks": character.pivot_asks, "not_this_round": quiet}


# The course of play


def _order(fight: Fight) -> list[OrderSlot]:
    state = fight.state
    slots = [_slot(fight, id_) for id_ in state.order if id_ in state.characters]
    if slots:
        later = [one.id for one in state.characters.values() if one.id not in state.order and one.joined]
        slots += [_slot(fight, id_) for id_ in later]
    return slots


def _slot(fight: Fight, id_: str) -> OrderSlot:
    state = fight.state
    character, total = state.characters[id_], state.initiative.get(id_)
    detail = ""
    if total is not None:
        score = score_of(fight, character, "Dexterity")
        detail = (
            f"{total - score} + {score} = {total}" if score >= 0 else f"{total - score} − {-score} = {total}"
        )
    slot_state: Any = "past" if id_ in state.acted else "next"
    if not character.standing:
        slot_state = "out"
    elif state.turn is not None and state.turn.character == id_:
        slot_state = "now"
    return {"character": id_, "total": total, "detail": detail, "state": slot_state}


def _turn(fight: Fight) -> TurnView | None:
    turn = fight.state.turn
    if turn is None:
        return None
    walk = turn.walk
    return {
        "character": turn.character,
        "opened": turn.opened,
        "free": turn.free,
        "walk": None if walk is None else {"kind": walk.kind, "paces": walk.paces, "taken": walk.taken},
        "diagonals": turn.diagonals,
        "paid": turn.paid,
    }


def _clash(fight: Fight) -> ClashView | None:
    clash = fight.state.clash
    if clash is None:
        return None
    return {
        "attacker": clash.attacker,
        "weapon": gear_name(fight, clash.weapon),
        "maneuver": clash.maneuver,
        "targets": list(clash.targets),
        "total": clash.total,
        "natural": clash.natural,
        "now": clash.now,
    }


def _score_names(fight: Fight) -> list[str]:
    names = dict.fromkeys(REQUIRED_SCORES)
    for character in fight.state.characters.values():
        names |= dict.fromkeys(sheet_of(fight, character).scores)
    return list(names)


# What open questions offer


def _ways(fight: Fight, question: Question) -> list[WayView]:
    """The squares that a question offers to go to, each with its way and what it costs."""
    character = fight.state.characters.get(question.seat)
    if character is None:
        return []
    if question.kind == "turn":
        return _turn_ways(fight, character, question)
    if question.kind == "evade":
        found = reachable(fight, character, evade_paces(fight, character), 0)
        return [_way(option, found) for option in question.options if _reached(option, found)]
    if question.kind == "way out":
        out = {
            way[-1]: way
            for way in steps_out(board_of(fight), character.square, taken_squares(fight, character.id))
        }
        return [
            {
                "option": option.id,
                "square": option.args[0],
                "cost": len(out[option.args[0]]),
                "squares": list(out[option.args[0]]),
            }
            for option in question.options
            if option.args and option.args[0] in out
        ]
    if question.kind == "place":
        return [
            {"option": option.id, "square": option.args[0], "cost": 0, "squares": [option.args[0]]}
            for option in question.options
        ]
    return []


def _turn_ways(fight: Fight, character: Character, question: Question) -> list[WayView]:
    """Those of a Move, of the free movement, and of the walk under way."""
    reaches: dict[str, Reach] = {}
    found = []
    for option in question.options:
        if option.kind not in _WALKS:
            continue
        if option.kind not in reaches:
            paces = None if option.kind == "walk" else speed_of(fight, character)
            reaches[option.kind] = ways(fight, character, paces)
        if _reached(option, reaches[option.kind]):
            found.append(_way(option, reaches[option.kind]))
    return found


def _reached(option: Option, reach: Reach) -> bool:
    return bool(option.args) and option.args[0] in reach.costs


def _way(option: Option, reach: Reach) -> WayView:
    way = reach.way(option.args[0])
    return {"option": option.id, "square": option.args[0], "cost": way.cost, "squares": list(way.squares)}


def _shoves(fight: Fight, question: Question) -> list[ShoveView]:
    """Where each direction of a question would move somebody by force."""
    if question.kind != "way" or question.args[1] not in fight.state.characters:
        return []
    _, target, paces = question.args
    found: list[ShoveView] = []
    for option in question.options:
        shove = foresee(fight, target, option.args[0], paces)
        terrain = shove.against == "terrain" or (shove.stopped > 0 and shove.against is None)
        found.append(
            {
                "option": option.id,
                "character": target,
                "squares": list(shove.squares),
                "damage": collision_text(shove.stopped),
                "halved": shove.shared,
                "stopped_by": "terrain" if terrain else "character" if shove.stopped else None,
                "against": None if terrain else shove.against,
            }
        )
    return found
