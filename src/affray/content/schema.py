"""JSON Schema of content files, for editors that complete and check while one types."""

from __future__ import annotations

from typing import Any

from affray.content.example import Script
from affray.content.loader import system_named
from affray.content.shape import shape_of


def schema_of(kind: str, system_id: str) -> dict[str, Any]:
    """The schema of a pack, a scenario or a worked example of one rule system."""
    system = system_named(system_id)
    if kind == "pack":
        return shape_of(system.pack_type).json_schema()
    scenario = shape_of(system.scenario_type).json_schema()
    rulings = shape_of(system.rulings_type).json_schema()
    scenario["properties"]["rulings"] = {"type": "object", "properties": rulings["properties"]}
    if kind == "scenario":
        return scenario
    script = shape_of(Script).json_schema()
    scenario["title"] = "Worked example"
    scenario["properties"] |= script["properties"]
    scenario["$defs"] |= script["$defs"]
    return scenario
