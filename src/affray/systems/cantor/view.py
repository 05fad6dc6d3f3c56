"""The fight as one reader may see it: the `fight` part of the table's view."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from affray.board.hex_lines import line, outline
from affray.board.hex_reach import Reach
from affray.kernel.requests import Choose, Option, Question, Request, question_of
from affray.kernel.system import NOBODY, Viewer
from affray.systems.cantor.accuracy import dice_against, evasion_now
from affray.systems.cantor.arms import BARE, arm_named
from affray.systems.cantor.book import FRACTURES, Art, Weapon
from affray.systems.cantor.conditions import cannot_attack
from affray.systems.cantor.legal import QUICKS, full_left, quicks_left
from affray.systems.cantor.lines import cover_on_line
from affray.systems.cantor.movement import reachable, speed_of
from affray.systems.cantor.order import available, side_after, sides_in_order
from affray.systems.cantor.resonance import OVERCHARGE, cooldown_cost
from affray.systems.cantor.scenario import BLOCKING, DIFFICULT, HARD, LETHAL, OPEN, SOFT, combatant_id
from affray.systems.cantor.state import Fight, Unit, is_cantor, sheet_of
from affray.systems.cantor.text.lines import arm_line
from affray.systems.cantor.text.units import CONDITIONS, comes, ends_of, status
from affray.systems.cantor.view_types import (
    AimView,
    BoardView,
    CantorView,
    ClashView,
    ConditionView,
    FightView,
    OrderSlot,
    RingView,
    SideOrder,
    TurnView,
    UnitView,
    WayView,
    WeaponView,
)

_WALKS = ("move", "boost", "on")
_SHOTS = ("skirmish", "barrage", "art", "fire")


def view(
    fight: Fight, viewer: Viewer, request: Request | None, answered: Mapping[str, str | None] = NOBODY
) -> FightView:
    """The whole view. Who is Hidden from the reader is left out everywhere; a marker stands for it."""
    state, book = fight.state, fight.book
    seen = [unit for unit in state.units.values() if may_see(viewer, unit)]
    questions = _own_questions(viewer, request, answered)
    return {
        "round": state.round,
        "phase": view_phase(fight),
        "sides": [{"id": id_, "name": name} for id_, name in book.sides.items()],
        "board": _board(fight),
        "units": [_unit(fight, viewer, unit) for unit in seen],
        "markers": [
            {"hex": unit.marker, "side": unit.side}
            for unit in state.units.values()
            if unit.marker is not None and not may_see(viewer, unit)
        ],
        "marker_distance": fight.rulings.marker_distance,
        "order": _order(fight, seen),
        "turn": _turn(fight, viewer),
        "clash": _clash(fight, viewer),
        "ways": [way for question in questions for way in _ways(fight, question)],
        "ring": next((ring for question in questions if (ring := _ring(fight, question)) is not None), None),
        "aims": [aim for question in questions for aim in _aims(fight, question)],
        "oaths": [
            {"unit": unit.id, "oath": sheet_of(fight, unit).oath}
            for unit in seen
            if unit.sworn_in == state.round > 0
        ],
        "choir": any(unit.choir_in == state.round > 0 for unit in state.units.values()),
        "arriving": _arriving(fight),
        "sheets": list(book.sheets) if viewer.gm else [],
        "outcome": state.outcome,
    }


def may_see(viewer: Viewer, unit: Unit) -> bool:
    """Whether a reader sees the unit itself and not only a marker (C2.8)."""
    return not unit.has("Hidden") or viewer.knows((unit.side,))


def view_phase(fight: Fight) -> Any:
    """Where a round stands: a unit is being chosen, a turn is under way, or the scene is over."""
    if fight.state.outcome is not None:
        return "over"
    return "turn" if fight.state.turn is not None else "choosing"


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


# The board


def _board(fight: Fight) -> BoardView:
    drawn: tuple[int, int, list[str], list[str]] | None = fight.book.worked_out.get("board drawn")
    if drawn is None:
        board = fight.book.board
        signs = [_sign(fight, hex_) for hex_ in range(board.width * board.height)]
        rows = ["".join(signs[at : at + board.width]) for at in range(0, len(signs), board.width)]
        drawn = board.width, board.height, rows, [board.name(hex_) for hex_ in range(len(signs))]
        fight.book.worked_out["board drawn"] = drawn
    width, height, rows, names = drawn
    return {"width": width, "height": height, "rows": list(rows), "names": list(names)}


def _sign(fight: Fight, hex_: int) -> str:
    book = fight.book
    for bits, sign in (
        (book.board.blocking, BLOCKING),
        (book.lethal, LETHAL),
        (book.hard, HARD),
        (book.soft, SOFT),
        (book.board.difficult, DIFFICULT),
    ):
        if bits >> hex_ & 1:
            return sign
    return OPEN


# Units


def _unit(fight: Fight, viewer: Viewer, unit: Unit) -> UnitView:
    sheet = sheet_of(fight, unit)
    other = fight.state.units.get(unit.grapple or "")
    return {
        "id": unit.id,
        "name": unit.name,
        "letters": letters_of(unit),
        "side": unit.side,
        "kind": sheet.kind,
        "line": sheet.line,
        "hex": unit.hex if unit.here else None,
        "hp": unit.hp,
        "hp_max": sheet.hp,
        "overshield": unit.overshield,
        "burn": unit.burn,
        "armor": sheet.armor,
        "evasion": sheet.evasion,
        "evasion_now": evasion_now(fight, unit),
        "e_defense": sheet.e_defense,
        "speed": sheet.speed,
        "speed_now": speed_of(fight, unit),
        "grit": sheet.grit,
        "sensors": sheet.sensors,
        "resistance": [str(type_) for type_ in sheet.resistance],
        "reaction": unit.reaction,
        "activations": sheet.activations,
        "acted": unit.acted,
        "conditions": _conditions(fight, unit),
        "grapple": other.id if other is not None and may_see(viewer, other) else None,
        "weapons": _weapons(fight, unit),
        "cantor": _cantor(fight, unit) if is_cantor(fight, unit) else None,
        "marker": unit.marker,
        "out": unit.out,
        "status": status(fight, unit),
    }


def letters_of(unit: Unit) -> str:
    """Two signs for a token: the first two letters, or a letter and a number."""
    first, _, last = unit.name.rpartition(" ")
    if first and last.isdigit():
        return f"{first[0]}{last}"[:3]
    return unit.name[:2].strip() or unit.id[:2]


def _conditions(fight: Fight, unit: Unit) -> list[ConditionView]:
    found: list[ConditionView] = []
    for name in dict.fromkeys(one.name for one in unit.conditions):
        text, clause = CONDITIONS[name]
        found.append({"name": name, "ends": ends_of(fight, unit, name), "text": text, "clause": clause})
    return found


def _weapons(fight: Fight, unit: Unit) -> list[WeaponView]:
    """Weapons, then tech and sonic actions. `ready`: no condition and no Fracture bars it."""
    sheet, book = sheet_of(fight, unit), fight.book
    found: list[WeaponView] = []
    arms: list[Weapon | Art] = [book.weapons[id_] for id_ in sheet.weapons]
    arms += [book.arts[id_] for id_ in sheet.arts]
    for arm in arms:
        found.append(
            {
                "id": arm.id,
                "name": arm.name,
                "kind": arm.kind,
                "detail": arm_line(arm, sheet.sensors),
                "text": arm.text if isinstance(arm, Art) else arm.note,
                "ready": unit.here and cannot_attack(fight, unit, arm.kind) is None,
            }
        )
    return found


def _cantor(fight: Fight, unit: Unit) -> CantorView:
    sheet, state = sheet_of(fight, unit), fight.state
    fracture = FRACTURES[sheet.stone or "Granite"]
    return {
        "structure": unit.structure,
        "structure_max": sheet.structure,
        "stress": unit.stress,
        "stress_max": sheet.stress,
        "band": unit.band,
        "band_max": OVERCHARGE,
        "overcharged": unit.band >= OVERCHARGE,
        "fracture": {
            "stone": fracture.stone,
            "name": fracture.name,
            "text": fracture.text,
            "manifest": unit.fractured,
        },
        "oath": sheet.oath,
        "sworn_this_round": unit.sworn_in == state.round > 0,
        "tokens": unit.tokens,
        "cooldown_cost": cooldown_cost(unit),
        "comes": comes(fight, unit),
    }


# The course of play


def _order(fight: Fight, seen: list[Unit]) -> list[SideOrder]:
    """Every side with the activations of this round; what was and what is comes before what will be."""
    state = fight.state
    chooses = ""
    if state.turn is None and state.outcome is None and state.round:
        chooses = state.next_side if available(fight, state.next_side) else side_after(fight, state.next_side)
    found: list[SideOrder] = []
    for side in sides_in_order(fight):
        slots = [slot for unit in seen if unit.side == side for slot in _slots(fight, unit)]
        found.append({"side": side, "chooses": side == chooses, "slots": slots})
    return found


def _slots(fight: Fight, unit: Unit) -> list[OrderSlot]:
    if unit.out:
        return [{"unit": unit.id, "state": "out"}]
    turn = fight.state.turn
    now = turn is not None and turn.unit == unit.id
    slots: list[OrderSlot] = [{"unit": unit.id, "state": "past"} for _ in range(unit.acted - now)]
    if now:
        slots.append({"unit": unit.id, "state": "now"})
    if fight.state.round == 0 or unit.joined < fight.state.round:
        left = sheet_of(fight, unit).activations - unit.acted
        slots += [{"unit": unit.id, "state": "next"} for _ in range(left)]
    return slots


def _turn(fight: Fight, viewer: Viewer) -> TurnView | None:
    turn = fight.state.turn
    if turn is None:
        return None
    unit = fight.state.units.get(turn.unit)
    if unit is None or not may_see(viewer, unit):
        return {
            "unit": None,
            "move": False,
            "quick": 0,
            "quick_max": QUICKS,
            "full": False,
            "reaction": False,
        }
    return {
        "unit": unit.id,
        "move": not turn.moved,
        "quick": quicks_left(turn),
        "quick_max": QUICKS,
        "full": full_left(turn),
        "reaction": unit.reaction,
    }


def _clash(fight: Fight, viewer: Viewer) -> ClashView | None:
    clash, units, book = fight.state.clash, fight.state.units, fight.book
    if clash is None:
        return None
    shown = {id_ for id_, unit in units.items() if may_see(viewer, unit)}
    arm = book.weapons.get(clash.weapon) or book.arts.get(clash.weapon) or BARE.get(clash.weapon)
    return {
        "attacker": clash.attacker if clash.attacker in shown else None,
        "weapon": clash.weapon if arm is None else arm.name,
        "targets": [id_ for id_ in clash.targets if id_ in shown],
        "now": clash.now if clash.now in shown else None,
    }


def _arriving(fight: Fight) -> list[str]:
    """Who is still to join, by name and round."""
    found = []
    for one in fight.book.scenario.combatant:
        id_ = combatant_id(one)
        if one.joins > max(1, fight.state.round) and id_ not in fight.state.units:
            found.append(f"{one.name or fight.book.sheets[one.sheet].name}, round {one.joins}")
    return found


# What open questions offer


def _ways(fight: Fight, question: Question) -> list[WayView]:
    """The hexes that a question offers to go to, each with its way and what it costs."""
    unit = fight.state.units.get(question.seat)
    if unit is None or question.kind not in ("turn", "go on"):
        return []
    walks = [option for option in question.options if option.kind in _WALKS and option.args]
    if not walks:
        return []
    found = _reach(fight, unit, question)
    return [_way(option, found) for option in walks if option.args[0] in found.costs]


def _reach(fight: Fight, unit: Unit, question: Question) -> Reach:
    steps = question.args[1] if question.kind == "go on" else speed_of(fight, unit)
    return reachable(fight, unit, steps)


def _way(option: Option, found: Reach) -> WayView:
    way = found.way(option.args[0])
    return {"option": option.id, "hex": option.args[0], "cost": way.cost, "hexes": list(way.hexes)}


def _ring(fight: Fight, question: Question) -> RingView | None:
    """The move ring of the one that is asked, where it may still move."""
    unit = fight.state.units.get(question.seat)
    if unit is None or not _ways(fight, question):
        return None
    found = _reach(fight, unit, question)
    lines = [[list(point) for point in line_] for line_ in outline(fight.book.board, found.bits)]
    return {"hexes": sorted(found.costs), "lines": lines}


def _aims(fight: Fight, question: Question) -> list[AimView]:
    """The lines of fire that a question offers. Lock On has a line and no dice."""
    unit = fight.state.units.get(question.seat)
    if unit is None:
        return []
    found = []
    for option in question.options:
        aimed = _aimed(question, option)
        target = fight.state.units.get(aimed[1]) if aimed is not None else None
        if aimed is None or target is None or target.hidden_from(unit.side):
            continue
        arm_id, target_id = aimed
        cover, cover_hex = cover_on_line(fight, unit.hex, target.hex)
        net, counts = 0, False
        if arm_id is not None:
            odds = dice_against(fight, unit, target, arm_named(fight, unit, arm_id).kind)
            net, counts = odds.net, any(clause == "C2.12" for _, _, clause in odds.difficulty)
        if not counts:
            # Cover that an attack ignores is not named on its line.
            cover, cover_hex = "none", None
        aim: AimView = {
            "option": option.id,
            "target": target_id,
            "hexes": list(line(fight.book.board, unit.hex, target.hex)),
            "cover": cover,
            "cover_hex": cover_hex,
            "net": net,
        }
        found.append(aim)
    return found


def _aimed(question: Question, option: Option) -> tuple[str | None, str] | None:
    """With what an option aims at whom; None for options that aim at nobody."""
    if option.kind in _SHOTS and option.args[1] is not None:
        return option.args[0], option.args[1]
    if option.kind in BARE:
        return option.kind, option.args[0]
    if option.kind == "overwatch":
        return option.args[0], question.args[0]
    return (None, option.args[0]) if option.kind == "lock-on" else None
