"""affray: a rules engine and shared web table for tabletop-RPG fights."""

__version__ = "0.1.0"
