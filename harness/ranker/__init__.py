"""Which element of a page an action is for: a small model that ranks candidates (Mind2Web, section 3.1).

``candidates`` describes what is chosen from, of a data set's pages and of an observation alike;
``features`` makes numbers of it, ``model`` ranks; ``training`` needs scikit-learn, the rest does not.
"""
