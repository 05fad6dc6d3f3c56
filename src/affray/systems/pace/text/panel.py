"""The question of a turn: attacks, movement, spells, Interactions, on offer and refused, and the end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from affray.kernel.presentation import OptionView, QuestionView, Remark
from affray.kernel.requests import Option, Question
from affray.systems.pace.book import Weapon
from affray.systems.pace.events.applying import AP_MAX
from affray.systems.pace.interactions import pick_up_cost
from affray.systems.pace.legal import refused, task_of
from affray.systems.pace.movement import speed_of, ways
from affray.systems.pace.objects import dc_of_object
from affray.systems.pace.points import COST
from affray.systems.pace.rolls import stance_for
from affray.systems.pace.state import Character, Fight, board_of
from affray.systems.pace.targets import may_not_maneuver, paces_between
from affray.systems.pace.text.lines import (
    attack_line,
    cast_line,
    damage_line,
    edge_line,
    faced_line,
    gear_of,
    item_names,
    name_of,
    score_line,
)
from affray.systems.pace.text.reasons import remark_of
from affray.systems.pace.text.story import DIRECTIONS
from affray.systems.pace.wielding import attack_cost
from affray.telling.options import option_view, question_view
from affray.telling.words import count, first_up

SECTIONS = ("Attack", "Objects", "Movement", "Spells", "Interactions", "Turn")

_SQUARES = {"move": "Move", "free": "Free movement", "walk": "Go on"}
_SWAPS = {"draw": "Draw", "stow": "Put away", "swap": "Swap"}
_DOORS = {"unlock": "Unlock", "open": "Open", "close": "Close"}


@dataclass(slots=True)
class Panel:
    """What the rows of one turn's question share: whose turn, names of items, and what squares cost."""

    fight: Fight
    character: Character
    names: dict[str, str]
    costs: dict[str, dict[int, int]] = field(default_factory=dict)

    def cost_of(self, kind: str, square: int) -> int:
        """What the way to a square costs in Paces."""
        if kind not in self.costs:
            paces = None if kind == "walk" else speed_of(self.fight, self.character)
            self.costs[kind] = dict(ways(self.fight, self.character, paces).costs)
        return self.costs[kind].get(square, 0)


def turn_question(fight: Fight, question: Question) -> QuestionView:
    """What may be done in the turn under way, and why not the rest."""
    character = fight.state.characters[question.seat]
    no = [
        (option, why)
        for option, why in refused(fight, character)
        if not _unthinkable(fight, character, option)
    ]
    panel = Panel(fight, character, item_names(fight, _items([*question.options, *(one for one, _ in no)])))
    rows = [_row(panel, option, None) for option in question.options]
    rows.extend(_row(panel, option, remark_of(why)) for option, why in no)
    rows.sort(key=_place(rows))
    follows = f"AP that are left are kept, to {AP_MAX} at most."
    return question_view(question, f"{character.name}: what now?", rows, _facts(fight, character), follows)


MOVEMENTS = ("free", "walk", "move", "face", "pivot")


def _place(rows: list[OptionView]) -> Callable[[OptionView], tuple[int, ...]]:
    """Where a row stands: what is free before what costs, sections with nothing on offer after the rest."""
    live = {row["section"] for row in rows if row["refusal"] is None}

    def place(row: OptionView) -> tuple[int, ...]:
        section, kind = row["section"], row["id"].partition(" ")[0]
        within = MOVEMENTS.index(kind) if kind in MOVEMENTS else row["id"] == "end"
        return (section == "Turn", section not in live, SECTIONS.index(section), within)

    return place


def _unthinkable(fight: Fight, character: Character, option: Option) -> bool:
    """A Maneuver with a weapon that no Ability allows: the reason is there for who asks, but no row."""
    if option.kind != "attack" or option.args[2] is None:
        return False
    weapon = gear_of(fight, option.args[0])
    why = may_not_maneuver(fight, character, weapon, option.args[2]) if isinstance(weapon, Weapon) else None
    return why is not None and why.key == "maneuver needs Ability"


def _facts(fight: Fight, character: Character) -> list[str]:
    facts = [f"{character.ap} AP of {AP_MAX} at most"]
    turn = fight.state.turn
    if turn is None:
        return facts
    if turn.walk is not None:
        name = "Move" if turn.walk.kind == "move" else "Free movement"
        facts.append(f"{name} under way: {count(turn.walk.paces, 'Pace')} left")
    elif turn.free:
        speed = count(speed_of(fight, character), "Pace")
        facts.append(f"Free movement open: {speed}, before anything else")
    if turn.diagonals % 2:
        facts.append("The next diagonal costs two")
    return facts


def _items(options: list[Option]) -> list[str]:
    """The items that options are about."""
    found = []
    for option in options:
        if option.kind in ("attack", "batter", "pick-up", "drop"):
            found.append(option.args[0])
        elif option.kind == "swap":
            found.extend(item for item in option.args if item is not None)
    return found


def _row(panel: Panel, option: Option, refusal: Remark | None) -> OptionView:
    row = _ROWS.get(option.kind, _other)(panel, option)
    row["refusal"] = refusal
    return row


def _attack(panel: Panel, option: Option) -> OptionView:
    item, target_id, maneuver = option.args
    fight, character = panel.fight, panel.character
    weapon, target = gear_of(fight, item), fight.state.characters.get(target_id)
    name = panel.names[item]
    detail = ""
    if isinstance(weapon, Weapon) and target is not None:
        own = "; your own side" if target.side == character.side else ""
        detail = attack_line(fight, character, weapon, target) + own
    group = f"{first_up(maneuver)} with {name[:1].lower()}{name[1:]}" if maneuver else name
    return option_view(
        option.id,
        name_of(fight, target_id),
        detail,
        group=group,
        section="Attack",
        target=("actor", target_id),
        cost=_attack_ap(panel, item),
        clause="P5.1" if maneuver else "P4.2",
    )


def _attack_ap(panel: Panel, item: str) -> dict[str, int]:
    weapon = gear_of(panel.fight, item)
    return _ap(attack_cost(panel.fight, panel.character, weapon) if isinstance(weapon, Weapon) else 1)


def _ap(number: int) -> dict[str, int]:
    return {"ap": number} if number else {}


def _batter(panel: Panel, option: Option) -> OptionView:
    item, object_id = option.args
    fight, character = panel.fight, panel.character
    weapon = gear_of(fight, item)
    detail = ""
    if isinstance(weapon, Weapon):
        dc = dc_of_object(paces_between(fight, character.square, fight.state.objects[object_id].square))
        edge = edge_line(stance_for(fight, character, "attack", weapon.ability, weapon).net)
        score = score_line(fight, character, weapon.ability)
        detail = f"{score}{edge} against DC {dc}; {damage_line(fight, character, weapon)}"
    return option_view(
        option.id,
        fight.book.objects[object_id].name,
        detail,
        group=panel.names[item],
        section="Objects",
        target=("place", object_id),
        cost=_attack_ap(panel, item),
        clause="P4.9",
    )


def _square(panel: Panel, option: Option) -> OptionView:
    if not option.args:
        group = _SQUARES[option.kind]
        return option_view(option.id, group, group=group, section="Movement", clause="P6.3")
    square = option.args[0]
    name = board_of(panel.fight).name(square)
    here = square == panel.character.square
    cost = panel.cost_of(option.kind, square)
    clause = {"move": "P6.2", "free": "P6.3", "walk": "P6.2"}[option.kind]
    return option_view(
        option.id,
        name,
        "0 Paces, to turn about" if here else count(cost, "Pace"),
        group=_SQUARES[option.kind],
        section="Movement",
        target=("place", name),
        cost=_ap(COST if option.kind == "move" else 0),
        clause=clause,
    )


def _facing(panel: Panel, option: Option) -> OptionView:
    facing = option.args[0]
    pivots = option.kind == "pivot"
    return option_view(
        option.id,
        first_up(DIRECTIONS[facing]),
        faced_line(panel.fight, panel.character, facing),
        group="Pivot" if pivots else "End the Move facing",
        section="Movement",
        cost=_ap(COST if pivots else 0),
        clause="P6.4" if pivots else "P6.2",
    )


def _cast(panel: Panel, option: Option) -> OptionView:
    spell_id, target_id = option.args
    fight = panel.fight
    spell = fight.book.spells[spell_id]
    target = None if target_id is None else fight.state.characters.get(target_id)
    return option_view(
        option.id,
        spell.name if target_id is None else name_of(fight, target_id),
        cast_line(fight, panel.character, spell, target),
        group=spell.name,
        section="Spells",
        target=None if target_id is None else ("actor", target_id),
        cost=_ap(spell.ap),
        clause="P8.2",
    )


def _pick_up(panel: Panel, option: Option) -> OptionView:
    item_id = option.args[0]
    fight = panel.fight
    item, gear = fight.state.items[item_id], gear_of(fight, item_id)
    where = "" if item.square is None else f", on {board_of(fight).name(item.square)}"
    bulk = 0 if gear is None else gear.bulk
    return option_view(
        option.id,
        panel.names[item_id],
        f"Bulk {bulk}{where}",
        group="Pick up",
        section="Interactions",
        cost=_ap(pick_up_cost(fight, item)),
        clause="P8.1",
    )


def _swap(panel: Panel, option: Option) -> OptionView:
    away, drawn = option.args
    kind = option.id.partition(" ")[0]
    if away is not None and drawn is not None:
        label = f"{panel.names[away]} for {panel.names[drawn]}"
    else:
        label = panel.names[drawn if away is None else away]
    return option_view(
        option.id,
        label,
        group=_SWAPS.get(kind, "Swap"),
        section="Interactions",
        cost=_ap(COST),
        clause="P8.1",
    )


def _drop(panel: Panel, option: Option) -> OptionView:
    item = option.args[0]
    label = panel.names[item]
    return option_view(option.id, label, "free", group="Let fall", section="Interactions", clause="P8.6")


def _door(panel: Panel, option: Option) -> OptionView:
    object_id = option.args[0]
    unlocks = option.kind == "unlock"
    return option_view(
        option.id,
        panel.fight.book.objects[object_id].name,
        "with the key" if unlocks else "free",
        group=_DOORS[option.kind],
        section="Interactions",
        target=("place", object_id),
        cost=_ap(COST if unlocks else 0),
        clause="P8.1",
    )


def _task(panel: Panel, option: Option) -> OptionView:
    object_id, task_id = option.args
    fight = panel.fight
    task = task_of(fight, object_id, task_id)
    parts = []
    if task.save is not None:
        edge = edge_line(stance_for(fight, panel.character, "save", task.save.score).net)
        parts.append(f"{score_line(fight, panel.character, task.save.score)}{edge} against DC {task.save.dc}")
    if task.clock is not None:
        parts.append(f"advances {fight.book.clocks[task.clock].name}")
    return option_view(
        option.id,
        task.name,
        "; ".join(parts) or ("" if task.ap else "free"),
        group=fight.book.objects[object_id].name,
        section="Interactions",
        target=("place", object_id),
        cost=_ap(task.ap),
        clause="P8.1",
    )


def _escape(panel: Panel, option: Option) -> OptionView:
    source_id = option.args[0]
    fight = panel.fight
    source = fight.state.characters.get(source_id)
    detail = score_line(fight, panel.character, "Strength")
    if source is not None:
        detail += f" against {score_line(fight, source, 'Strength')}; a tie holds"
    return option_view(
        option.id,
        name_of(fight, source_id),
        detail,
        group="Get free of",
        section="Interactions",
        target=("actor", source_id),
        cost=_ap(COST),
        clause="P5.2",
    )


def _let_go(panel: Panel, option: Option) -> OptionView:
    held = option.args[0]
    return option_view(
        option.id,
        name_of(panel.fight, held),
        "free",
        group="Let go of",
        section="Interactions",
        target=("actor", held),
        clause="P8.6",
    )


def _words(panel: Panel, option: Option) -> OptionView:
    words = panel.fight.rulings.free_words
    detail = f"{count(panel.character.words, 'word')} left"
    label = f"{words} more words"
    return option_view(option.id, label, detail, section="Interactions", cost=_ap(COST), clause="P8.1")


def _wait(panel: Panel, option: Option) -> OptionView:
    gains = "1 AP and " if panel.character.ap < AP_MAX else ""
    detail = f"ends the turn; {gains}Advantage (1) in the next initiative"
    return option_view(option.id, "Wait", detail, section="Turn", clause="P8.4")


def _end(panel: Panel, option: Option) -> OptionView:
    return option_view(option.id, "End the turn", section="Turn", clause="P3.3")


def _other(panel: Panel, option: Option) -> OptionView:
    return option_view(option.id, first_up(option.id), section="Interactions")


_ROWS: dict[str, Callable[[Panel, Option], OptionView]] = {
    "attack": _attack,
    "batter": _batter,
    "move": _square,
    "free": _square,
    "walk": _square,
    "face": _facing,
    "pivot": _facing,
    "cast": _cast,
    "pick-up": _pick_up,
    "swap": _swap,
    "drop": _drop,
    "unlock": _door,
    "open": _door,
    "close": _door,
    "do": _task,
    "escape": _escape,
    "let-go": _let_go,
    "words": _words,
    "wait": _wait,
    "end": _end,
}
