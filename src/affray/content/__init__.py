"""Content: packs, scenarios and worked examples, read from TOML with every fault named by its line."""

from affray.content.bundled import scenario_ids
from affray.content.loader import Loaded, load_scenario, loaded_from_plain

__all__ = ["Loaded", "load_scenario", "loaded_from_plain", "scenario_ids"]
