#!/bin/sh
# Makes the Python environment in $1 from requirements.lock: every file by its hash, nothing unpinned.
set -eu
venv=${1:-.venv}

find_python() {
    for python in python3.13 python3.12 python3.11 python3; do
        if command -v "$python" >/dev/null 2>&1 &&
           "$python" -c 'import ensurepip, sys, venv; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' 2>/dev/null; then
            return 0
        fi
    done
    return 1
}
find_python || sh docker/bootstrap.sh python || true
if ! find_python; then  # what was installed may be another version, too
    echo "webarium needs Python 3.11 to 3.13 with its venv module; install it (Debian: apt-get install python3 python3-venv) and repeat." >&2
    exit 1
fi

start=$(date +%s)
clear=
"$venv/bin/python" -c 'import pip' 2>/dev/null || clear=--clear  # made by a Python that is gone: nothing of it works
"$python" -m venv $clear "$venv"
install() { "$venv/bin/python" -m pip install -q --disable-pip-version-check --no-compile --no-deps "$@"; }
install --require-hashes -r requirements.lock  # which is complete: pip need not ask what needs what
install --no-build-isolation -e . ./clients/python
# pip compiles on one core, and the packages' own tests as well, which is a third of all
"$venv/bin/python" -m compileall -q -j 0 -x '/site-packages/.*/tests?/' "$venv/lib" >/dev/null || true
touch "$venv/.installed-from-lock"
echo "python: environment ready in $(( $(date +%s) - start )) s"
