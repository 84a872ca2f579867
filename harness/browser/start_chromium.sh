#!/bin/sh
# Playwright starts this in Chromium's place: $WEBARIUM_START is the Chromium, and the number $WEBARIUM_START_AS
# the user to start it as, if not this one; $WEBARIUM_START_BY is the Python that shuts its ears first. See
# protection.py and without_netlink.py.
set -eu
# A page that hoards memory or downloads without end must not take the machine's: 4 GB of data for a process, and
# 1 GB for a file (ulimit counts in KB and in blocks of 512 bytes).
ulimit -d 4194304 2>/dev/null || true
ulimit -f 2097152 2>/dev/null || true
chromium=$WEBARIUM_START
user=${WEBARIUM_START_AS:-}
by=$WEBARIUM_START_BY
unset WEBARIUM_START WEBARIUM_START_AS WEBARIUM_START_BY
deaf="$(dirname "$0")/without_netlink.py"
[ -n "$user" ] || exec "$by" -I -S "$deaf" "$chromium" "$@"
for word; do
    case $word in --user-data-dir=*) chown "$user:$user" "${word#*=}" ;; esac
done
exec "$by" -I -S "$deaf" setpriv --reuid="$user" --regid="$user" --clear-groups "$chromium" "$@"
