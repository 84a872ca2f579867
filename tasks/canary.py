"""The mark of everything that tells what is right: tasks, locks, and whatever is exported of them.

Whoever gathers texts to train on leaves out what holds it; whoever finds that a model can say it knows that
the model has seen what it should not. One string for all, here and nowhere else.
"""

CANARY = "webarium:canary:ddcfc195-c0a9-4332-b420-f392dc77dcc2"
NOTICE = f"Benchmark data: it must never be in what a model is trained on. Canary string: {CANARY}"
"""The mark with a sentence for people who do not know what it is."""
