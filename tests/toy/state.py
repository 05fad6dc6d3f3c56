"""The toy's content, scenario, state and events. Fencers fight until one side is out of breath."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Rulings:
    """Named rulings of the toy."""

    breath: int = field(default=6, metadata={"clause": "T1.1", "text": "Breath that a fencer starts with."})


@dataclass(frozen=True, slots=True)
class Pack:
    """A content pack of the toy: the skill of each school."""

    id: str
    skills: dict[str, int]


@dataclass(frozen=True, slots=True)
class Entrant:
    """A fencer of a scenario."""

    id: str
    name: str
    side: str
    school: str = "plain"
    secret: int = 0
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class Scenario:
    """A fight before it begins."""

    title: str
    entrants: tuple[Entrant, ...]


@dataclass(slots=True)
class Fencer:
    """A fencer under way. `secret` is known to its side alone, `stance` too until all are shown."""

    id: str
    name: str
    side: str
    school: str
    secret: int
    hidden: bool
    breath: int
    stance: str = ""
    acted: bool = False
    stepped_in: bool = False


@dataclass(slots=True)
class State:
    """Everything that lasts. `broken` names a rule that fails for as long as it is named."""

    fencers: dict[str, Fencer]
    round: int = 0
    shown: bool = False
    turn: str = ""
    light: str = "day"
    over: str = ""
    broken: str = ""


@dataclass(frozen=True, slots=True)
class RoundBegun:
    """A round begins: stances are open again."""

    clause: str = "T1.1"

    def apply(self, state: State) -> None:
        state.round += 1
        state.shown = False
        for fencer in state.fencers.values():
            fencer.stance = ""
            fencer.acted = False
            fencer.stepped_in = False


@dataclass(frozen=True, slots=True)
class StanceTaken:
    """A fencer took a stance, in secret."""

    fencer: str
    stance: str
    clause: str = "T1.2"

    def apply(self, state: State) -> None:
        state.fencers[self.fencer].stance = self.stance


@dataclass(frozen=True, slots=True)
class StancesShown:
    """All stances are shown at once."""

    stances: tuple[tuple[str, str], ...]
    clause: str = "T1.2"

    def apply(self, state: State) -> None:
        state.shown = True


@dataclass(frozen=True, slots=True)
class TurnBegun:
    """A fencer's turn begins."""

    fencer: str
    clause: str = "T1.3"

    def apply(self, state: State) -> None:
        state.turn = self.fencer


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """A fencer's turn ends."""

    fencer: str
    clause: str = "T1.3"

    def apply(self, state: State) -> None:
        state.turn = ""
        if self.fencer in state.fencers:
            state.fencers[self.fencer].acted = True


@dataclass(frozen=True, slots=True)
class Whispered:
    """A fencer's secret grew. Others learn only that it whispered."""

    fencer: str
    secret: int
    clause: str = "T1.4"

    def apply(self, state: State) -> None:
        state.fencers[self.fencer].secret = self.secret


@dataclass(frozen=True, slots=True)
class WhisperHeard:
    """What others are shown instead of a whisper."""

    fencer: str
    clause: str = "T1.4"

    def apply(self, state: State) -> None:
        """Nothing changes; the whisper itself was applied."""


@dataclass(frozen=True, slots=True)
class LightSettled:
    """The GM settled the light."""

    light: str
    clause: str = "T1.5"

    def apply(self, state: State) -> None:
        state.light = self.light


@dataclass(frozen=True, slots=True)
class SteppedIn:
    """An ally takes the stroke."""

    fencer: str
    clause: str = "T1.6"

    def apply(self, state: State) -> None:
        state.fencers[self.fencer].stepped_in = True


@dataclass(frozen=True, slots=True)
class Revealed:
    """A hidden fencer shows itself."""

    fencer: str
    clause: str = "T1.7"

    def apply(self, state: State) -> None:
        state.fencers[self.fencer].hidden = False


@dataclass(frozen=True, slots=True)
class Struck:
    """A stroke and what it cost. The band of the margin is all that the rule looks at."""

    fencer: str
    target: str
    loss: int
    clause: str = "T1.8"

    def apply(self, state: State) -> None:
        target = state.fencers[self.target]
        target.breath = max(0, target.breath - self.loss)


@dataclass(frozen=True, slots=True)
class Stumbled:
    """A bad miss costs the striker a breath on a low die."""

    fencer: str
    loss: int
    clause: str = "T1.9"

    def apply(self, state: State) -> None:
        fencer = state.fencers[self.fencer]
        fencer.breath = max(0, fencer.breath - self.loss)


@dataclass(frozen=True, slots=True)
class Corrected:
    """The GM set something by hand: breath, a rule that fails, the end."""

    what: str
    fencer: str
    value: str
    clause: str = "T2.1"

    def apply(self, state: State) -> None:
        match self.what:
            case "breath":
                state.fencers[self.fencer].breath = int(self.value)
            case "remove":
                del state.fencers[self.fencer]
                if state.turn == self.fencer:
                    state.turn = ""
            case "broken":
                state.broken = self.value
            case "over":
                state.over = self.value


@dataclass(frozen=True, slots=True)
class Spoke:
    """A fencer says something out loud. It costs a secret of the fencer's own."""

    fencer: str
    words: str
    by: str
    clause: str = "T2.3"

    def apply(self, state: State) -> None:
        state.fencers[self.fencer].secret -= 1


@dataclass(frozen=True, slots=True)
class Checked:
    """A check that the GM called for."""

    fencer: str
    success: bool
    clause: str = "T2.2"

    def apply(self, state: State) -> None:
        """Nothing changes: what it means is the GM's."""


def standing(state: State) -> list[Fencer]:
    """Everybody with breath left, in the order of the scenario."""
    return [fencer for fencer in state.fencers.values() if fencer.breath > 0]


def plain_scenario(hidden: bool = False) -> Scenario:
    """Two against one, with a secret each; with `hidden` a fourth lies in wait."""
    entrants = [
        Entrant("ada", "Ada", "A", secret=1),
        Entrant("bo", "Bo", "B", "wild", secret=2),
        Entrant("cy", "Cy", "A", secret=0),
    ]
    if hidden:
        entrants.append(Entrant("lurker-zq", "Zqexl", "B", secret=3, hidden=True))
    return Scenario("Three fencers", tuple(entrants))


SCHOOLS: dict[str, Any] = {"plain": 3, "wild": 4}
