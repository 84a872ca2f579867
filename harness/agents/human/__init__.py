"""The human agent: a person does the task in a browser of their own, step by step, for human baselines.

The person sees what an agent sees, the window of the world's browser, and has the same actions, so that their
trajectories, figures and verdicts can be compared with any agent's.
"""
