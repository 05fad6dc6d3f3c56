"""The scene as one reader may see it: the `fight` part of the table's view."""

from __future__ import annotations

from collections.abc import Mapping

from affray.kernel.requests import GM, Request, seat_of
from affray.kernel.system import NOBODY, Viewer
from affray.systems.sunder import equipment, gauntlet
from affray.systems.sunder.names import skills_of
from affray.systems.sunder.scenario import Thing
from affray.systems.sunder.setting import band_of
from affray.systems.sunder.state import Creature, Entry, Scene, Track, sheet_of
from affray.systems.sunder.testing import jinx_threshold
from affray.systems.sunder.text.cast import card_name
from affray.systems.sunder.text.lines import armor_line, played, running_words, weapon_line
from affray.systems.sunder.text.units import (
    PERKS,
    condition_name,
    condition_words,
    ends_at,
    favour_name,
    out_words,
)
from affray.systems.sunder.text.waiting import waiting_for
from affray.systems.sunder.view_hands import gauntlets, hands, kits
from affray.systems.sunder.view_types import (
    ActionView,
    CountdownView,
    CreatureView,
    DistanceView,
    EffectView,
    EntryView,
    FightView,
    ItemView,
    ThingView,
    TrackView,
    TurnView,
    ZoneView,
)
from affray.telling.words import GM_NAME, own


def view(
    scene: Scene, viewer: Viewer, request: Request | None, answered: Mapping[str, str | None] = NOBODY
) -> FightView:
    """The whole view. All numbers are public; only kits and what searches find are not."""
    state, scenario = scene.state, scene.book.scenario
    shown: FightView = {
        "system": "sunder",
        "title": scene.book.title,
        "scene": scenario.scene,
        "intro": scenario.intro,
        "sides": dict(scene.book.sides),
        "creatures": [_creature(scene, one) for one in state.creatures.values() if one.out != "gone"],
        "zones": _zones(scene),
        "distances": _distances(scene),
        "queue": [_entry(scene, entry) for entry in state.queue],
        "turn": _turn(scene),
        "slot": state.slot,
        "forfeits": state.forfeits,
        "announced": state.announced,
        "action": _action(scene),
        "surges": [_surge_waiting(scene, one.creature, one.card, one.after) for one in state.surges],
        "risk": state.risk,
        "countdowns": _countdowns(scene),
        "things": [_thing(scene, viewer, thing) for thing in scene.book.things.values()],
        "hands": hands(scene, viewer),
        "gauntlets": gauntlets(scene, viewer),
        "kits": kits(scene) if viewer.gm else [],
        "weighed": _weighed(scene, request, answered),
        "outcome": state.outcome,
    }
    if viewer.gm:
        shown["sheets"] = list(scene.book.sheets)
    return shown


# Creatures


def _creature(scene: Scene, creature: Creature) -> CreatureView:
    sheet = sheet_of(scene, creature)
    return {
        "id": creature.id,
        "name": creature.name,
        "line": sheet.line,
        "side": creature.side,
        "kind": sheet.kind,
        "archetype": sheet.archetype,
        "contour": sheet.contour,
        "tier": sheet.tier,
        "zone": creature.zone,
        "out": out_words(creature),
        "dying": creature.dying or None,
        "marks": creature.marks,
        "pool": creature.pool,
        "tracks": [_track(scene, creature, name, track) for name, track in creature.tracks.items()],
        "conditions": _conditions(scene, creature),
        "favours": _favours(scene, creature),
        "running": _running(scene, creature),
        "exhaustion": creature.exhaustion,
        "items": _items(scene, creature),
        "domains": [str(name) for name in sheet.domains],
        "knacks": [str(knack.name) for knack in sheet.knacks],
        "beats": creature.beats,
        "strings": creature.strings,
        "turns": creature.turns_ended,
        "surge": card_name(scene.book, creature.surge) if creature.surge else None,
        "place": gauntlet.place_of(scene, creature.id),
        "note": sheet.note,
    }


def _track(scene: Scene, creature: Creature, name: str, track: Track) -> TrackView:
    sheet = sheet_of(scene, creature)
    own_skills = skills_of(name)  # type: ignore[arg-type]
    return {
        "potential": name,
        "score": track.score,
        "stress": track.stress,
        "spent": track.spent,
        "die": track.die,
        "jinx": jinx_threshold(track.stress, track.die),
        "charged": track.charged,
        "perks": [
            {"face": face, "name": perk, "text": PERKS[perk]} for face, perk in sorted(track.perks.items())
        ],
        "skills": [skill for skill in own_skills if skill in sheet.skills],
    }


def _conditions(scene: Scene, creature: Creature) -> list[EffectView]:
    found: list[EffectView] = []
    for one in creature.conditions:
        text, clause = condition_words(scene, one)
        name = condition_name(one.name, one.potential, one.other, one.amount)
        found.append(_effect(name, text, ends_at(scene, one.until), clause))
    return found


def _favours(scene: Scene, creature: Creature) -> list[EffectView]:
    return [
        _effect(favour_name(one), f"From {one.source}.", ends_at(scene, one.until), one.clause)
        for one in creature.favours
    ]


def _running(scene: Scene, creature: Creature) -> list[EffectView]:
    """Cards that are Active: its own, and those of others that are on it."""
    found = []
    for one in scene.state.running:
        if creature.id not in (one.owner, one.creature):
            continue
        name = one.name if one.owner == creature.id else f"{one.name} ({_name(scene, one.owner)})"
        ends = "when its die runs out" if one.die else ends_at(scene, one.until)
        if one.concentration:
            ends += f"; Concentration ({one.concentration})"
        clause = "S9.7" if one.die else "S5.9"
        shown = _effect(name, running_words(scene, one), ends, clause, one.die, one.value)
        shown["card"] = one.card
        if one.owner == creature.id:
            shown["number"] = one.number
        found.append(shown)
    return found


def _effect(name: str, text: str, ends: str, clause: str | None, die: int = 0, value: int = 0) -> EffectView:
    return {"name": name, "text": text, "ends": ends, "clause": clause, "die": die, "value": value}


def _name(scene: Scene, id_: str) -> str:
    creature = scene.state.creatures.get(id_)
    return id_ if creature is None else creature.name


def _items(scene: Scene, creature: Creature) -> list[ItemView]:
    """Weapons in the order of the sheet, then armor."""
    sheet, book = sheet_of(scene, creature), scene.book
    found: list[ItemView] = []
    for id_ in sheet.weapons:
        weapon = book.weapons[id_]
        lies = creature.lying.get(id_)
        found.append(
            {
                "id": id_,
                "name": weapon.name,
                "text": weapon_line(weapon),
                "in_hand": weapon.natural or id_ in creature.hands,
                "lies": None if lies is None else book.zones[lies].name,
                "shots": equipment.shots_left(creature, weapon) if weapon.loading else None,
                "slots": 0,
                "slots_max": 0,
                "worn": creature.worn.get(id_, 0),
                "broken": id_ in creature.broken,
            }
        )
    worn = [book.armor[id_] for id_ in sheet.armor]
    worn += [one for one in equipment.armors(scene, creature) if one not in worn]
    for armor in worn:
        lost = creature.worn.get(armor.id, 0)
        found.append(
            {
                "id": armor.id,
                "name": armor.name,
                "text": armor_line(armor),
                "in_hand": armor.shield is not None,
                "lies": None,
                "shots": None,
                "slots": equipment.slots_left(scene, creature, armor.id),
                "slots_max": max(0, armor.slots - lost),
                "worn": lost,
                "broken": armor.id in creature.broken or lost >= armor.slots,
            }
        )
    return found


# The place


def _zones(scene: Scene) -> list[ZoneView]:
    closed = {pair for a, b in scene.state.closed for pair in ((a, b), (b, a))}
    return [
        {
            "id": zone.id,
            "name": zone.name,
            "x": zone.x,
            "y": zone.y,
            "narrow": zone.narrow,
            "ways": [other for other in scene.book.ways[zone.id] if (zone.id, other) not in closed],
        }
        for zone in scene.book.zones.values()
    ]


def _distances(scene: Scene) -> dict[str, list[DistanceView]]:
    book = scene.book
    drawn: dict[str, list[DistanceView]] | None = book.worked_out.get("distances drawn")
    if drawn is None:
        drawn = {
            zone: [
                {
                    "zone": other,
                    "band": band_of(book.tiles[zone, other]),
                    "feet": 5 * book.tiles[zone, other],
                    "sight": (zone, other) not in book.unseen,
                }
                for other in book.zones
            ]
            for zone in book.zones
        }
        book.worked_out["distances drawn"] = drawn
    return {zone: [distance.copy() for distance in found] for zone, found in drawn.items()}


def _thing(scene: Scene, viewer: Viewer, thing: Thing) -> ThingView:
    """What it holds is for the GM, and for sides that have searched it."""
    known = viewer.gm or any((side, thing.id) in scene.state.found for side in viewer.sides)
    shut = None
    if thing.closes is not None:
        shut = any(sorted(thing.closes) == sorted(pair) for pair in scene.state.closed)
    return {
        "id": thing.id,
        "name": thing.name,
        "zone": thing.zone,
        "closed": shut,
        "holds": thing.holds if known and thing.holds else None,
    }


def _countdowns(scene: Scene) -> list[CountdownView]:
    skills = {one.id: [str(skill) for skill in one.skills] for one in scene.book.scenario.countdown}
    return [
        {
            "id": one.id,
            "name": one.name,
            "size": one.size,
            "side": one.side,
            "hope": one.hope,
            "dread": one.dread,
            "decides": one.decides,
            "decided": one.decided,
            "creature": one.creature or None,
            "skills": skills.get(one.id, []),
        }
        for one in scene.state.countdowns.values()
    ]


# The course of play


def _entry(scene: Scene, entry: Entry) -> EntryView:
    gave = [to for who, to in scene.state.yielded if who in entry.creatures]
    return {"creatures": list(entry.creatures), "gave_way_to": list(dict.fromkeys(gave))}


def _turn(scene: Scene) -> TurnView | None:
    turn = scene.state.turn
    if turn is None:
        return None
    return {
        "creature": turn.creature,
        "group": list(turn.group),
        "slot": turn.slot,
        "plays": [played(scene.book, play.card, play.side) for play in turn.plays],
        "feet_left": 5 * turn.steps_left,
    }


def _action(scene: Scene) -> ActionView | None:
    action = scene.state.action
    if action is None:
        return None
    return {
        "number": action.number,
        "creature": action.actor,
        "name": action.name,
        "targets": list(action.targets),
    }


def _surge_waiting(scene: Scene, creature: str, card: str, after: int) -> str:
    name = card_name(scene.book, card)
    return f"{own(_name(scene, creature))} Surge {name} takes effect after action {after}"


def _weighed(scene: Scene, request: Request | None, answered: Mapping[str, str | None]) -> str | None:
    """Who is asked something or rolls now, in words for everybody; None while nobody is."""
    if request is None:
        return None
    for part in range(request.parts):
        seat = seat_of(request, part)
        if seat not in answered:
            return f"{GM_NAME if seat == GM else _name(scene, seat)} {waiting_for(scene, request, part)}"
    return None
