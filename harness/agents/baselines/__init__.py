"""Baselines without a model: what a benchmark is worth shows in what these get.

``python -m harness.agents.baselines NAME`` plays one of them. Each does the same again in the same trial of
the same task: what it draws, it draws by the number of chance that its task message holds.
"""
