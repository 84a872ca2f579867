"""The agent that chooses elements with a trained ranker, alone or with a model that has the last word.

Mind2Web's two stages (section 3): ``settings`` says what can be chosen, ``choosing`` asks the model in
rounds of multiple choice, ``agent`` plays an episode.
"""
