"""Data sets of demonstrations out of our own runs, in the formats of Mind2Web and WebLINX.

``pages`` reads what `eval --dom` kept of each step, ``demonstrations`` a run's episodes, ``splits`` divides
them; a module a format writes the files.
"""
