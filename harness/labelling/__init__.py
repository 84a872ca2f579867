"""Trajectories labelled by people, and how far people, our checks and a model's judgement agree."""
