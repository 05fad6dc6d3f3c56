"""The fight as one reader may see it: the `fight` part of the table's view."""

from __future__ import annotations

from typing import Any

from affray.kernel.requests import Request
from affray.kernel.system import Viewer
from affray.systems.d20plus.augments import sheet_dice
from affray.systems.d20plus.book import LANES, REACTION_EFFECTS, SKILLS, TRAITS, Ability
from affray.systems.d20plus.reactions import is_ready
from affray.systems.d20plus.scores import skill_score, trait_of, trait_value, unwounded_score, unwounded_trait
from affray.systems.d20plus.setting import distance
from affray.systems.d20plus.state import NEVER, Fight, Persona, Turn, sheet_of
from affray.systems.d20plus.text.facts import weapon_line
from affray.systems.d20plus.text.options import cover_id
from affray.systems.d20plus.text.words import count, listed
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

_BEATS = 2
_SPLITS = {"2-actions": (2, 1), "2-moves": (1, 2)}


def view(
    fight: Fight, viewer: Viewer, request: Request | None, answered: frozenset[str] = frozenset()
) -> FightView:
    """The whole view. `answered` are seats that have answered the open window, without what they said."""
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
        "library": list(book.sheets),
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


def _persona(fight: Fight, viewer: Viewer, persona: Persona, answered: frozenset[str]) -> PersonaView:
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
        "lane": persona.lane,  # type: ignore[typeddict-item]
        "declared": persona.id in answered or persona.lane is not None,
        "abilities": [_ability(fight.book.abilities[id_], persona) for id_ in sheet.abilities],
        "weapons": [_weapon(fight, persona, id_) for id_ in sheet.weapons],
        "marks": [_mark(fight, mark.kind, mark.owner) for mark in persona.marks],
        "power": power_score(fight, persona),
        "status": _status(fight, persona, answered),
    }


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
            views.append(
                {"type": "Gear", "size": weapon.gear, "source": weapon.name, "applies": "its strikes"}
            )
    return views


def _tad(fight: Fight, persona: Persona) -> TadView | None:
    """A banked TAD and when it ends: with the holder's first turn that starts after it was banked (D10.3)."""
    tad = persona.tad
    if tad is None:
        return None
    if tad.source in (persona.id, "gm"):
        source = "own Setup" if tad.source == persona.id else "from the GM"
    else:
        giver = fight.state.personas.get(tad.source)
        source = f"from {giver.name}" if giver is not None else "Setup"
    started = persona.turns_begun > tad.banked_after
    return {
        "size": tad.size,
        "source": source,
        "ends": f"the end of {'this' if started else 'the next'} turn",
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
        "state": _readiness(ability, persona, ready),
        "ready": ready,
    }


def _readiness(ability: Ability, persona: Persona, ready: bool) -> str:
    if ability.cost == "passive":
        return ""
    if ready:
        return "ready"
    at = persona.cooldowns[ability.id]
    return "used up" if at >= NEVER else f"ready in {count(at - persona.turns_begun, 'turn')}"


def _weapon(fight: Fight, persona: Persona, id_: str) -> WeaponView:
    weapon = fight.book.weapons[id_]
    return {
        "id": id_,
        "name": weapon.name,
        "detail": weapon_line(fight, persona, weapon),
        "exhausted": id_ in persona.exhausted,
    }


def _mark(fight: Fight, kind: str, owner_id: str) -> str:
    owner = fight.state.personas.get(owner_id)
    name = owner_id if owner is None else owner.name
    return {"hex": f"hexed by {name}", "naming": f"named by {name}", "quarry": f"Quarry of {name}"}[kind]


def _status(fight: Fight, persona: Persona, answered: frozenset[str]) -> str:
    """A short phrase for the turn strip; it tells nothing that is not public."""
    state = fight.state
    if persona.out:
        return "Out"
    if state.outcome is not None:
        return ""
    if state.declaring:
        if persona.joined >= state.round and state.round:
            return "from the next round"
        return "declared" if persona.id in answered else "thinking"
    if state.clash is not None and persona.id in (state.clash.attacker, state.clash.target):
        return "striking now" if persona.id == state.clash.attacker else "struck at"
    if state.clash is not None and persona.id in state.clash.stepping_in:
        return "may step in"
    if state.turn is not None and state.turn.persona == persona.id:
        return "bonus turn" if state.turn.bonus else "acting"
    if persona.concealment is not None:
        return "concealed"
    if any(turn.persona == persona.id for turn in state.turns):
        return "interrupted"
    return "acted" if persona.id in state.acted else ""


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
