"""What follows from an attack or an action: damage, Structure, Burn, conditions, grapples, shoves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from affray.systems.cantor import events as e
from affray.systems.cantor.resonance import OVERCHARGE
from affray.systems.cantor.text.ledgers import damage_ledger, roll_ledger
from affray.systems.cantor.text.reasons import hexes, remark_of
from affray.systems.cantor.text.story import Story
from affray.telling.draft import Draft
from affray.telling.words import count, signed

_USED = {
    "Lock On": "The Lock On on {} is used up",
    "Bolster": "The Bolster of {} is used up",
    "Braced": "{} is Braced no more: the hit used it up",
}
_ENDED = {
    "attacked": "{} attacks, and is Hidden no more",
    "uncovered": "{} is uncovered, and Hidden no more",
    "stood up": "{} stands up",
}
_GRAPPLE_ENDS = {
    "escaped": "it has escaped",
    "released": "it is let go",
    "apart": "they are no longer adjacent",
    "out": "one of them is out of the fight",
}
_STOPS = {
    "unit": "A unit stands in the way",
    "terrain": "Terrain is in the way",
    "edge of the board": "The board ends there",
    "lethal edge": "It stops on the last safe hex, at the edge",
}


def tell_effect(story: Story, draft: Draft, event: object) -> None:
    """One thing that followed, in the sentence and below it; nothing for other events."""
    tell = _TELL.get(type(event))
    if tell is not None:
        tell(story, draft, event)


def _state(story: Story, draft: Draft, unit: str, text: str, clause: str) -> None:
    """What a value of a unit became: below the sentence, or the sentence itself where there is none."""
    if draft.say:
        draft.follow(f"{story.cast.name(unit)}: {text}", clause)
    else:
        draft.add(story.cast.who(unit), f": {text}.")
    draft.cite(clause)


def tell_damage(story: Story, draft: Draft, event: e.DamageTaken, title: str, begin: str = "") -> None:
    """Damage through every step: its ledger, the sentence, then Overshield and HP."""
    cast = story.cast
    draft.kind = "roll"
    draft.ledgers.append(damage_ledger(cast, event, title))
    who = cast.who(event.target)
    fallen = event.hp_before - event.hp_after
    if event.amount and fallen:
        hp = f", {event.hp_before} to {event.hp_after} HP"
        draft.add(f"{begin}: " if begin else "", who, f" takes {event.amount}{hp}.")
    elif event.amount:
        draft.add(f"{begin}: " if begin else "", who, f" takes {event.amount}, all by its Overshield.")
    else:
        draft.add(f"{begin}, but " if begin else "", who, " takes nothing.")
    name = cast.name(event.target)
    if event.overshield_before != event.overshield_after:
        text = f"{name}: Overshield {event.overshield_before} to {event.overshield_after}"
        draft.follow(text, "C1.7")
    if fallen:
        draft.follow(f"{name}: HP {event.hp_before} to {event.hp_after}", "C1.7")
        lost = event.amount - (event.overshield_before - event.overshield_after) - fallen
        if lost > 0:
            draft.not_counted.append({"text": f"{lost} past 0 HP is lost", "clause": "C1.8"})
    draft.not_counted += [remark_of(reason) for reason in event.ignored]
    draft.cite(event.clause, "C1.7" if fallen else None)


def _damage(story: Story, draft: Draft, event: e.DamageTaken) -> None:
    titles = {"Burn": "Burn", "GM": "damage", "Reliable": "Reliable"}
    tell_damage(story, draft, event, titles.get(event.source, "damage"))


def _structure(story: Story, draft: Draft, event: e.StructureLost) -> None:
    cast = story.cast
    draft.kind = "roll"
    gained = event.gained or "nothing more"
    draft.add("STRUCTURE: ", cast.who(event.unit), f" loses one, {event.left} left; HP whole, {event.hp}.")
    draft.follow(f"{cast.name(event.unit)}: Structure {event.left + 1} to {event.left}", event.clause)
    draft.follow(f"{cast.name(event.unit)}: HP whole again, {event.hp}", event.clause)
    draft.follow(
        f"Its d6 is {event.face}: {gained} (1 Stunned, 2 to 4 Impaired, 5 or 6 nothing)", event.clause
    )
    draft.cite(event.clause)


def _out(story: Story, draft: Draft, event: e.WentOut) -> None:
    words = {"destroyed": "is destroyed", "defeated": "is defeated", "Stressed Out": "is Stressed Out"}
    draft.add(story.cast.who(event.unit), f" {words[event.how]} and leaves the board.")
    draft.cite(event.clause)


def _burn(story: Story, draft: Draft, event: e.BurnAdded) -> None:
    if event.after > event.before:
        text = f"Burn {event.before} to {event.after}; adding it deals nothing"
        _state(story, draft, event.unit, text, event.clause)
    else:
        draft.add("The Burn of ", story.cast.who(event.unit), f" goes from {event.before} to {event.after}.")
    draft.cite(event.clause)


def _overshield(story: Story, draft: Draft, event: e.OvershieldGained) -> None:
    who = story.cast.who(event.unit)
    draft.add(who, f" has Overshield {event.after}; it was {event.before}. The higher stays.")
    draft.cite(event.clause)


def _gained(story: Story, draft: Draft, event: e.ConditionGained) -> None:
    draft.add(story.cast.who(event.unit), f" {_is(event.name)}.")
    if event.cause == "timed":
        name = story.cast.name(event.unit)
        draft.follow(f"{name}: {event.name} to the end of its next turn", "C2.17")
    draft.cite(event.clause)


def _is(name: str) -> str:
    return f"has {name}" if name in ("Lock On", "Bolster") else f"is {name}"


def _ended(story: Story, draft: Draft, event: e.ConditionEnded) -> None:
    cast = story.cast
    if event.why == "used" and event.name in _USED:
        text = _USED[event.name].format(cast.name(event.unit))
        if draft.say:
            draft.follow(text, event.clause)
        else:
            draft.add(f"{text}.")
        draft.cite(event.clause)
        return
    before, gap, after = _ENDED.get(event.why, "{} is rid of " + event.name).partition("{}")
    draft.add(before, cast.who(event.unit) if gap else "", f"{after}.")
    draft.cite(event.clause)


def _grappled(story: Story, draft: Draft, event: e.GrappleBegan) -> None:
    cast = story.cast
    draft.add(cast.who(event.grappler), " has hold of ", cast.who(event.target), ": both are Immobilized.")
    draft.cite(event.clause)


def tell_grapple_end(story: Story, draft: Draft, event: e.GrappleEnded) -> None:
    """A grapple is over, and why."""
    cast = story.cast
    if event.why == "released":
        draft.kind = "choice" if draft.kind == "note" else draft.kind
        draft.add(cast.who(event.unit), " lets go of ", cast.who(event.other), " (Free).")
    elif story.known(event.unit, event) and story.known(event.other, event):
        why = _GRAPPLE_ENDS[event.why]
        draft.add("The grapple of ", cast.who(event.unit), " and ", cast.who(event.other), f" ends: {why}.")
    else:
        draft.add(f"A grapple ends: {_GRAPPLE_ENDS[event.why]}.")
    draft.cite(event.clause)


def tell_shoves(story: Story, draft: Draft) -> None:
    """Forced movement of an entry as one way, and what ended it."""
    for unit in dict.fromkeys(one.unit for one in story.every(e.Shoved)):
        shoves = [one for one in story.every(e.Shoved) if one.unit == unit]
        hexes = [hex_ for one in shoves for hex_ in one.hexes]
        who, name = story.cast.who(unit), story.cast.hex
        if hexes:
            path = ", ".join(name(hex_) for hex_ in hexes)
            draft.add(who, f" is shoved {_hexes(len(hexes))}, {name(shoves[0].origin)} to {path}.")
        else:
            draft.add(who, f" is not moved from {name(shoves[0].origin)}.")
        for one in shoves:
            if one.stopped:
                draft.follow(f"{_STOPS[one.stopped]}; no damage", one.clause)
            draft.cite(one.clause)


def _hexes(number: int) -> str:
    return f"{number} hex" if number == 1 else f"{number} hexes"


def _shoved(story: Story, draft: Draft, event: e.Shoved) -> None:
    draft.kind = "move" if draft.kind == "note" else draft.kind
    if story.first(e.Shoved) is event:
        tell_shoves(story, draft)


def _saved(story: Story, draft: Draft, event: e.Saved) -> None:
    draft.kind = "roll"
    title = "save at the edge" if event.about == "edge" else "save"
    draft.ledgers.append(roll_ledger(story.cast, event.roll, title))
    words = "succeeds" if event.success else "fails"
    draft.add(
        f"The {title} of ",
        story.cast.who(event.roll.roller),
        f" {words}, {signed(event.roll.total)} against {event.target}.",
    )
    draft.cite(event.clause)


def _hid(story: Story, draft: Draft, event: e.Hid) -> None:
    if story.first(e.Spent) is None:
        draft.add(story.cast.who(event.unit), " is Hidden.")
    near = hexes(story.cast.rulings.marker_distance)
    draft.follow(f"Hidden: others know only a marker within {near} of it", "C2.8")
    draft.cite(event.clause)


def _marker_set(story: Story, draft: Draft, event: e.MarkerSet) -> None:
    text = f"others see a marker at {story.cast.hex(event.hex)}"
    _state(story, draft, event.unit, text, event.clause)


def marker_words(story: Story, event: e.MarkerSeen) -> str:
    """ "A marker of the Works at F4"."""
    return f"A marker of {story.cast.of_side(event.side)} at {story.cast.hex(event.hex)}"


def _marker_seen(story: Story, draft: Draft, event: e.MarkerSeen) -> None:
    words = marker_words(story, event)
    if draft.say:
        draft.follow(words, event.clause)
    else:
        draft.add(f"{words}.")
        near = hexes(story.cast.rulings.marker_distance)
        draft.follow(f"A Hidden unit is within {near} of it", "C2.8")
    draft.cite(event.clause)


def _band(story: Story, draft: Draft, event: e.BandChanged) -> None:
    cast = story.cast
    text = f"Resonance {event.before} to {event.after} ({event.why})"
    _state(story, draft, event.unit, text, event.clause)
    if event.after >= OVERCHARGE > event.before:
        fracture, _ = cast.fracture(event.unit)
        draft.add("OVERCHARGE: the band of ", cast.who(event.unit), f" is at {event.after}.")
        draft.follow(f"{fracture} manifests at its next turn, unless a Cooldown dodges it", "C4.7")
        draft.cite("C4.7")


def tell_manifest(story: Story, draft: Draft, event: e.FractureManifested) -> None:
    """A Fracture manifests, said loudly."""
    cast = story.cast
    fracture, effect = cast.fracture(event.unit)
    draft.add("FRACTURE: ", cast.who(event.unit), f" is under {fracture}. {effect}")
    draft.follow("It stays until a Bond Move or a Cooldown ends it", "C4.7")
    draft.cite(event.clause, "C4.5")


def _fracture_ended(story: Story, draft: Draft, event: e.FractureEnded) -> None:
    fracture, _ = story.cast.fracture(event.unit)
    draft.add(f"{fracture} of ", story.cast.who(event.unit), " is gone, and all that it imposed.")
    draft.cite(event.clause)


def _oath(story: Story, draft: Draft, event: e.OathSworn) -> None:
    cast = story.cast
    oath = cast.oath(event.unit)
    words = f": “{oath}”" if oath else " its Oath."
    draft.add(cast.who(event.unit), f" swears{words}")
    tokens = count(event.tokens, "Bond Token")
    draft.follow(f"{cast.name(event.unit)} gains a Bond Token and has {tokens}", event.clause)
    draft.cite(event.clause)


def _cooled(story: Story, draft: Draft, event: e.CooledDown) -> None:
    free = "a free Cooldown, the first of the scene"
    text = f"Stress {event.before} to {event.after}" if event.cost else free
    _state(story, draft, event.unit, text, event.clause)


def _token(story: Story, draft: Draft, event: e.TokenSpent) -> None:
    _state(story, draft, event.unit, f"{count(event.left, 'Bond Token')} left", event.clause)


def _escape(story: Story, draft: Draft, event: e.EscapeRolled) -> None:
    cast = story.cast
    draft.kind = "roll"
    draft.ledgers.append(roll_ledger(cast, event.roll, "contested save, to escape"))
    draft.ledgers.append(roll_ledger(cast, event.holder, "contested save, to hold"))
    mine, held = event.roll.total, event.holder.total
    if event.success:
        draft.add(f"It escapes, {signed(mine)} against {signed(held)}.")
    else:
        tie = ": a tie holds" if mine == held else ""
        draft.add(f"It is held, {signed(mine)} against {signed(held)}{tie}.")
    draft.cite(event.clause)


_TELL: dict[type, Callable[[Story, Draft, Any], None]] = {
    e.DamageTaken: _damage,
    e.StructureLost: _structure,
    e.WentOut: _out,
    e.BurnAdded: _burn,
    e.OvershieldGained: _overshield,
    e.ConditionGained: _gained,
    e.ConditionEnded: _ended,
    e.GrappleBegan: _grappled,
    e.GrappleEnded: tell_grapple_end,
    e.Shoved: _shoved,
    e.Saved: _saved,
    e.Hid: _hid,
    e.MarkerSet: _marker_set,
    e.MarkerSeen: _marker_seen,
    e.BandChanged: _band,
    e.FractureManifested: tell_manifest,
    e.FractureEnded: _fracture_ended,
    e.OathSworn: _oath,
    e.CooledDown: _cooled,
    e.TokenSpent: _token,
    e.EscapeRolled: _escape,
}
