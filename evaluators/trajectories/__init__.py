"""Published metrics over recorded trajectories, one module a paper.

``webcanvas`` (key nodes), ``online_mind2web`` (WebJudge, difficulty, efficiency), ``mind2web`` (recorded
demonstrations) and ``weblinx`` (recorded dialogues). Definitions are the papers'; each docstring names the
section it follows. Nothing here needs a running world.
"""
