"""What is easy to get wrong in rules written as generators, looked for in their source."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Set
from dataclasses import fields, is_dataclass
from functools import cache
from types import GenericAlias, NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import pytest

from affray.systems import registered, system
from tests.house.source import Module, at, called_name, functions, modules, own_nodes

RULES = ("kernel", "telling", "systems", "bots", "odds", "sim")
"""Packages in which an order may reach a request or an event."""

WORDS = """
    action point|armou?r|attack|damage|d20|health|hit points?|hp|initiative|melee|mana|persona|reaction|
    rounds? of combat|saving throw|spell|stamina|stress|sword|trait|weapon|wound|zone|hex(?:es)?|
    augment|conductor|close combat|fallout|volatility|potential|cantor|fracture|resonance|oath|facing|pace|
    challenge clock|counter-attack|skill|beat|tad|lane
"""
WORD = re.compile(r"\b(?:" + re.sub(r"\s+", " ", WORDS).strip().replace("| ", "|") + r")s?\b", re.IGNORECASE)


@pytest.mark.parametrize("package", ["kernel", "telling"])
def test_what_all_systems_share_speaks_of_no_game(package: str) -> None:
    """No rulebook word stands anywhere in the kernel and the telling, comments and names included."""
    found = [
        f"{module.place}:{number}: {match.group()}"
        for module in modules(f"src/affray/{package}")
        for number, line in enumerate(module.text.splitlines(), start=1)
        if (match := WORD.search(line.replace("_", " ")))
    ]
    assert not found, "\n".join(found)


def test_the_word_list_finds_words() -> None:
    """The pattern sees words alone, in the plural and in any case, and nothing inside other words."""
    for text in ("hit points", "Armour", "two weapons", "a d20", "hexes", "Personas"):
        assert WORD.search(text), text
    for text in ("hexadecimal digits", "attackingly", "tadpole", "space", "heartbeat"):
        assert not WORD.search(text), text


ASKING = {"roll", "contest", "choose", "ruling", "together", "window"}
"""The helpers of an encounter, whatever the encounter is called."""


def asks(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Whether a function is a procedure: it asks, or says that it returns one that does."""
    if function.returns is not None and ast.unparse(function.returns).startswith("Iterator"):
        return False
    says = isinstance(function.returns, ast.Name) and function.returns.id == "Procedure"
    return says or any(isinstance(node, (ast.Yield, ast.YieldFrom)) for node in own_nodes(function))


@cache
def procedures() -> frozenset[str]:
    """Dotted names of all procedures of kernel and systems that stand at the top of their module."""
    return frozenset(
        f"{module.name}.{node.name}"
        for package in ("kernel", "systems")
        for module in modules(f"src/affray/{package}")
        for node in module.tree.body
        if isinstance(node, ast.FunctionDef) and asks(node)
    )


def known_as(module: Module) -> dict[str, str]:
    """What the names of a module stand for: its own functions, and what it imports."""
    names = {
        node.name: f"{module.name}.{node.name}"
        for node in module.tree.body
        if isinstance(node, ast.FunctionDef)
    }
    for node in ast.walk(module.tree):
        if isinstance(node, ast.ImportFrom):
            names.update({alias.asname or alias.name: f"{node.module}.{alias.name}" for alias in node.names})
    return names


def is_procedure(call: ast.Call, names: dict[str, str], known: Set[str]) -> bool:
    """Whether a call makes a procedure: of the encounter, of this module, or of one that was imported."""
    function = call.func
    if isinstance(function, ast.Name):
        return names.get(function.id, "") in known
    if not isinstance(function, ast.Attribute):
        return False
    owner = names.get(function.value.id, "") if isinstance(function.value, ast.Name) else ""
    return function.attr in ASKING if not owner else f"{owner}.{function.attr}" in known


def forgotten(tree: ast.AST, names: dict[str, str], known: Set[str]) -> Iterator[ast.Call]:
    """Calls of procedures whose result is dropped, or kept without `yield from`."""
    for node in ast.walk(tree):
        value = node.value if isinstance(node, (ast.Expr, ast.Assign, ast.AnnAssign, ast.NamedExpr)) else None
        if isinstance(node, (ast.If, ast.While)):
            value = node.test
        if isinstance(value, ast.UnaryOp):
            value = value.operand
        if isinstance(value, ast.Call) and is_procedure(value, names, known):
            yield value


@pytest.mark.parametrize("package", ["kernel", "systems"])
def test_no_yield_from_is_forgotten(package: str) -> None:
    """A procedure that is called but never run does nothing and says nothing."""
    found = [
        f"{at(module, call)}: {called_name(call)}(...)"
        for module in modules(f"src/affray/{package}")
        for call in forgotten(module.tree, known_as(module), procedures())
    ]
    assert not found, "\n".join(found)


def test_a_forgotten_yield_from_is_found() -> None:
    """The check sees a dropped call, a kept one and one in a condition, and passes what is right."""
    known = {"here.ask", "there.ask"}
    names = {"ask": "here.ask", "there": "there", "other": "here.other"}
    wrong = "def f(c):\n ask(c)\n a = there.ask(c)\n if not ask(c): pass\n while c.roll(c): pass\n"
    right = "def f(c):\n yield from ask(c)\n a = yield from there.ask(c)\n other(c)\n return ask(c)\n"
    assert len(list(forgotten(ast.parse(wrong), names, known))) == 4
    assert not list(forgotten(ast.parse(right), names, known))


def test_rules_ask_through_the_encounter_only() -> None:
    """A bare `yield` stands only in the kernel's own helpers, where the type of the answer is known."""
    found = [
        at(module, node)
        for module in modules("src/affray/systems")
        for function in functions(module.tree)
        for node in own_nodes(function)
        if isinstance(node, ast.Yield) and asks(function)
    ]
    assert not found, "\n".join(found)


SETS = {"set", "frozenset"}
HARMLESS = {"sorted", "len", "any", "all", "set", "frozenset", "sum", "min", "max"}


def unordered(function: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[ast.AST]:
    """Places where a function goes through a set in the set's own order."""
    nodes = list(own_nodes(function))
    kept = {
        target.id
        for node in nodes
        if isinstance(node, (ast.Assign, ast.AnnAssign)) and _is_set(node.value, set())
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
        if isinstance(target, ast.Name)
    }
    arguments = [*function.args.args, *function.args.kwonlyargs]
    kept |= {one.arg for one in arguments if one.annotation is not None and _says_set(one.annotation)}
    in_order_free = {
        id(inner)
        for node in nodes
        if isinstance(node, ast.Call) and called_name(node) in HARMLESS
        for argument in node.args
        for inner in [argument, *(argument.generators if isinstance(argument, ast.GeneratorExp) else [])]
    }
    for node in nodes:
        if isinstance(node, (ast.For, ast.comprehension)) and _is_set(node.iter, kept):
            if id(node) not in in_order_free and not _feeds_a_set(node, nodes):
                yield node.iter
        elif isinstance(node, ast.Starred) and _is_set(node.value, kept):
            if not any(isinstance(other, ast.Set) and node in other.elts for other in nodes):
                yield node
        elif isinstance(node, ast.Call) and called_name(node) in (
            "list",
            "tuple",
            "join",
            "enumerate",
            "iter",
        ):
            yield from (argument for argument in node.args if _is_set(argument, kept))


def _feeds_a_set(node: ast.AST, nodes: list[ast.AST]) -> bool:
    return any(isinstance(other, ast.SetComp) and node in other.generators for other in nodes)


def _is_set(node: ast.AST | None, kept: set[str]) -> bool:
    if isinstance(node, (ast.Set, ast.SetComp)):
        return True
    if isinstance(node, ast.Name):
        return node.id in kept
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Name) and node.func.id in SETS
    if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.BitOr, ast.BitAnd, ast.Sub, ast.BitXor)):
        return _is_set(node.left, kept) or _is_set(node.right, kept)
    return False


def _says_set(annotation: ast.AST) -> bool:
    name = annotation.value if isinstance(annotation, ast.Subscript) else annotation
    return isinstance(name, ast.Name) and name.id in SETS


@pytest.mark.parametrize("package", RULES)
def test_nothing_goes_through_a_set_in_its_own_order(package: str) -> None:
    """The order of a set differs from one process to the next; it must not reach a request or an event."""
    found = [
        at(module, node)
        for module in modules(f"src/affray/{package}")
        for function in functions(module.tree)
        for node in unordered(function)
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    ("body", "count"),
    [
        ("for x in {1, 2}: pass", 1),
        ("a = {x for x in y}\n for x in a: pass", 1),
        ("return [x for x in set(y)]", 1),
        ("a = set(y)\n return list(a)", 1),
        ("a = set(y)\n return (*a,)", 1),
        ("return [x for x in sorted(set(y))]", 0),
        ("a = set(y)\n return any(x for x in a)", 0),
        ("a = set(y)\n return {x for x in a}", 0),
        ("return 3 in {1, 2}", 0),
        ("for x in [1, 2]: pass", 0),
    ],
)
def test_going_through_a_set_is_found(body: str, count: int) -> None:
    """The check sees loops, comprehensions and lists made of sets, and passes what is put in order first."""
    function = next(functions(ast.parse(f"def f(y):\n {body}\n")))
    assert len(list(unordered(function))) == count


def events() -> Iterator[type[Any]]:
    """Every event class of every system: a frozen dataclass with a clause that can be applied."""
    for id_ in registered():
        home = type(system(id_)).__module__.rsplit(".", 1)[0]
        for module in modules(f"src/affray/systems/{id_}"):
            if module.name.split(".")[-1].startswith("events") or ".events." in module.name:
                loaded = __import__(module.name, fromlist=["*"])
                for value in vars(loaded).values():
                    if isinstance(value, type) and is_dataclass(value) and hasattr(value, "apply"):
                        assert value.__module__.startswith(home)
                        yield value


MUTABLE = (list, dict, set, bytearray)


def mutable_part(type_: Any) -> Any:
    """A mutable type inside a field's type, or None."""
    if isinstance(type_, type) and not isinstance(type_, GenericAlias):
        if issubclass(type_, MUTABLE):
            return type_
        if is_dataclass(type_):
            if not type_.__dataclass_params__.frozen:  # type: ignore[attr-defined]
                return type_
            hints = get_type_hints(type_, include_extras=False)
            return next((found for hint in hints.values() if (found := mutable_part(hint))), None)
        return None
    origin = get_origin(type_)
    if origin is Literal:
        return None
    if isinstance(origin, type) and issubclass(origin, MUTABLE):
        return origin
    inner = get_args(type_)[:1] if origin is Annotated else get_args(type_)
    assert origin in (tuple, Union, UnionType, Annotated, frozenset, None) or not inner, type_
    return next(
        (found for one in inner if one not in (Ellipsis, NoneType) and (found := mutable_part(one))), None
    )


def test_events_are_frozen_through_and_through() -> None:
    """No event can change after it was recorded, nor anything inside it."""
    wrong, seen = [], 0
    for event in events():
        seen += 1
        if not event.__dataclass_params__.frozen:  # type: ignore[attr-defined]
            wrong.append(f"{event.__name__} is not frozen")
        hints = get_type_hints(event)
        for field in fields(event):
            if (part := mutable_part(hints[field.name])) is not None:
                wrong.append(f"{event.__name__}.{field.name} holds a {part.__name__}")
    assert not wrong, "\n".join(wrong)
    assert seen or not registered()
