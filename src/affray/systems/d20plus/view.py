"""The fight as one reader may see it: the `fight` part of the table's view."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from affray.kernel.requests import Request
from affray.kernel.system import NOBODY, Viewer
from affray.systems.d20plus.augments import sheet_dice
from affray.systems.d20plus.book import LANES, REACTION_EFFECTS, SKILLS, TRAITS, Ability
from affray.systems.d20plus.reactions import is_ready
from affray.systems.d20plus.scores import (
    TARGET_NUMBERS,
    skill_score,
    trait_of,
    trait_value,
    unwounded_score,
    unwounded_trait,
)
from affray.systems.d20plus.setting import cover_id, distance
from affray.systems.d20plus.state import Fight, Persona, Turn, sheet_of
from affray.systems.d20plus.text.facts import weapon_line
from affray.systems.d20plus.text.sheets import OWN_STRIKES, mark_words, readiness, status, tad_end, tad_source
from affray.systems.d20plus.turn import power_score
from affray.systems.d20plus.view_types import (
    AbilityView,
    AugmentView,
    CoverView,
    FightView,
    LaneOrder,
    OrderSlot,
    PersonaView,
    StrikeArrow,
    TadView,
    TraitView,
    TurnView,
    WeaponView,
    ZoneView,
)
from affray.telling.words import listed

_BEATS = 2
_SPLITS = {"2-actions": (2, 1), "2-moves": (1, 2)}


def view(
    fight: Fight, viewer: Viewer, request: Request | None, answered: Mapping[str, str | None] = NOBODY
) -> FightView:
    """The whole view. `answered` are seats that have answered already, own ones with what they said."""
    state, book = fight.state, fight.book
    return {
        "round": state.round,
        "phase": _phase(fight),
        "sides": [{"id": id_, "name": name} for id_, name in book.sides.items()],
        "zones": [_zone(fight, viewer, id_) for id_ in book.zones],
        "passages": [list(passage) for passage in book.board.passages],
        "distances": {
            zone: {other: distance(book, zone, other) for other in book.zones} for zone in book.zones
        },
        "personas": [_persona(fight, viewer, persona, answered) for persona in state.personas.values()],
        "order": _order(fight),
        "turn": _turn(state.turn),
        "strike": _strike(fight),
        "skills": list(SKILLS),
        "target_numbers": [{"number": number, "name": name} for number, name in TARGET_NUMBERS.items()],
        "sheets": list(book.sheets),
        "outcome": state.outcome,
    }


def may_place(viewer: Viewer, persona: Persona) -> bool:
    """Whether this reader may know where a Persona stands: its own side and the GM always (D8.10)."""
    return persona.concealment is None or viewer.knows((persona.side,))


def _phase(fight: Fight) -> Any:
    if fight.state.outcome is not None:
        return "over"
    return "declaring" if fight.state.declaring else "turns"


def _zone(fight: Fight, viewer: Viewer, id_: str) -> ZoneView:
    zone = fight.book.zones[id_]
    return {
        "id": zone.id,
        "name": zone.name,
        "x": zone.x,
        "y": zone.y,
        "width": zone.width,
        "height": zone.height,
        "ground": zone.ground,
        "cover": [_cover(fight, viewer, id_, name) for name in zone.cover],
    }


def _cover(fight: Fight, viewer: Viewer, zone: str, name: str) -> CoverView:
    holders = [
        persona.id
        for persona in fight.state.personas.values()
        if persona.zone == zone and persona.cover == name and may_place(viewer, persona)
    ]
    return {"id": cover_id(zone, name), "name": name, "holder": holders[0] if holders else None}


def _persona(
    fight: Fight, viewer: Viewer, persona: Persona, answered: Mapping[str, str | None]
) -> PersonaView:
    sheet = sheet_of(fight, persona)
    known = may_place(viewer, persona)
    concealed = persona.concealment is not None
    covered = known and persona.cover is not None
    return {
        "id": persona.id,
        "name": persona.name,
        "letters": persona.name[:2].strip() or persona.id[:2],
        "side": persona.side,
        "profession": sheet.profession,
        "zone": persona.zone if known else None,
        "last_seen": persona.seen_in if concealed else None,
        "out": persona.out,
        "out_meaning": persona.out_meaning,
        "prone": persona.prone,
        "cover": cover_id(persona.zone, str(persona.cover)) if covered else None,
        "concealed": concealed,
        "concealment": persona.concealment if known else None,
        "traits": [_trait(fight, persona, trait) for trait in TRAITS],
        "dice": _dice(fight, persona),
        "tad": _tad(fight, persona),
        "lane": lane_of(fight, persona, answered),  # type: ignore[typeddict-item]
        "declared": persona.id in answered or persona.lane is not None,
        "abilities": [_ability(fight.book.abilities[id_], persona) for id_ in sheet.abilities],
        "weapons": [_weapon(fight, persona, id_) for id_ in sheet.weapons],
        "marks": [mark_words(fight, mark) for mark in persona.marks],
        "power": power_score(fight, persona),
        "status": status(fight, persona, answered),
    }


def lane_of(fight: Fight, persona: Persona, answered: Mapping[str, str | None]) -> str | None:
    """The lane as revealed; before that what the reader's own seat has declared."""
    return answered.get(persona.id) if fight.state.declaring else persona.lane


def _trait(fight: Fight, persona: Persona, trait: str) -> TraitView:
    return {
        "name": trait,
        "value": trait_value(fight, persona, trait),
        "maximum": unwounded_trait(fight, persona, trait),
        "broken_turns": persona.broken_turns[trait],
        "skills": [
            {
                "name": skill,
                "score": skill_score(fight, persona, skill),
                "unwounded": unwounded_score(fight, persona, skill),
            }
            for skill in SKILLS
            if trait_of(skill) == trait
        ],
    }


def _dice(fight: Fight, persona: Persona) -> list[AugmentView]:
    """The sheet's dice, weapons' and lent ones: everything that could join a roll."""
    views: list[AugmentView] = [
        {"type": die.type, "size": die.size, "source": die.source, "applies": listed(die.applies_to)}
        for die in (*sheet_dice(fight, persona), *(lent.die for lent in persona.lent))
    ]
    for id_ in sheet_of(fight, persona).weapons:
        weapon = fight.book.weapons[id_]
        if weapon.gear is not None:
            views.append({"type": "Gear", "size": weapon.gear, "source": weapon.name, "applies": OWN_STRIKES})
    return views


def _tad(fight: Fight, persona: Persona) -> TadView | None:
    tad = persona.tad
    if tad is None:
        return None
    giver = fight.state.personas.get(tad.source)
    return {
        "size": tad.size,
        "source": tad_source(persona.id, tad.source, None if giver is None else giver.name),
        "ends": tad_end(persona, tad),
    }


def _ability(ability: Ability, persona: Persona) -> AbilityView:
    reaction = ability.effect.kind if isinstance(ability.effect, REACTION_EFFECTS) else None
    ready = is_ready(persona, ability)
    return {
        "id": ability.id,
        "name": ability.name,
        "text": ability.text,
        "kind": ability.cost,
        "reaction": reaction,
        "state": readiness(ability, persona),
        "ready": ready,
    }


def _weapon(fight: Fight, persona: Persona, id_: str) -> WeaponView:
    weapon = fight.book.weapons[id_]
    return {
        "id": id_,
        "name": weapon.name,
        "detail": weapon_line(fight, persona, weapon),
        "exhausted": id_ in persona.exhausted,
    }


def _order(fight: Fight) -> list[LaneOrder]:
    """This round's turn order by lane, once it is revealed."""
    state = fight.state
    lanes: list[LaneOrder] = []
    for lane in LANES:
        slots: list[OrderSlot] = [
            {"persona": id_, "state": _slot(fight, id_)}
            for id_ in state.order
            if id_ in state.personas and state.personas[id_].lane == lane
        ]
        lanes.append({"lane": lane, "slots": slots})  # type: ignore[typeddict-item]
    return lanes


def _slot(fight: Fight, id_: str) -> Any:
    state = fight.state
    if state.personas[id_].out:
        return "out"
    if state.turn is not None and state.turn.persona == id_:
        return "now"
    return "past" if id_ in state.acted else "next"


def _turn(turn: Turn | None) -> TurnView | None:
    if turn is None:
        return None
    actions, moves = _SPLITS.get(turn.split or "", (0, 0))
    # An ability may have given more than the split (D7.1).
    return {
        "persona": turn.persona,
        "bonus": turn.bonus,
        "split": turn.split,
        "actions": turn.actions,
        "actions_total": max(actions, turn.actions),
        "moves": turn.moves,
        "moves_total": max(moves, turn.moves),
        "beats": turn.beats,
        "beats_total": _BEATS,
    }


def _strike(fight: Fight) -> StrikeArrow | None:
    clash = fight.state.clash
    if clash is None:
        return None
    return {"attacker": clash.attacker, "target": clash.target, "stepping_in": list(clash.stepping_in)}
