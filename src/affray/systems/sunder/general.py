"""The deck that every creature has: the nine General Action Cards (S5.12).

A half with `special` is played by a rule of its own; its other fields say what can be told in the terms of
every card.
"""

from __future__ import annotations

from affray.systems.sunder.book import Ability, Cost, Effect, Half, Reaction

STRIKE = Ability(
    "strike",
    "Strike",
    "action",
    top=Half(
        "Attack",
        "Ready a weapon and attack with it: hand to hand, or as far as it shoots or flies.",
        target="foe",
        attack="weapon",
        harmful=True,
        special="attack",
    ),
    bottom=Half(
        "Guard",
        "Until your next turn starts, a Might die cuts each hit of Might Stress. "
        "Free with a weapon in hand; without, it costs 1 Might Resistance.",
        effects=(Effect("guard", on="self", potential="Might"),),
        span="round",
        special="guard",
    ),
)

SHIFT = Ability(
    "shift",
    "Shift",
    "action",
    top=Half(
        "Move through",
        "Move up to Close, past foes who hold the way if need be.",
        target="zone",
        range="Close",
        special="move through",
    ),
    bottom=Half(
        "Exchange",
        "Draw an item or put one away, or take up one that lies within Here.",
        target="none",
        special="exchange",
    ),
)

ENDURE = Ability(
    "endure",
    "Endure",
    "action",
    top=Half(
        "Stand fast",
        "Until your next turn starts, once: 1 Nerve Resistance makes a Test of yours a Success.",
        reaction=Reaction(triggers=("own test",), effects=(), cost=(Cost("resistance", "Nerve"),), uses=1),
        span="round",
        special="stand fast",
    ),
    bottom=Half(
        "Recover",
        "On a Grit or Frame Test you clear 1 Physical Stress.",
        skills=("Grit", "Frame"),
        effects=(Effect("clear stress", on="self", amount=1, pool="physical"),),
    ),
)

ADAPT = Ability(
    "adapt",
    "Adapt",
    "action",
    top=Half(
        "Resist again",
        "For 1 Seep Stress you try once more to resist a Condition that is on you.",
        cost=(Cost("stress", "Seep"),),
        special="resist again",
    ),
    bottom=Half(
        "Help",
        "Say how: somebody within Near has Advantage on the next Test at what you name.",
        target="ally",
        range="Near",
        effects=(Effect("advantage", test="any", amount=1, span="round"),),
        special="help",
    ),
)

EVADE = Ability(
    "evade",
    "Evade",
    "action",
    top=Half(
        "Keep moving",
        "Until your next turn starts, Tests against you aimed at a Physical Potential have Disadvantage.",
        span="round",
        special="evade",
    ),
    bottom=Half(
        "Hide",
        "On a Sleight or Aura Test you are Unseen by those who go by sight.",
        skills=("Sleight", "Aura"),
        effects=(Effect("condition", on="self", condition="Unseen", span="scene"),),
        special="hide",
    ),
)

MANIPULATE = Ability(
    "manipulate",
    "Manipulate",
    "action",
    top=Half(
        "Operate",
        "Work an object or device, or tamper with it. Risky.",
        risk="Risky",
        target="none",
        special="operate",
    ),
    bottom=Half(
        "Search",
        "On a Sense Test you search a container, a place or a creature.",
        skills=("Sense",),
        target="none",
        special="search",
    ),
)

INFLUENCE = Ability(
    "influence",
    "Influence",
    "action",
    top=Half(
        "Win over",
        "On a Sway Test your target is Charmed and you gain 1 Beat. With a foe it costs 1 Heart Resistance.",
        skills=("Sway",),
        target="creature",
        range="Near",
        effects=(
            Effect("condition", condition="Charmed", span="round"),
            Effect("beat", on="self", amount=1),
        ),
        special="charm",
    ),
    bottom=Half(
        "Comfort",
        "On a Hope or Anchor Test you, or an ally at Here, clear 1 Mental Stress.",
        skills=("Hope", "Anchor"),
        target="ally",
        effects=(Effect("clear stress", amount=1, pool="mental"),),
        special="comfort",
    ),
)

SPIN = Ability(
    "spin",
    "Spin",
    "action",
    top=Half(
        "Unpick",
        "On a Weave or Esoterica Test you end Magick that runs on somebody within Near.",
        skills=("Weave", "Esoterica"),
        target="creature",
        range="Near",
        effects=(Effect("dispel"),),
        magick=True,
    ),
    bottom=Half(
        "Ward the mind",
        "Until your next turn starts, Advantage on resisting Magick aimed at a Mental Potential.",
        span="round",
        special="ward mind",
    ),
)

NARRATE = Ability(
    "narrate",
    "Narrate",
    "action",
    top=Half(
        "Join in",
        "Within a group action: you are one more who takes part. No Movement half in this turn.",
        target="none",
        special="narrate",
    ),
    bottom=Half(
        "Flavor",
        "Spend Flavor Tokens on a Flavor Ability. These are not part of a scene here.",
        target="none",
        special="flavor",
    ),
)

GENERAL: dict[str, Ability] = {
    card.id: card for card in (STRIKE, SHIFT, ENDURE, ADAPT, EVADE, MANIPULATE, INFLUENCE, SPIN, NARRATE)
}
"""The General cards by id, in the order of the rulebook."""
