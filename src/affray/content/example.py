"""Worked examples: a scenario with steps that say who does what, which faces fall, and what must hold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Annotated, Any

from pydantic import Field

from affray.content.faults import Fault, FaultyContent
from affray.content.loader import Loaded, load_source
from affray.content.locate import Place
from affray.content.shape import one_of, quoted, shape_of
from affray.content.source import Source

Seat = Annotated[str, Field(min_length=1, max_length=40)]
OptionId = Annotated[str, Field(min_length=1, max_length=200)]
ClauseId = Annotated[str, Field(pattern=r"^[A-Z]\d+\.\d+$")]
Text = Annotated[str, Field(max_length=600)]
Expected = bool | int | float | str | tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """One step. It answers a question (`who` and `does`, or `together` for several seats at once), tries
    what must be refused (`who`, `refused`), or is the game master's doing (`act` and its `data`).

    `dice` are the faces that fall in consequence, by roller, in the order in which they are asked for.
    `clause` is the clause that must refuse. `defaults` overrides the example's. `expect` is what holds
    afterwards. A step that does nothing looks at the fight as it stands, or lets the `dice` fall that are
    asked for already: those of an initiative.
    """

    who: Seat | None = None
    does: OptionId | None = None
    together: dict[Seat, OptionId] = field(default_factory=dict)
    refused: OptionId | None = None
    act: OptionId | None = None
    data: dict[str, Any] = field(default_factory=dict)
    clause: ClauseId | None = None
    dice: dict[Seat, tuple[Annotated[int, Field(ge=1)], ...]] = field(default_factory=dict)
    defaults: bool | None = None
    expect: dict[str, Expected] = field(default_factory=dict)
    note: Text = ""


@dataclass(frozen=True, slots=True)
class Case:
    """One of several runs of the same scenario. `start` and `rulings` vary it: `start` by combatant."""

    name: Annotated[str, Field(min_length=1, max_length=120)]
    step: Annotated[tuple[Step, ...], Field(min_length=1)]
    clauses: tuple[ClauseId, ...] = ()
    defaults: bool | None = None
    start: dict[Seat, dict[str, Any]] = field(default_factory=dict)
    rulings: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Script:
    """What a worked example has beyond its scenario: either steps or cases with steps.

    `clauses` names what the example shows. With `defaults` a question that has a default, and that the next
    step does not answer, takes its default. Every case begins with the steps of `opening`.
    """

    clauses: tuple[ClauseId, ...] = ()
    defaults: bool = False
    opening: tuple[Step, ...] = ()
    step: tuple[Step, ...] = ()
    case: tuple[Case, ...] = ()


SCRIPT_KEYS = ("clauses", "defaults", "opening", "step", "case")


@dataclass(frozen=True, slots=True)
class LoadedCase:
    """A case ready to run: its steps, and where each stands in the source."""

    name: str
    loaded: Loaded
    steps: tuple[tuple[Step, Place], ...]
    defaults: bool


@dataclass(frozen=True, slots=True)
class LoadedExample:
    """A worked example, read and checked, and not yet run."""

    source: Source
    clauses: tuple[str, ...]
    cases: tuple[LoadedCase, ...]


def is_example(source: Source) -> bool:
    """Whether a file has steps."""
    return "step" in source.data or "case" in source.data


def load_example(source: Source, id_: str) -> LoadedExample:
    """Read a worked example. Raises `FaultyContent` with every fault."""
    script_data = {key: value for key, value in source.data.items() if key in SCRIPT_KEYS}
    scenario_data = {key: value for key, value in source.data.items() if key not in SCRIPT_KEYS}
    faults = [source.fault(misfit.place, misfit.message) for misfit in shape_of(Script).misfits(script_data)]
    if not faults:
        script: Script = shape_of(Script).read(script_data)
        faults = list(_script_faults(source, script))
    plain, scenario_faults = _load_or_faults(source.varied(scenario_data, {}), id_)
    faults += scenario_faults
    if faults or plain is None:
        raise FaultyContent(faults)
    clauses = dict.fromkeys([*script.clauses, *(id_ for case in script.case for id_ in case.clauses)])
    if script.step:
        alone = LoadedCase("", plain, tuple(_placed(script, script.step, ("step",))), script.defaults)
        return LoadedExample(source, tuple(clauses), (alone,))
    cases, faults = _load_cases(source, scenario_data, script, id_)
    if faults:
        raise FaultyContent(faults)
    return LoadedExample(source, tuple(clauses), tuple(cases))


def _script_faults(source: Source, script: Script) -> Iterator[Fault]:
    if bool(script.step) == bool(script.case):
        yield source.fault((), 'a worked example has either "step" or "case"')
    names = [case.name for case in script.case]
    for number, name in enumerate(names):
        if name in names[:number]:
            yield source.fault(("case", number, "name"), f"there is another case called {quoted(name)}")
    placed = list(_placed(script, script.step, ("step",)))
    for number, case in enumerate(script.case):
        placed += [(step, ("case", number, "step", at)) for at, step in enumerate(case.step)]
    for step, place in placed:
        message = _step_fault(step)
        if message:
            yield source.fault(place, message)


def _placed(script: Script, steps: Sequence[Step], place: Place) -> Iterator[tuple[Step, Place]]:
    """The opening and then these steps, each with its place."""
    for number, step in enumerate(script.opening):
        yield step, ("opening", number)
    for number, step in enumerate(steps):
        yield step, (*place, number)


def _step_fault(step: Step) -> str:
    """What is wrong with the parts that a step has, or nothing."""
    deeds = [
        name
        for name, given in (
            ("does", step.does is not None),
            ("together", bool(step.together)),
            ("refused", step.refused is not None),
            ("act", step.act is not None),
        )
        if given
    ]
    if len(deeds) > 1:
        return f'a step is one thing, not "{deeds[0]}" and "{deeds[1]}" at once'
    if not deeds and not (step.expect or step.dice):
        return 'an empty step; it wants "does", "together", "refused", "act", "dice" or "expect"'
    if (step.does or step.refused) and step.who is None:
        return '"who" is missing'
    if not deeds and (step.who or step.clause):
        return 'a step that does nothing has "dice" and "expect" only'
    if step.clause is not None and not (step.refused or step.act):
        return '"clause" belongs to "refused" or "act"'
    if step.data and step.act is None:
        return '"data" belongs to "act"'
    return ""


def _load_or_faults(source: Source, id_: str) -> tuple[Loaded | None, list[Fault]]:
    try:
        return load_source(source, id_), []
    except FaultyContent as error:
        return None, list(error.found)


def _load_cases(
    source: Source, scenario_data: dict[str, Any], script: Script, id_: str
) -> tuple[list[LoadedCase], list[Fault]]:
    cases: list[LoadedCase] = []
    faults: list[Fault] = []
    for number, case in enumerate(script.case):
        place: Place = ("case", number)
        data = deepcopy(scenario_data)
        moved: dict[Place, Place] = {("rulings", name): (*place, "rulings", name) for name in case.rulings}
        data.setdefault("rulings", {}).update(case.rulings)
        homes = _homes(data)
        for name, changes in case.start.items():
            if name not in homes:
                message = f"there is no combatant {quoted(name)}; {one_of(homes, name)}"
                faults.append(source.fault((*place, "start", name), message))
                continue
            data["combatant"][homes[name]].setdefault("start", {}).update(changes)
            for key in changes:
                moved[("combatant", homes[name], "start", key)] = (*place, "start", name, key)
        loaded, case_faults = _load_or_faults(source.varied(data, moved), id_)
        faults += case_faults
        if loaded is not None:
            defaults = script.defaults if case.defaults is None else case.defaults
            steps = tuple(_placed(script, case.step, (*place, "step")))
            cases.append(LoadedCase(case.name, loaded, steps, defaults))
    return cases, faults


def _homes(data: dict[str, Any]) -> dict[str, int]:
    """Where each combatant stands in the list: by its id, or without one by its sheet."""
    combatants = data.get("combatant", [])
    return {item.get("id", item.get("sheet")): number for number, item in enumerate(combatants)}
