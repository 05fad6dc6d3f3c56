"""Cantor: hexes, conditions, and the resonance of seven stones."""
