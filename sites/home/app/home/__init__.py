"""The first page of a world: its sites, a calculator, a scratchpad."""
