"""A tiny complete rule system: enough of everything to test the kernel, the odds, the bots and the table."""
