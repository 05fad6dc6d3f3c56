"""What follows in words: damage, Stress, Fallout, Marks, Conditions, and what takes them away again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from affray.systems.sunder import events as e
from affray.systems.sunder.names import FALLOUTS
from affray.systems.sunder.text.ledgers import cut_ledger, damage_ledger, stress_ledger
from affray.systems.sunder.text.story import Story
from affray.systems.sunder.text.units import condition_name, exhaustion_words, favour_words
from affray.telling.draft import Draft
from affray.telling.words import count, signed

_WHY_STRESS = {"Test": "the price of its Test", "cost": "a cost", "damage": "", "the GM": "by the GM"}
_CAUSES = {
    "overflow": "overflow",
    "Test": "by its own Test",
    "Resistance": "Resistance spent without a free slot",
}
_ENTRIES = {
    "nothing": "nothing more",
    "marks": "Marks",
    "condition": "a Condition",
    "equipment": "Equipment Fallout",
}
_ENDED = {
    "over": "its time is over",
    "dispelled": "dispelled",
    "resisted": "resisted",
    "lost": "lost",
    "harmed": "harmed",
    "down": "its source is down",
    "GM": "by the GM",
}


def line(story: Story, draft: Draft, creature: str, text: str, clause: str) -> None:
    """Something about a creature: below the sentence, or the sentence itself where there is none."""
    if draft.say:
        draft.follow(f"{story.cast.name(creature)}{text}", clause)
    else:
        draft.add(story.cast.who(creature), f"{text}.")
    draft.cite(clause)


def after(draft: Draft, text: str, clause: str) -> None:
    """Something that follows; where nothing was said before it, the sentence itself."""
    if draft.say:
        draft.follow(text, clause)
    else:
        draft.add(f"{text}.")
    draft.cite(clause)


# Damage and Stress


def _damage(story: Story, draft: Draft, event: e.DamageRolled) -> None:
    draft.kind = "roll"
    chains, cuts, potential = _of_damage(story, event)
    of_damage = [cut for cut in cuts if not cut.potential]
    of_stress = [cut for cut in cuts if cut.potential]
    draft.ledgers.append(damage_ledger(story.cast, event, bool(chains), of_damage))
    damage = draft.ledgers[-1]["total"] or 0
    draft.ledgers.append(stress_ledger(story.cast, event, damage, chains, of_stress, potential))
    stress = draft.ledgers[-1]["total"]
    who = story.cast.who(event.target)
    draft.add(f"{damage} damage to ", who, f": {stress} Stress in {potential}.")
    draft.cite(event.clause)


def _of_damage(story: Story, event: e.DamageRolled) -> tuple[list[e.DiceChained], list[e.StressReduced], str]:
    """Critical dice and cuts of a damage roll, up to where it lands, and the Potential it lands in."""
    chains: list[e.DiceChained] = []
    cuts: list[e.StressReduced] = []
    at = next(place for place, other in enumerate(story.events) if other is event)
    for other in story.events[at + 1 :]:
        if isinstance(other, e.DamageRolled):
            break
        if isinstance(other, e.DiceChained):
            chains.append(other)
        elif isinstance(other, e.StressReduced) and other.creature == event.target:
            cuts.append(other)
        elif isinstance(other, (e.StressTaken, e.Overflowed)) and other.creature == event.target:
            return chains, cuts, other.potential
    return chains, cuts, event.potential


def _reduced(story: Story, draft: Draft, event: e.StressReduced) -> None:
    """Its row stands in the ledger; where the damage is told in an earlier entry it has one of its own."""
    what = "Stress" if event.potential else "damage"
    text = f": {event.was} {what} cut to {event.now} by {event.source}"
    line(story, draft, event.creature, text, event.clause)
    if event.potential and story.first(e.DamageRolled) is None:
        cuts = [one for one in story.every(e.StressReduced) if one.potential]
        if cuts[0] is event:
            draft.ledgers.append(cut_ledger(story.cast, cuts))


def _chained(story: Story, draft: Draft, event: e.DiceChained) -> None:
    after(draft, f"Critical dice add {event.stress} Stress", event.clause)


def _taken(story: Story, draft: Draft, event: e.StressTaken) -> None:
    why = _WHY_STRESS.get(event.why, event.why)
    text = f": {event.amount} Stress in {event.potential}{f' ({why})' if why else ''}"
    line(story, draft, event.creature, text, event.clause)


def _cleared(story: Story, draft: Draft, event: e.StressCleared) -> None:
    text = f" clears {event.amount} Stress in {event.potential} ({event.why})"
    line(story, draft, event.creature, text, event.clause)


def _spent(story: Story, draft: Draft, event: e.ResistanceSpent) -> None:
    if event.why == "natural Miff":
        instead = ", in place of 1 Stress" if event.instead else ""
        text = f" loses {event.amount} Resistance in {event.potential} (natural Miff{instead})"
    else:
        text = f" spends {event.amount} Resistance in {event.potential} ({event.why})"
    line(story, draft, event.creature, text, event.clause)


def _regained(story: Story, draft: Draft, event: e.ResistanceRegained) -> None:
    text = f" regains {event.amount} Resistance in {event.potential} ({event.why})"
    line(story, draft, event.creature, text, event.clause)


def _nothing(story: Story, draft: Draft, event: e.NothingRegained) -> None:
    line(story, draft, event.creature, f" gets back no {event.what}: {event.why}", event.clause)


def _slots(story: Story, draft: Draft, event: e.SlotsUsed) -> None:
    item = story.cast.item(event.armor)
    if event.amount > 0:
        text = f": {count(event.amount, 'Protection Slot')} of {item} used"
    else:
        text = f": {count(-event.amount, 'Protection Slot')} of {item} back"
    line(story, draft, event.creature, text, event.clause)


# Fallout


def _overflowed(story: Story, draft: Draft, event: e.Overflowed) -> None:
    free = (
        "no slot was" if not event.free else "1 slot was" if event.free == 1 else f"{event.free} slots were"
    )
    text = f"{event.amount} Stress in {event.potential} where {free} free: {FALLOUTS[event.rank]} Fallout"
    line(story, draft, event.creature, f": {text}", event.clause)
    draft.cite("S3.5")


def _rank(story: Story, draft: Draft, event: e.RankChanged) -> None:
    verb = "raises" if event.now > event.was else "lowers" if event.now < event.was else "leaves"
    text = f"{event.source} {verb} the Fallout from {FALLOUTS[event.was]} to {FALLOUTS[event.now]}"
    if event.now == event.was:
        text = f"{event.source} changes nothing: the Fallout stays {FALLOUTS[event.now]}"
    after(draft, text, event.clause)


def _fallout(story: Story, draft: Draft, event: e.FalloutFell) -> None:
    cast, rank = story.cast, FALLOUTS[event.rank]
    if event.by:
        draft.add(
            f"{rank} Fallout for ",
            cast.who(event.creature),
            f" in {event.potential}: ",
            cast.who(event.by),
            f" intervenes with {event.entry}.",
        )
    else:
        came = what_came(story, event)
        told = f": {came}." if came else "."
        draft.add(f"{rank} Fallout for ", cast.who(event.creature), f" in {event.potential}{told}")
        chose = _ENTRIES.get(event.entry, event.entry)
        draft.follow(f"From the menu: {chose} ({_CAUSES[event.cause]})", event.clause)
    if event.resets:
        text = f"{cast.name(event.creature)}: the Stress in {event.potential} is 0"
        draft.follow(text, "S3.15" if event.cause == "Test" else "S3.7")
    draft.cite(event.clause)


def what_came(story: Story, fallout: e.FalloutFell) -> str:
    """The Condition and the Marks that Fallout gave, in words; empty where it was neither."""
    came: list[str] = []
    place = next(at for at, event in enumerate(story.events) if event is fallout)
    for event in story.events[place + 1 :]:
        if isinstance(event, e.FalloutFell):
            break
        if isinstance(event, e.ConditionGained) and event.clause == fallout.clause:
            came.append(condition_name(event.name, event.potential, event.other, event.amount))
        elif isinstance(event, e.MarksTaken) and event.why == "Fallout":
            came.append(count(event.amount, "Mark"))
    return " and ".join(came)


def _filled(story: Story, draft: Draft, event: e.TrackFilled) -> None:
    text = f": {event.potential} is full and stays so; {event.excess} Stress goes on to {event.to}"
    line(story, draft, event.creature, text, event.clause)


def _forfeited(story: Story, draft: Draft, event: e.SlotForfeited) -> None:
    after(draft, "The next GM slot is forfeited, for a Fallout that was raised", event.clause)


# Marks, falling, coming round


def _marks(story: Story, draft: Draft, event: e.MarksTaken) -> None:
    why = "" if event.why == "Fallout" else f" ({event.why})"
    line(story, draft, event.creature, f" takes {count(event.amount, 'Mark')}{why}", event.clause)


def _restored(story: Story, draft: Draft, event: e.MarksRestored) -> None:
    text = f" has {count(event.amount, 'Mark')} restored ({event.why})"
    line(story, draft, event.creature, text, event.clause)


def _fell(story: Story, draft: Draft, event: e.Fell) -> None:
    words = {"incapacitated": "is incapacitated", "dead": "is dead", "gone": "is out of the scene"}[event.out]
    draft.add(story.cast.who(event.creature), f" {words}.")
    if event.out == "incapacitated":
        name = story.cast.name(event.creature)
        draft.follow(f"{name}: no turns, Surges or Reactions; it leaves the queue", event.clause)
    draft.give_reason(event.reason)
    draft.cite(event.clause)


def _round(story: Story, draft: Draft, event: e.CameRound) -> None:
    draft.add(story.cast.who(event.creature), " comes round.")
    draft.cite(event.clause)


def _stabilized(story: Story, draft: Draft, event: e.Stabilized) -> None:
    draft.add(story.cast.who(event.creature), " is stabilized, and recovers after a Long Rest.")
    draft.cite(event.clause)


def _scarred(story: Story, draft: Draft, event: e.Scarred) -> None:
    text = f" has a Scar: {event.lowered} {signed(-1)}, {event.raised} +1"
    line(story, draft, event.creature, text, event.clause)


# Conditions and what is to come


def _gained(story: Story, draft: Draft, event: e.ConditionGained) -> None:
    name = condition_name(event.name, event.potential, event.other, event.amount)
    verb = "has" if event.name == "Retaliate" else "is"
    line(story, draft, event.creature, f" {verb} {name} {story.cast.until(event.until)}", event.clause)


def _ended(story: Story, draft: Draft, event: e.ConditionEnded) -> None:
    name = condition_name(event.name, event.potential, event.other)
    why = _ENDED.get(event.why, event.why)
    verb = "has no" if event.name == "Retaliate" else "is no longer"
    line(story, draft, event.creature, f" {verb} {name} ({why})", event.clause)


def _favoured(story: Story, draft: Draft, event: e.FavourGained) -> None:
    words = favour_words(event.test, event.amount, event.against, event.lasting, event.only)
    text = f": {words} ({event.source}), {story.cast.until(event.until)}"
    line(story, draft, event.creature, text, event.clause)


def _favour_ended(story: Story, draft: Draft, event: e.FavourEnded) -> None:
    how = "is used up" if event.used else "has run out"
    line(story, draft, event.creature, f": what “{event.source}” gave {how}", event.clause)


def _exhausted(story: Story, draft: Draft, event: e.ExhaustionChanged) -> None:
    words = exhaustion_words(event.level) or "none is left"
    text = f": Exhaustion {event.level}, {words}; Mark pool {event.pool}"
    line(story, draft, event.creature, text, event.clause)


def _item(story: Story, draft: Draft, event: e.ItemSuffered) -> None:
    item = story.cast.item(event.item)
    words = {
        "risk": f"{item} is one step riskier to use",
        "slot": f"{item} loses a Protection Slot",
        "broken": f"{item} breaks",
    }[event.what]
    line(story, draft, event.creature, f": {words}", event.clause)


def _beat(story: Story, draft: Draft, event: e.BeatGained) -> None:
    line(story, draft, event.creature, f" gains {count(event.amount, 'Beat')}", event.clause)


TELL: dict[type, Callable[[Story, Draft, Any], None]] = {
    e.DamageRolled: _damage,
    e.DiceChained: _chained,
    e.StressReduced: _reduced,
    e.StressTaken: _taken,
    e.StressCleared: _cleared,
    e.ResistanceSpent: _spent,
    e.ResistanceRegained: _regained,
    e.NothingRegained: _nothing,
    e.SlotsUsed: _slots,
    e.Overflowed: _overflowed,
    e.RankChanged: _rank,
    e.FalloutFell: _fallout,
    e.TrackFilled: _filled,
    e.SlotForfeited: _forfeited,
    e.MarksTaken: _marks,
    e.MarksRestored: _restored,
    e.Fell: _fell,
    e.CameRound: _round,
    e.Stabilized: _stabilized,
    e.Scarred: _scarred,
    e.ConditionGained: _gained,
    e.ConditionEnded: _ended,
    e.FavourGained: _favoured,
    e.FavourEnded: _favour_ended,
    e.ExhaustionChanged: _exhausted,
    e.ItemSuffered: _item,
    e.BeatGained: _beat,
}
