"""Checking plain data against a dataclass, in words that a player understands.

pydantic says whether a value fits; the type's JSON Schema says what would be allowed there.
"""

from __future__ import annotations

import difflib
import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, time
from typing import Any, NamedTuple

import orjson
from pydantic import TypeAdapter, ValidationError

from affray.content.locate import Place

Schema = Mapping[str, Any]
_KINDS = {
    "string": "text in quotes",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "array": "a list",
    "object": "a table",
}
INTEGER_LIMIT = 2**63
"""Whole numbers from here on do not fit where fights are kept."""
_UNSEEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")
_UNSEEN_IN_WORDS = "control characters and marks that turn text around"
"""They would make terminals and logs show something else than what is there."""
_NOTHING_FITS: list[list[list[str]]] = [[[]]]
_PATTERNS = {
    "^[a-z0-9][a-z0-9-]*$": "small letters, digits and hyphens",
    "^[A-Za-z0-9]{1,4}$": "a sign of the map or the name of a square, in quotes",
    "^[A-Z0-9]{1,4}$": "a sign of the map or the name of a hex, in quotes",
    "^[1-9]d(4|6|8|10|12)( ?\\+ ?[1-9]d(4|6|8|10|12))*$": 'dice such as "2d6" or "1d8 + 1d4", in quotes',
    "^([1-9]d(3|6)( ?\\+ ?[1-9][0-9]?)?|[1-9][0-9]?)$": 'damage such as "1d6", "2d3 + 1" or "3", in quotes',
    "^([1-9]?d(4|6|8|10|12)|[1-9]?DV|[1-9][0-9]?)$": 'dice such as "2d6", "DV" or "3", in quotes',
    "^[a-z][a-z -]*$": "small letters, spaces and hyphens, in quotes",
}
"""Patterns of texts, in words."""


class Misfit(NamedTuple):
    """A place whose value does not fit, and why."""

    place: Place
    message: str


class Shape:
    """What data must look like to become an instance of `type_`."""

    def __init__(self, type_: Any) -> None:
        self.type = type_
        self._adapter: TypeAdapter[Any] = TypeAdapter(type_)
        self._schema: Schema = self._adapter.json_schema()

    def read(self, data: Any) -> Any:
        """The instance that `data` describes. Raises `ValidationError`; call `misfits` first."""
        return self._adapter.validate_json(orjson.dumps(data), strict=True)

    def misfits(self, data: Any) -> list[Misfit]:
        """Everything about `data` that does not fit; unknown keys too."""
        found = list(self._unknown_keys(data, self._schema, ()))
        foreign = list(self._foreign(data, self._schema, ()))
        try:
            self.read(_without_foreign(data) if foreign else data)
        except ValidationError as error:
            found += self._translated(data, error)
        places = {misfit.place for misfit in foreign}
        known = [misfit for misfit in found if not any(misfit.place[: len(at)] == at for at in places)]
        return list(dict.fromkeys(foreign + known))

    def without_defaults(self, data: Any) -> Any:
        """The data less what the type gives anyway: a default need not be something that may be written."""
        return self._less(data, self._schema)

    def json_schema(self) -> dict[str, Any]:
        """JSON Schema for editors, in which unknown keys are faults."""
        closed: dict[str, Any] = _closed(self._schema)
        return {"$schema": "https://json-schema.org/draft/2020-12/schema", **closed}

    def _less(self, data: Any, schema: Schema) -> Any:
        schema = self._resolved(schema, data)
        if isinstance(data, list):
            return [self._less(value, schema.get("items") or {}) for value in data]
        if not isinstance(data, dict):
            return data
        known = schema.get("properties", {})
        return {
            key: self._less(value, known.get(key, _other_keys(schema)))
            for key, value in data.items()
            if "default" not in known.get(key, {}) or value != known[key]["default"]
        }

    def _unknown_keys(self, data: Any, schema: Schema, place: Place) -> Iterator[Misfit]:
        schema = self._resolved(schema, data)
        if isinstance(data, dict):
            known = schema.get("properties")
            for key, value in data.items():
                if known is None:
                    yield from self._unknown_keys(value, _other_keys(schema), (*place, key))
                elif key in known:
                    yield from self._unknown_keys(value, known[key], (*place, key))
                else:
                    yield Misfit((*place, key), f"there is no key {quoted(key)} here; {one_of(known, key)}")
        elif isinstance(data, list):
            for number, value in enumerate(data):
                yield from self._unknown_keys(value, schema.get("items") or {}, (*place, number))

    def _foreign(self, data: Any, schema: Schema, place: Place) -> Iterator[Misfit]:
        """Values that TOML can write and content never means: dates, no numbers, endless ones, controls."""
        schema = self._resolved(schema, data)
        if isinstance(data, dict):
            known = schema.get("properties") or {}
            for key, value in data.items():
                if key not in known and _UNSEEN.search(key):
                    yield Misfit((*place, key), f"the key {quoted(key)} holds {_UNSEEN_IN_WORDS}")
                yield from self._foreign(value, known.get(key) or _other_keys(schema), (*place, key))
        elif isinstance(data, list):
            for number, value in enumerate(data):
                yield from self._foreign(value, schema.get("items") or {}, (*place, number))
        elif _is_foreign(data):
            yield Misfit(place, f"{shown(data)} does not fit; allowed is {self.allowed(schema)}")
        elif isinstance(data, str) and (unseen := _UNSEEN.search(data)):
            yield Misfit(place, f"this text holds {quoted(unseen[0])}; {_UNSEEN_IN_WORDS} do not fit")

    def _translated(self, data: Any, error: ValidationError) -> Iterator[Misfit]:
        for fault in error.errors(include_url=False, include_input=False):
            kind: str = fault["type"]
            loc = fault["loc"]
            place, value, schemas = self._walk(data, loc)
            if kind == "missing":
                what = f"item {loc[-1] + 1}" if isinstance(loc[-1], int) else quoted(loc[-1])
                yield Misfit(place, f"{what} is missing; allowed is {self.allowed(schemas[-1])}")
            elif loc and loc[-1] == "[key]":
                known = self._resolved(schemas[-2], None).get("propertyNames", {}).get("enum", ())
                yield Misfit(place, f"there is no key {quoted(place[-1])} here; {one_of(known, place[-1])}")
            elif kind == "too_short" and _has_as_many(value, fault["ctx"]["min_length"]):
                continue  # pydantic leaves out the items it complained of already
            elif kind.startswith("union_tag"):
                yield Misfit(place, _about_tag(value, self._resolved(schemas[-1], None)))
            else:
                allowed = self.allowed(schemas[-1]) + did_you_mean(value, self._choices(schemas[-1]))
                yield Misfit(place, f"{shown(value)} does not fit; allowed is {allowed}")

    def _walk(self, data: Any, loc: Sequence[str | int]) -> tuple[Place, Any, list[Schema]]:
        """Follow pydantic's path through the data: the place, the value there, and the schemas on the way.

        Steps that are not in the data are pydantic's own (the tag of a union), or a key that is missing.
        """
        place: list[str | int] = []
        schemas = [self._schema]
        for step in loc:
            here = self._resolved(schemas[-1], data)
            if step in self._resolved(schemas[-1], None).get("discriminator", {}).get("mapping", ()):
                # The tag, though the data may have a key of that name too.
                schemas.append(here)
                continue
            inside = here.get("items") if isinstance(step, int) else here.get("properties", {}).get(step)
            if _has(data, step):
                data = data[step]
                place.append(step)
                inside = inside or _other_keys(here)
            if inside is not None:
                schemas.append(inside)
        return tuple(place), data, schemas

    def allowed(self, schema: Schema) -> str:
        """What a schema lets pass, in words."""
        schema = self._resolved(schema, None)
        if "anyOf" in schema:
            variants = [self.allowed(variant) for variant in schema["anyOf"] if variant.get("type") != "null"]
            return " or ".join(dict.fromkeys(variants))
        choices = list(self._choices(schema))
        if choices:
            return choices_in_words(choices)
        words = _KINDS.get(schema.get("type", ""), "something else")
        if schema.get("pattern") in _PATTERNS:
            words = _PATTERNS[schema["pattern"]]
        if schema.get("type") == "array" and isinstance(schema.get("items"), Mapping):
            items = schema["items"]
            words += f" of {self.allowed(items)}" if self._is_scalar(items) else " of tables"
        return words + _limits(schema)

    def _is_scalar(self, schema: Schema) -> bool:
        return self._resolved(schema, None).get("type") not in (None, "object", "array")

    def _choices(self, schema: Schema) -> Iterator[Any]:
        schema = self._resolved(schema, None)
        for variant in schema.get("anyOf", ()):
            yield from self._choices(variant)
        if "const" in schema:
            yield schema["const"]
        yield from schema.get("enum", ())

    def _resolved(self, schema: Schema, data: Any) -> Schema:
        """A schema without references; of several variants the one that `data` means to be."""
        while True:
            if "$ref" in schema:
                schema = self._schema["$defs"][schema["$ref"].rpartition("/")[2]]
            elif "discriminator" in schema and isinstance(data, dict):
                tag = data.get(schema["discriminator"]["propertyName"])
                reference = schema["discriminator"]["mapping"].get(tag) if isinstance(tag, str) else None
                if reference is None:
                    return schema
                schema = {"$ref": reference}
            elif "anyOf" in schema and isinstance(data, (dict, list)):
                wanted = "object" if isinstance(data, dict) else "array"
                variants = (self._resolved(variant, None) for variant in schema["anyOf"])
                fitting = next((variant for variant in variants if variant.get("type") == wanted), None)
                if fitting is None:
                    return schema
                schema = fitting
            else:
                return schema


_shapes: dict[Any, Shape] = {}


def shape_of(type_: Any) -> Shape:
    """The shape of a type, made once."""
    if type_ not in _shapes:
        _shapes[type_] = Shape(type_)
    return _shapes[type_]


def quoted(value: Any) -> str:
    """A name as it stands in messages."""
    return f'"{value}"'


def shown(value: Any) -> str:
    """A value as its author wrote it, cut short where it is long."""
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list):
        return f"a list of {len(value)}"
    if isinstance(value, bool):
        return "true" if value else "false"
    if not isinstance(value, str):
        return str(value)
    return quoted(value if len(value) <= 60 else value[:57] + "...")


def choices_in_words(choices: Sequence[Any]) -> str:
    """The values of a closed list: "Fast", "Mid" or "Slow"."""
    words = [shown(choice) for choice in choices]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


def one_of(known: Iterable[Any], found: Any) -> str:
    """What would be known, and the nearest to what was found."""
    names = list(known)
    return (f"known: {', '.join(map(str, names))}" if names else "none is known") + did_you_mean(found, names)


def did_you_mean(found: Any, known: Iterable[Any]) -> str:
    """A hint at the known name nearest to a misspelt one, or nothing."""
    names = {name.lower(): name for name in known if isinstance(name, str)}
    near = difflib.get_close_matches(found.lower(), names, 1) if isinstance(found, str) else []
    return f". Did you mean {quoted(names[near[0]])}?" if near else ""


def _is_foreign(value: Any) -> bool:
    if isinstance(value, float):
        return not math.isfinite(value)
    if isinstance(value, int):
        return abs(value) >= INTEGER_LIMIT
    return isinstance(value, (date, time))


def _without_foreign(data: Any) -> Any:
    """The same data with something in place of foreign values that fits nowhere by chance."""
    if isinstance(data, dict):
        return {key: _without_foreign(value) for key, value in data.items()}
    if isinstance(data, list):
        return [_without_foreign(value) for value in data]
    return _NOTHING_FITS if _is_foreign(data) else data


def _about_tag(value: Any, schema: Schema) -> str:
    key = schema["discriminator"]["propertyName"]
    known = list(schema["discriminator"]["mapping"])
    if not isinstance(value, dict) or key not in value:
        return f"{quoted(key)} is missing; {one_of(known, None)}"
    return f"the {key} {shown(value[key])} is not known; {one_of(known, value[key])}"


def _has_as_many(value: Any, least: int) -> bool:
    return isinstance(value, (list, dict)) and len(value) >= least


def _has(data: Any, step: str | int) -> bool:
    if isinstance(data, dict):
        return step in data
    return isinstance(data, list) and isinstance(step, int) and step < len(data)


def _other_keys(schema: Schema) -> Schema:
    """What the values of a table with free keys must look like."""
    others = schema.get("additionalProperties")
    return others if isinstance(others, Mapping) else {}


def _limits(schema: Schema) -> str:
    low = schema.get("minimum", schema.get("minLength", schema.get("minItems")))
    high = schema.get("maximum", schema.get("maxLength", schema.get("maxItems")))
    unit = {"string": " characters", "array": " of them"}.get(schema.get("type", ""), "")
    if low is not None and low == high:
        return f", {low}{unit}"
    if low is not None and high is not None:
        return f" from {low} to {high}" if not unit else f", {low} to {high}{unit}"
    if low is not None:
        return f", at least {low}{unit}"
    return f", at most {high}{unit}" if high is not None else ""


def _closed(schema: Any) -> Any:
    """The same schema, in which every table with named keys forbids others."""
    if isinstance(schema, list):
        return [_closed(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    closed = {key: _closed(value) for key, value in schema.items()}
    if isinstance(closed.get("properties"), dict) and closed.get("type") == "object":
        closed.setdefault("additionalProperties", False)
    return closed
