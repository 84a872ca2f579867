#!/bin/sh
# Puts on this machine what Webarium needs beside its Python packages: `bootstrap.sh engine`, `browser`, `jail`,
# `registry` or `python`; `packages` installs for the first three at once, as far as that can be had.
# As root on Debian or Ubuntu it installs and starts; elsewhere it says in one sentence what to install.
# Does nothing, quickly, when all is there.
set -eu

log=/var/log/webarium-dockerd.log

engine_packages="docker.io iptables mmdebstrap debian-archive-keyring ca-certificates"
browser_packages="chromium-headless-shell fonts-dejavu-core fonts-liberation"

may_install() {
    [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1
}

install() {
    echo "bootstrap: installing $*"
    export DEBIAN_FRONTEND=noninteractive
    # one at a time: apt-get does not wait for another. What a package starts must not inherit the lock (-o).
    # shellcheck disable=SC2016  # the inner shell's
    flock -o /var/log/webarium-apt.lock sh -c \
        '{ apt-get update -q && apt-get install -y -q --no-install-recommends "$@"; } >/var/log/webarium-apt.log 2>&1' \
        sh "$@" || {
        tail -n 15 /var/log/webarium-apt.log >&2
        echo "bootstrap: apt-get could not install $*; mend that (log: /var/log/webarium-apt.log) and repeat." >&2
        exit 1
    }
}

give_up() {
    echo "bootstrap: $*" >&2
    exit 1
}

# `docker info` asks the engine itself: a client without an engine is common.
answers() {
    docker info >/dev/null 2>&1
}

has_engine() {
    command -v dockerd >/dev/null 2>&1 && command -v docker >/dev/null 2>&1 && command -v iptables >/dev/null 2>&1
}

engine() {
    # mmdebstrap makes the base image where no container registry can be reached
    if answers; then
        if ! command -v mmdebstrap >/dev/null 2>&1 && may_install &&
            ! docker image inspect webarium/root:trixie >/dev/null 2>&1; then
            # images may be there all the same, loaded on a machine without a network
            (install mmdebstrap debian-archive-keyring ca-certificates) ||
                echo "bootstrap: going on without mmdebstrap, which only a build needs that can reach no registry" >&2
        fi
        return
    fi
    case "${DOCKER_HOST:-}" in
        "" | unix:///var/run/docker.sock) ;;
        *) give_up "no container engine answers to \`docker info\` at $DOCKER_HOST, where DOCKER_HOST leads: start it there," \
            "or unset DOCKER_HOST for this machine's own, and repeat." ;;
    esac
    may_install || give_up "no container engine answers to \`docker info\`: install and start Docker 20.10 or newer" \
        "(Debian and Ubuntu: apt-get install docker.io), make sure that your user may use it, and repeat."
    if ! has_engine; then
        # shellcheck disable=SC2086  # a list of words
        install $engine_packages
        # since Debian 13 the client is a package of its own, which the engine's only recommends
        command -v docker >/dev/null 2>&1 || install docker-cli
    fi
    said="its log is $log"
    if [ -d /run/systemd/system ]; then
        said="see \`journalctl -u docker\`"
        systemctl start docker || true
    else
        echo "bootstrap: starting the container engine (log: $log)"
        # a stale pid file of a killed engine would keep a new one from starting
        if [ -f /var/run/docker.pid ] && ! kill -0 "$(cat /var/run/docker.pid)" 2>/dev/null; then
            rm -f /var/run/docker.pid
        fi
        nohup setsid dockerd --host unix:///var/run/docker.sock >"$log" 2>&1 </dev/null &
    fi
    tries=0
    until answers; do
        tries=$((tries + 1))
        if [ "$tries" -gt 60 ]; then
            [ -d /run/systemd/system ] || tail -n 15 "$log" >&2 2>/dev/null || true
            give_up "the container engine does not answer after a minute; $said."
        fi
        sleep 1
    done
    echo "bootstrap: the container engine answers"
}

is_ubuntu() {  # whose Chromium is no package of apt's
    grep -q '^ID=ubuntu' /etc/os-release
}

has_browser() {
    if [ -n "${WEBARIUM_CHROMIUM:-}" ]; then return 0; fi
    for name in chromium-headless-shell chromium google-chrome google-chrome-stable; do
        if command -v "$name" >/dev/null 2>&1; then return 0; fi
    done
    # what Playwright has fetched is of use where it is of the number that this one looks for; without a PATH it
    # finds nothing else
    if [ -x .venv/bin/python ] && PATH= .venv/bin/python -c \
        'from harness.browser.executable import executable_for; executable_for()' >/dev/null 2>&1; then return 0; fi
    # on Ubuntu this name may be a stub that only tells to use snap
    command -v chromium-browser >/dev/null 2>&1 && chromium-browser --version 2>/dev/null | grep -q '^Chromium'
}

browser() {
    if has_browser; then return; fi
    if may_install && ! is_ubuntu; then
        # shellcheck disable=SC2086
        install $browser_packages
    elif may_install && [ -x .venv/bin/playwright ]; then
        echo "bootstrap: installing Chromium with Playwright"
        .venv/bin/playwright install --with-deps chromium || give_up "Playwright could not fetch its Chromium; install" \
            "Chromium or Chrome yourself and set WEBARIUM_CHROMIUM to its path."
    else
        give_up "there is no Chromium: install it (Debian: apt-get install chromium; elsewhere:" \
            ".venv/bin/playwright install chromium) and repeat."
    fi
}

# Agents that are not ours run in it. Without it Webarium refuses them and says why, so nothing ends here.
jail() {
    if command -v bwrap >/dev/null 2>&1; then return; fi
    if may_install; then install bubblewrap; fi
}

# Tests of images push to it and pull from it, on the loopback; without it they are skipped. Its service is not wanted.
registry() {
    if command -v docker-registry >/dev/null 2>&1; then return; fi
    if may_install; then
        RUNLEVEL=1 install docker-registry
        if [ -d /run/systemd/system ]; then systemctl disable --now docker-registry >/dev/null 2>&1 || true; fi
    fi
}

# Neither needs the Python environment, which is made at the same time. What cannot be had is told by the part that
# needs it.
packages() {
    may_install || return 0
    set --
    # shellcheck disable=SC2086  # lists of words
    case "${DOCKER_HOST:-}" in
        "" | unix:///var/run/docker.sock) answers || has_engine || set -- "$@" $engine_packages ;;
    esac
    # only the environment can tell whether a browser that Playwright fetched is of use
    is_ubuntu || [ -d "${PLAYWRIGHT_BROWSERS_PATH:-${HOME:-}/.cache/ms-playwright}" ] || has_browser ||
        set -- "$@" $browser_packages
    command -v bwrap >/dev/null 2>&1 || set -- "$@" bubblewrap
    [ $# = 0 ] || (install "$@") 2>/dev/null || echo "bootstrap: not all of these can be had at once; each is tried alone"
}

case "${1:-}" in
    engine) engine ;;
    browser) browser ;;
    jail) jail ;;
    registry) registry ;;
    python) if may_install; then install python3 python3-venv; fi ;;
    packages) packages ;;
    *) give_up "usage: docker/bootstrap.sh packages|engine|browser|jail|registry|python" ;;
esac
