"""Other benchmarks' task files, used unchanged to judge recorded outcomes.

``webarena`` and ``webarena_verified`` each read one published format. An outcome is a folder a task; nothing
here needs a running site, and no code out of a task file or an outcome is ever run as Python.
"""
