"""Benchmarks: `python -m benchmarks` prints a table. Nothing here is asserted; compare ratios, not digits."""
