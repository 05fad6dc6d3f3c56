"""The question of a turn: attacks, movement, one-click actions, on offer and refused, and the end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from affray.kernel.presentation import OptionView, QuestionView, Remark, TargetKind
from affray.kernel.requests import Option, Question
from affray.systems.cantor.arms import arm_named
from affray.systems.cantor.book import FRACTURES
from affray.systems.cantor.legal import quicks_left, refused
from affray.systems.cantor.movement import reachable, speed_of
from affray.systems.cantor.resonance import BOND_RELIEF, OVERCHARGE, cooldown_cost
from affray.systems.cantor.state import Fight, Unit, is_cantor, sheet_of
from affray.systems.cantor.text.lines import area_label, area_line, attack_line, name_of
from affray.systems.cantor.text.reasons import remark_of
from affray.telling.options import option_view, question_view
from affray.telling.words import first_up

SECTIONS = ("Attack", "Movement", "One-click", "Free", "Turn")

_ORDER = (
    "skirmish",
    "barrage",
    "art",
    "improvised",
    "ram",
    "grapple",
    "move",
    "boost",
    "stand",
    "bolster",
    "hide",
    "brace",
    "stabilize",
    "disengage",
    "lock-on",
    "escape",
    "cooldown",
    "bond-move",
    "token",
    "release",
    "end",
)


@dataclass(slots=True)
class Panel:
    """What the rows of one turn's question share: whose turn, and what hexes cost."""

    fight: Fight
    unit: Unit
    costs: dict[int, int] = field(default_factory=dict)

    def cost_of(self, hex_: int) -> int:
        """What the way to a hex costs."""
        if not self.costs:
            self.costs = dict(reachable(self.fight, self.unit, speed_of(self.fight, self.unit)).costs)
        return self.costs.get(hex_, 0)


def turn_question(fight: Fight, question: Question) -> QuestionView:
    """What may be done in the turn under way, and why not the rest."""
    unit = fight.state.units[question.seat]
    panel = Panel(fight, unit)
    rows = [(option, _row(panel, option, None)) for option in question.options]
    rows += [(option, _row(panel, option, remark_of(why))) for option, why in refused(fight, unit)]
    rows.sort(key=lambda row: (SECTIONS.index(row[1]["section"]), _place(row[0])))
    return question_view(
        question,
        f"{unit.name}: what now?",
        [row for _, row in rows],
        turn_facts(fight, unit),
        "A unit may end its turn at any time; what is unspent is lost.",
    )


def _place(option: Option) -> int:
    return _ORDER.index(option.kind) if option.kind in _ORDER else len(_ORDER)


def turn_facts(fight: Fight, unit: Unit) -> list[str]:
    """What is left, and what threatens: the Fracture, the last Stress, Burn."""
    facts = []
    turn = fight.state.turn
    if turn is not None and turn.unit == unit.id:
        left = quicks_left(turn)
        parts = [
            "" if turn.moved else "1 Move",
            f"{left} Quick" if left else "",
            "Reaction" if unit.reaction else "",
        ]
        words = ", ".join(part for part in parts if part)
        facts.append(words or "Nothing is left")
    if is_cantor(fight, unit):
        facts += _resonance_facts(fight, unit)
    if unit.burn:
        facts.append(f"Burn {unit.burn}: a save at the end of the turn clears it, or it deals {unit.burn}")
    return facts


def _resonance_facts(fight: Fight, unit: Unit) -> list[str]:
    facts = []
    stone = sheet_of(fight, unit).stone
    if unit.fractured and stone is not None:
        fracture = FRACTURES[stone]
        facts.append(f"{fracture.name} is manifest: {fracture.text} Bond Move or Cooldown end it.")
    elif unit.band >= OVERCHARGE:
        facts.append(
            f"Band at {OVERCHARGE}: the Fracture manifests at your next turn, unless a Cooldown dodges it"
        )
    cost = cooldown_cost(unit)
    if unit.band and cost and cost == unit.stress:
        facts.append(f"A Cooldown takes the last Stress: {unit.name} is then Stressed Out, out of the fight")
    return facts


def _row(panel: Panel, option: Option, refusal: Remark | None) -> OptionView:
    row = _ROWS.get(option.kind, _other)(panel, option)
    row["refusal"] = refusal
    return row


# Attacks


def _shot(panel: Panel, option: Option) -> OptionView:
    """An attack with a weapon or art: at a unit, at a hex, or all around."""
    arm_id, target_id, hex_ = option.args
    fight, unit = panel.fight, panel.unit
    arm = arm_named(fight, unit, arm_id)
    target = fight.state.units.get(target_id or "")
    label, detail, aim = arm.name, "", None
    if target is not None:
        label, detail = target.name, attack_line(fight, unit, target, arm)
        aim = _actor(target.id)
    elif hex_ is not None:
        label = fight.book.board.name(hex_)
        detail = area_line(fight, unit, arm, hex_)
        aim = _hex(label)
    elif arm.area is not None and arm.area.shape == "burst":
        label, detail = area_label(arm), area_line(fight, unit, arm, None)
    group = {"skirmish": f"Skirmish: {arm.name}", "barrage": f"Barrage: {arm.name} first"}
    cost = {"skirmish": "quick", "barrage": "full"}.get(option.kind, arm.cost)
    return option_view(
        option.id,
        label,
        detail,
        group=group.get(option.kind, arm.name),
        section="Attack",
        target=aim,
        cost=cost,
        clause="C3.11",
    )


def _bare(panel: Panel, option: Option) -> OptionView:
    fight, target_id = panel.fight, option.args[0]
    arm, target = arm_named(fight, panel.unit, option.kind), fight.state.units.get(target_id)
    does = {"ram": "; Knockback 1 and Prone", "grapple": "; both are Immobilized"}.get(option.kind, "")
    detail = "" if target is None else attack_line(fight, panel.unit, target, arm)
    if option.kind == "ram":
        detail = detail.partition(";")[0]
    return option_view(
        option.id,
        name_of(fight, target_id),
        detail + does,
        group=arm.name,
        section="Attack",
        target=_actor(target_id),
        cost=arm.cost,
        clause="C3.8" if option.kind == "ram" else "C3.11",
    )


def _actor(id_: str) -> tuple[TargetKind, str]:
    return "actor", id_


def _hex(name: str) -> tuple[TargetKind, str]:
    return "place", name


# Movement


def _walk(panel: Panel, option: Option) -> OptionView:
    boost = option.kind == "boost"
    group, cost, clause = ("Boost", "quick", "C3.3") if boost else ("Move", "move", "C3.14")
    if not option.args:
        return option_view(option.id, group, section="Movement", cost=cost, clause=clause)
    name = panel.fight.book.board.name(option.args[0])
    detail = f"cost {panel.cost_of(option.args[0])}"
    if panel.fight.book.board.difficult >> option.args[0] & 1:
        detail += ", difficult terrain"
    return option_view(
        option.id,
        name,
        detail,
        group=group,
        section="Movement",
        target=_hex(name),
        cost=cost,
        clause=clause,
    )


def _stand(panel: Panel, option: Option) -> OptionView:
    return option_view(
        option.id, "Stand up", "takes the Move", section="Movement", cost="move", clause="C2.10"
    )


# One click


def _upon(panel: Panel, option: Option) -> OptionView:
    """Bolster, Lock On and Bond Token, each upon somebody."""
    target_id = option.args[0]
    group, section, cost, clause, detail = {
        "bolster": ("Bolster", "One-click", "quick", "C3.4", "+1 accuracy on the next own attack"),
        "lock-on": ("Lock On", "One-click", "quick", "C3.15", "+1 accuracy for the next attack on it"),
        "token": ("Bond Token", "Free", None, "C4.6", "Bolster, anywhere on the board"),
    }[option.kind]
    label = "Itself" if target_id == panel.unit.id else name_of(panel.fight, target_id)
    return option_view(
        option.id,
        label,
        detail,
        group=group,
        section=section,
        target=_actor(target_id),
        cost=cost,
        clause=clause,
    )


_PLAIN: dict[str, tuple[str, str, str, str]] = {
    "hide": ("Hide", "others see only a marker", "quick", "C3.5"),
    "brace": ("Brace", "the next hit's damage is halved after Armor", "reaction", "C3.6"),
    "disengage": ("Disengage", "ignores Engagement and Overwatch until the New Round", "full", "C3.8"),
    "escape": ("Escape", "a contested save; a tie holds", "quick", "C3.11"),
}


def _plain(panel: Panel, option: Option) -> OptionView:
    label, detail, cost, clause = _PLAIN[option.kind]
    return option_view(option.id, label, detail, section="One-click", cost=cost, clause=clause)


def _stabilize(panel: Panel, option: Option) -> OptionView:
    burn = f"Burn {panel.unit.burn} and " if panel.unit.burn else ""
    detail = f"clears {burn}one condition"
    return option_view(option.id, "Stabilize", detail, section="One-click", cost="full", clause="C3.7")


def _cooldown(panel: Panel, option: Option) -> OptionView:
    unit = panel.unit
    cost = cooldown_cost(unit)
    after = max(0, unit.band - BOND_RELIEF)
    price = "free" if not cost else f"{cost} of {unit.stress} Stress"
    detail = f"band {unit.band} to {after}, no Oath; {price}"
    if cost and cost == unit.stress:
        detail += ", the last: it is then Stressed Out"
    clause = "C5.1" if cost and cost == unit.stress else "C3.10"
    return option_view(option.id, "Cooldown", detail, section="One-click", cost="quick", clause=clause)


def _bond(panel: Panel, option: Option) -> OptionView:
    unit = panel.unit
    after = max(0, unit.band - BOND_RELIEF)
    detail = f"band {unit.band} to {after}, the Fracture ends, the Oath, a Bond Token"
    return option_view(option.id, "Bond Move", detail, section="One-click", cost="full", clause="C4.1")


def _release(panel: Panel, option: Option) -> OptionView:
    held = name_of(panel.fight, panel.unit.grapple or "")
    return option_view(option.id, "Let go", f"of {held}", section="Free", clause="C3.11")


def _end(panel: Panel, option: Option) -> OptionView:
    return option_view(option.id, "End the turn", section="Turn", clause="C3.17")


def _other(panel: Panel, option: Option) -> OptionView:
    return option_view(option.id, first_up(option.id), section="One-click")


_ROWS: dict[str, Callable[[Panel, Option], OptionView]] = {
    "skirmish": _shot,
    "barrage": _shot,
    "art": _shot,
    "improvised": _bare,
    "ram": _bare,
    "grapple": _bare,
    "move": _walk,
    "boost": _walk,
    "stand": _stand,
    "bolster": _upon,
    "lock-on": _upon,
    "token": _upon,
    **dict.fromkeys(_PLAIN, _plain),
    "stabilize": _stabilize,
    "cooldown": _cooldown,
    "bond-move": _bond,
    "release": _release,
    "end": _end,
}
