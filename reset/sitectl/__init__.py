"""sitectl: runs inside a site's container; builds the pristine state, supervises, restores, answers.

Only the standard library, PyYAML and PyMySQL (where there is a database), as Debian packages them.
"""
