"""What gives and takes Volatility dice: proficiency, Domain, Knacks, Riskiness, Advantages."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from affray.kernel.clauses import clause
from affray.kernel.reasons import Reason
from affray.kernel.requests import Audience
from affray.systems.sunder import conditions, equipment
from affray.systems.sunder.book import Sheet
from affray.systems.sunder.events import Counted, FavourEnded
from affray.systems.sunder.movement import tiles
from affray.systems.sunder.names import RISKS, Potential, Riskiness, Skill, is_physical, potential_of
from affray.systems.sunder.state import Creature, Favour, Scene, foes, sheet_of


@dataclass(frozen=True, slots=True)
class Called:
    """A Test as it is called for, before any dice.

    `potential` is what is rolled against in a Hybrid Test (S1.18), else the Skill's own. `risk` None: as the
    GM says for this creature or the scene. `target` is the creature it is against, `aimed` the Potential that
    it aims at. `attack`: a weapon or unarmed attack, with `weapon` and `mode`; `top`: for an Attack Action;
    `damages`: it does damage. `damaging`: to resist something that does. `resists`: to resist, Magick where
    `magick`. `finds`, `hides`: a search for the target, going unnoticed. `cards` are what Knacks may be for,
    `domain` that of the ability. `extra` are Advantages of its own. `to` may know of it.
    """

    roller: str
    skill: Skill
    about: str
    potential: Potential | None = None
    risk: Riskiness | None = None
    target: str = ""
    aimed: Potential | None = None
    attack: bool = False
    top: bool = False
    weapon: str = ""
    mode: str = ""
    damaging: bool = False
    resists: bool = False
    magick: bool = False
    finds: bool = False
    hides: bool = False
    damages: bool = False
    cards: tuple[str, ...] = ()
    domain: str = ""
    extra: tuple[Counted, ...] = ()
    to: Audience = None


@dataclass(frozen=True, slots=True)
class Weighed:
    """The dice of a Test: `count` is N (S2.2), `risk` the net Riskiness from 0 to 3 (S1.22).

    `favours` are those that this Test uses up, each with whose it is.
    """

    count: int
    risk: int
    counted: tuple[Counted, ...]
    ignored: tuple[Reason, ...]
    favours: tuple[tuple[str, Favour], ...]


@clause("S1.18", "S1.19")
def potential_rolled(called: Called) -> Potential:
    """The Potential that a Test is rolled against: of a Hybrid Test its first, else its Skill's own."""
    return called.potential or potential_of(called.skill)


@clause("S2.2")
def dice_of_skill(scene: Scene, called: Called) -> Sequence[Counted]:
    """One die for proficiency, one at most for Domains, one for each Knack that is relevant, and extras."""
    sheet = sheet_of(scene, scene.state.creatures[called.roller])
    key = "dice of skill", sheet.id, called.skill, called.domain, called.weapon, called.cards
    known: tuple[Counted, ...] | None = scene.book.worked_out.get(key)
    if known is None:
        known = scene.book.worked_out[key] = _dice_of_sheet(sheet, called)
    return known


def _dice_of_sheet(sheet: Sheet, called: Called) -> tuple[Counted, ...]:
    found: list[Counted] = []
    if called.skill in sheet.skills:
        found.append((f"proficient in {called.skill}", 1, "S2.2"))
    if called.domain and called.domain in sheet.domains:
        found.append((f"Domain {called.domain}", 1, "S2.2"))
    about = {called.skill, called.weapon, *called.cards} - {""}
    found += [(f"Knack {knack.name}", 1, "S2.2") for knack in sheet.knacks if about & set(knack.to)]
    return tuple(found)


@clause("S1.20")
def base_risk(scene: Scene, called: Called) -> int:
    """How risky a Test is before Advantages: what it says, or what the GM says (S5.14)."""
    risk = called.risk or scene.state.next_risk.get(called.roller) or scene.state.risk
    worn = equipment.worn_risk(scene.state.creatures[called.roller], called.weapon) if called.weapon else 0
    return RISKS.index(risk) + worn


@clause("S1.21", "S1.22")
def net_advantage(favouring: Iterable[Counted], stacking: bool) -> tuple[int, list[Counted], list[Reason]]:
    """Advantages less Disadvantages by distinct source; without stacking one step at most.

    Returns the net, what counts, and what does not.
    """
    counted: list[Counted] = []
    ignored: list[Reason] = []
    for source in favouring:
        if any(source[:2] == other[:2] for other in counted):
            ignored.append(Reason("same source", "S1.22", (source[0],)))
        else:
            counted.append(source)
    net = sum([amount for _, amount, _ in counted])
    if not stacking and abs(net) > 1:
        ignored.append(Reason("no stacking", "S1.22", (net,)))
        net = 1 if net > 0 else -1
    return net, counted, ignored


@clause("S1.20", "S1.21", "S1.22", "S2.2")
def weigh(scene: Scene, called: Called) -> Weighed:
    """N is the dice less the net Riskiness. For Fallout the net lies between 0 and 3."""
    dice = [*dice_of_skill(scene, called)]
    risk = base_risk(scene, called)
    favours = matching_favours(scene, called)
    sources = [
        *called.extra,
        *of_conditions(scene, called),
        *of_target(scene, called),
        *of_equipment(scene, called),
        *[(favour.source, favour.amount, favour.clause) for _, favour in favours],
    ]
    net, counted, ignored = net_advantage(sources, scene.rulings.adv_stacking)
    if risk:
        name = RISKS[risk] if risk < len(RISKS) else f"Riskiness {risk}"
        dice.append((name, -risk, "S1.20"))
    level = risk - net
    return Weighed(
        sum([amount for _, amount, _ in dice]) + net,
        max(0, min(3, level)),
        (*dice, *counted),
        tuple(ignored),
        tuple([(id_, favour) for id_, favour in favours if not favour.lasting]),
    )


def use_up(scene: Scene, called: Called, weighed: Weighed) -> None:
    """Advantages that were to come are used by this Test."""
    for id_, one in weighed.favours:
        scene.emit(FavourEnded(id_, one.test, one.source, one.against, until=one.until), to=called.to)


def matching_favours(scene: Scene, called: Called) -> list[tuple[str, Favour]]:
    """Advantages to come that this Test has, of the roller and against the target."""
    creatures = scene.state.creatures
    found = [
        (called.roller, one)
        for one in creatures[called.roller].favours
        if not one.against and _is_for(one, called)
    ]
    if called.target in creatures:
        found += [
            (called.target, one)
            for one in creatures[called.target].favours
            if one.against and _is_for(one, called)
        ]
    return found


def _is_for(favour: Favour, called: Called) -> bool:
    rolled = potential_rolled(called)
    if favour.test == "resist magick":
        return called.resists and called.magick and not is_physical(called.aimed or rolled)
    if favour.only != "any" and is_physical(called.aimed or rolled) != (favour.only == "physical"):
        return False
    wanted = favour.test.split("/")
    return (
        "any" in wanted
        or called.skill in wanted
        or rolled in wanted
        or ("attack" in wanted and (called.attack or (called.top and called.aimed is not None)))
    )


@clause("S10.8", "S10.2", "S14.4")
def of_conditions(scene: Scene, called: Called) -> list[Counted]:
    """What Conditions of the roller do to its Test."""
    creature, rolled = scene.state.creatures[called.roller], potential_rolled(called)
    found: list[Counted] = []
    if conditions.is_free(creature):
        return found
    muddled, empowered = (conditions.under(creature, name, rolled) for name in ("Muddled", "Empowered"))
    if muddled:
        found.append((f"{muddled} ({rolled})", -1, "S10.8"))
    if empowered:
        found.append((f"{empowered} ({rolled})", 1, "S10.8"))
    if not is_physical(rolled) and conditions.under(creature, "Distracted"):
        found.append(("Distracted", -1, "S10.8"))
    bound = conditions.under(creature, "Bound")
    if bound and (called.top or called.magick):
        found.append((bound, -1, "S10.8"))
    held = conditions.under(creature, "Held")
    if held and called.attack and held != bound:
        found.append((held, -1, "S10.7"))
    vulnerable = conditions.under(creature, "Vulnerable", rolled)
    if vulnerable and called.resists and called.damaging:
        found.append((vulnerable, -1, "S10.8"))
    return found


@clause("S10.8", "S10.2")
def of_target(scene: Scene, called: Called) -> list[Counted]:
    """What the target's Conditions and places do to a Test against it."""
    target = scene.state.creatures.get(called.target)
    if target is None:
        return []
    roller = scene.state.creatures[called.roller]
    if called.finds:
        hidden = conditions.unseen_to(scene, target, roller)
        return [("Unseen", -1, "S10.8")] if hidden else []
    if not (called.attack or (called.top and called.aimed is not None)):
        return []
    return _against_target(scene, called, roller, target)


def _against_target(scene: Scene, called: Called, roller: Creature, target: Creature) -> list[Counted]:
    found: list[Counted] = []
    aimed = called.aimed
    if aimed is not None:
        vulnerable = conditions.under(target, "Vulnerable", aimed)
        if vulnerable:
            found.append((f"{vulnerable} ({target.name})", 1, "S10.8"))
        bound = conditions.under(target, "Bound")
        if bound and is_physical(aimed):
            found.append((f"{bound} ({target.name})", 1, "S10.8"))
    if conditions.under(target, "Blinded") and not target.has("Unseen"):
        found.append((f"Blinded ({target.name})", 1, "S10.8"))
    # One who is Blinded sees nobody, and has its own line above.
    if conditions.what_hides(roller, target) not in (None, "Blinded"):
        found.append(("Unseen", 1, "S10.8"))
    return found


def of_equipment(scene: Scene, called: Called) -> list[Counted]:
    """What weapon, armor and a foe beside a shooter do to a Test."""
    roller = scene.state.creatures[called.roller]
    found = list(equipment.armor_sources(scene, roller, potential_rolled(called), called.hides))
    if not called.attack:
        return found
    if called.mode == "ranged" or called.mode == "thrown":
        found += foe_beside(scene, roller)
    weapon = scene.book.weapons.get(called.weapon)
    if weapon is not None and called.target in scene.state.creatures:
        apart = tiles(scene, called.roller, called.target)
        found += equipment.attack_sources(scene, roller, weapon, called.mode, apart)
    return found


@clause("S5.18")
def foe_beside(scene: Scene, shooter: Creature) -> list[Counted]:
    """A conscious adversary within Here of one who shoots or throws: one Disadvantage, however many."""
    if any(tiles(scene, shooter.id, foe.id) <= 1 for foe in foes(scene, shooter)):
        return [("adversary within Here", -1, "S5.18")]
    return []
