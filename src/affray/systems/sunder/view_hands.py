"""What a reader holds: the cards of its creatures, its place in the queue, and for the GM the kits."""

from __future__ import annotations

from affray.kernel.presentation import Remark
from affray.kernel.reasons import Reason
from affray.kernel.system import Viewer
from affray.systems.sunder import gauntlet, hand, surges
from affray.systems.sunder.book import Ability, Half, OptionCard
from affray.systems.sunder.contours import cost, difficulty, escalation, intervention
from affray.systems.sunder.general import GENERAL
from affray.systems.sunder.names import Side
from affray.systems.sunder.state import Creature, Scene, Turn, sheet_of
from affray.systems.sunder.text.lines import DEFAULTS, cost_words, half_line, reaction_line, test_words
from affray.systems.sunder.text.reasons import remark_of
from affray.systems.sunder.text.units import ends_at
from affray.systems.sunder.view_types import (
    AdversaryKit,
    CardView,
    GauntletView,
    HalfView,
    HandView,
    KitView,
)


def own_creatures(scene: Scene, viewer: Viewer) -> list[Creature]:
    """The creatures whose cards a reader sees: those of its seats, the GM all."""
    return [
        one
        for one in scene.state.creatures.values()
        if one.out != "gone" and (viewer.gm or one.id in viewer.seats)
    ]


# Hands


def hands(scene: Scene, viewer: Viewer) -> list[HandView]:
    """The cards of each creature: General ones first, then its abilities, their Options behind them."""
    return [{"creature": one.id, "cards": _cards(scene, one)} for one in own_creatures(scene, viewer)]


def _cards(scene: Scene, creature: Creature) -> list[CardView]:
    found: list[CardView] = []
    for ability in hand.action_cards(scene, creature):
        found.append(_action_card(scene, creature, ability))
        found += [_option_card(scene, creature, ability, one) for one in hand.options_of(scene, ability)]
    for card, half in surges.cards_of(scene, creature):
        known = scene.book.abilities.get(card)
        found.append(_surge_card(scene, creature, card, half, "" if known is None else known.text))
    found += [_trait_card(creature, one) for one in hand.cards_of(scene, creature, "trait")]
    return found


def _action_card(scene: Scene, creature: Creature, ability: Ability) -> CardView:
    return {
        "id": ability.id,
        "name": ability.name,
        "kind": "action",
        "general": ability.id in GENERAL,
        "text": ability.text,
        "top": _half(scene, creature, ability, "top"),
        "bottom": _half(scene, creature, ability, "bottom"),
        "surge": None,
        "state": hand.state_of(scene, creature, ability.id),
        "back": _back(scene, creature, ability.id),
        "parent": None,
        "reacted": False,
        "refusal": None,
    }


def _option_card(scene: Scene, creature: Creature, parent: Ability, option: OptionCard) -> CardView:
    """An Option Card: it uses its parent's half, state and limits (S8.3)."""
    side: Side = "top" if parent.top is not None and parent.top.options else "bottom"
    why = _refusal(scene, creature, parent.id, side)
    half = _half_words(option.half, DEFAULTS[side], why)
    return {
        "id": option.id,
        "name": option.name,
        "kind": "option",
        "general": False,
        "text": option.half.text,
        "top": half if side == "top" else None,
        "bottom": half if side == "bottom" else None,
        "surge": None,
        "state": hand.state_of(scene, creature, parent.id),
        "back": _back(scene, creature, parent.id),
        "parent": parent.id,
        "reacted": False,
        "refusal": None,
    }


def _surge_card(scene: Scene, creature: Creature, card: str, half: Half, text: str) -> CardView:
    reason = surges.why_not(scene, creature, card)
    return {
        "id": card,
        "name": surges.name_of(scene, creature, card),
        "kind": "surge",
        "general": card in surges.PLAIN,
        "text": text,
        "top": None,
        "bottom": None,
        "surge": _half_words(half, "", None),
        "state": hand.state_of(scene, creature, card),
        "back": _back(scene, creature, card),
        "parent": None,
        "reacted": False,
        "refusal": None if reason is None else remark_of(reason),
    }


def _trait_card(creature: Creature, ability: Ability) -> CardView:
    text = ability.text
    if ability.reaction is not None:
        text = " ".join(
            part for part in (text, ability.reaction.text, f"{reaction_line(ability.reaction)}.") if part
        )
    return {
        "id": ability.id,
        "name": ability.name,
        "kind": "trait",
        "general": False,
        "text": text,
        "top": None,
        "bottom": None,
        "surge": None,
        "state": "ready",
        "back": "",
        "parent": None,
        "reacted": any(source.split(" @")[0] == ability.id for source in creature.reacted),
        "refusal": None,
    }


def _half(scene: Scene, creature: Creature, ability: Ability, side: Side) -> HalfView | None:
    half = hand.half_of(ability, side)
    if half is None:
        return None
    return _half_words(half, DEFAULTS[side], _refusal(scene, creature, ability.id, side))


def _half_words(half: Half, default: str, refusal: Remark | None) -> HalfView:
    line = half_line(half)
    test = test_words(half)
    detail = line.removeprefix(f"Test {test}").removeprefix(", ") if test else line
    return {
        "name": half.name,
        "text": f"{half.text} {detail[:1].upper()}{detail[1:]}." if detail else half.text,
        "test": test,
        "cost": cost_words(half.cost),
        "default": default,
        "refusal": refusal,
    }


def _refusal(scene: Scene, creature: Creature, card: str, side: Side) -> Remark | None:
    """Why a half cannot be played: now in the own turn, else with regard to how the card lies."""
    turn = scene.state.turn
    under_way = turn if turn is not None and turn.creature == creature.id else Turn(creature.id)
    reason = hand.why_not_half(scene, creature, under_way, card, side)
    return None if reason is None else remark_of(reason)


def _back(scene: Scene, creature: Creature, card: str) -> str:
    """When a card comes back; empty while it is ready."""
    state = hand.state_of(scene, creature, card)
    if state == "used":
        return "at the start of its next turn"
    if state == "out":
        return f"after a {creature.cards_out[card]}"
    if state == "face down":
        return surge_back(scene, creature)
    running = hand.running_from(scene, creature, card)
    if state == "active" and running is not None:
        return "when its die runs out" if running.die else ends_at(scene, running.until)
    return ""


def surge_back(scene: Scene, creature: Creature) -> str:
    """When a Surge that lies face down is face up again (S6.4)."""
    turn = scene.state.turn
    acting = turn is not None and creature.id in (turn.creature, *turn.group)
    if scene.rulings.surge_reset == "lenient" or creature.surged < creature.turns_begun:
        return "at the end of this turn" if acting else "at the end of its next turn"
    return "at the end of its next turn"


# The gauntlet


def gauntlets(scene: Scene, viewer: Viewer) -> list[GauntletView]:
    """What can be done about the queue, for every player's creature of the reader."""
    return [_gauntlet(scene, one) for one in own_creatures(scene, viewer) if one.player]


def _gauntlet(scene: Scene, creature: Creature) -> GauntletView:
    state = scene.state
    turn = state.turn
    acting = turn is not None and creature.id in (turn.creature, *turn.group)
    entry = gauntlet.entry_of(scene, creature.id)
    reason = gauntlet.may_not_throw_in(scene, creature)
    return {
        "creature": creature.id,
        "queued": entry is not None,
        "acting": acting,
        "place": 1 if acting else gauntlet.place_of(scene, creature.id),
        "would_be": len(state.queue) + (turn is not None) + 1 if reason is None else None,
        "refusal": None if reason is None else remark_of(reason),
        "give_way_to": gauntlet.may_give_way(scene, creature),
        "join": gauntlet.may_join(scene, creature),
        "group": list(entry.creatures) if entry is not None and len(entry.creatures) > 1 else [],
    }


# Kits, for the GM alone


def kits(scene: Scene) -> list[AdversaryKit]:
    """Interventions and Escalations of every adversary, with its budget (S12.5)."""
    return [
        _kit(scene, one) for one in scene.state.creatures.values() if sheet_of(scene, one).contour is not None
    ]


def _kit(scene: Scene, creature: Creature) -> AdversaryKit:
    sheet = sheet_of(scene, creature)
    assert sheet.contour is not None
    tiers = [sheet_of(scene, one).tier for one in scene.state.creatures.values() if one.player] or [0]
    down = None if creature.conscious else remark_of(Reason("incapacitated", "S3.24", (creature.name,)))
    kit: list[KitView] = []
    for rank in sheet.interventions:
        half = intervention(sheet.contour, rank)
        price = cost("intervention", rank)
        kit.append(
            {
                "kind": "Intervention",
                "rank": rank,
                "text": f"{half.name}: {half.text}",
                "cost": price,
                "refusal": down,
            }
        )
    for rank in sheet.escalations:
        half = escalation(sheet.contour, rank)
        price = cost("escalation", rank)
        reason = surges.why_not(scene, creature, f"escalation {rank}")
        kit.append(
            {
                "kind": "Escalation",
                "rank": rank,
                "text": f"{half.name}: {half.text}",
                "cost": price,
                "refusal": None if reason is None else remark_of(reason),
            }
        )
    return {
        "creature": creature.id,
        "budget": difficulty(tiers, scene.book.scenario.party_level),
        "spent": sum([one["cost"] for one in kit]),
        "kit": kit,
    }
