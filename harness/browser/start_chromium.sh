#!/bin/sh
# Playwright starts this in Chromium's place: $WEBARIUM_START is the Chromium, and the number $WEBARIUM_START_AS
# the user to start it as, if not this one; $WEBARIUM_START_BY is the Python that shuts its ears first; at $WEBARIUM_START_DOOR,
# where it is named, others may speak to it. See protection.py, without_netlink.py and second_door.py.
set -eu
# A page that hoards memory or downloads without end must not take the machine's: 4 GB of data for a process, and
# 1 GB for a file (ulimit counts in KB and in blocks of 512 bytes).
ulimit -d 4194304 2>/dev/null || true
ulimit -f 2097152 2>/dev/null || true
chromium=$WEBARIUM_START
user=${WEBARIUM_START_AS:-}
by=$WEBARIUM_START_BY
door=${WEBARIUM_START_DOOR:-}
unset WEBARIUM_START WEBARIUM_START_AS WEBARIUM_START_BY WEBARIUM_START_DOOR
here=$(dirname "$0")
if [ -n "$user" ]; then
    for word; do
        case $word in --user-data-dir=*) chown "$user:$user" "${word#*=}" ;; esac
    done
    set -- setpriv --reuid="$user" --regid="$user" --clear-groups "$chromium" "$@"
else
    set -- "$chromium" "$@"
fi
set -- "$by" -I -S "$here/without_netlink.py" "$@"
[ -z "$door" ] || set -- "$by" -I -S "$here/second_door.py" "$door" "$@"
exec "$@"
