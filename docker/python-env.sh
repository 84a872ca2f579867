#!/bin/sh
# Makes the Python environment in $1 from requirements.lock: every file by its hash, nothing unpinned.
set -eu
venv=${1:-.venv}

python=
for candidate in python3.13 python3.12 python3.11 python3; do
    if command -v "$candidate" >/dev/null 2>&1 &&
       "$candidate" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' 2>/dev/null; then
        python=$candidate
        break
    fi
done
may_install() { [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; }
if [ -z "$python" ] || ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
    if may_install; then
        echo "python: installing python3 and python3-venv"
        apt-get update -q >/dev/null && DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends python3 python3-venv >/dev/null
        python=python3
    else
        echo "webarium needs Python 3.11 to 3.13 with its venv module; install it (Debian: apt-get install python3 python3-venv) and repeat." >&2
        exit 1
    fi
fi

start=$(date +%s)
"$python" -m venv "$venv"
"$venv/bin/python" -m pip install -q --disable-pip-version-check --require-hashes -r requirements.lock
"$venv/bin/python" -m pip install -q --disable-pip-version-check --no-deps --no-build-isolation -e .
"$venv/bin/python" -m pip install -q --disable-pip-version-check --no-deps --no-build-isolation ./clients/python
touch "$venv/.installed-from-lock"
echo "python: environment ready in $(( $(date +%s) - start )) s"
