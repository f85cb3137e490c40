#!/bin/sh
# Brings what the tests need besides Rust, Node and a C compiler: python-chess in a virtual environment and Chromium
# (needed), and Debian's engines as opponents (welcome). Packages are installed only where that needs no password.
# Exit status 2: something needed is missing and could not be installed; the message says what to do.
set -u
cd "$(dirname "$0")/.."

OPPONENTS="stockfish fairy-stockfish sjeng gnuchess"

have() { command -v "$1" >/dev/null 2>&1; }

as_root() {
    if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi
}

may_install() {
    have apt-get && { [ "$(id -u)" = 0 ] || { have sudo && sudo -n true 2>/dev/null; }; }
}

# A machine without a network must not keep the tests waiting.
apt() {
    as_root timeout 300 env DEBIAN_FRONTEND=noninteractive \
        apt-get -q -y -o Acquire::Retries=1 -o Acquire::http::Timeout=20 -o Acquire::https::Timeout=20 "$@"
}

install() {
    may_install || return 1
    echo "installing $*"
    apt install --no-install-recommends "$@" >/dev/null 2>&1 && return 0
    apt update >/dev/null 2>&1
    apt install --no-install-recommends "$@" >/dev/null 2>&1
}

can_make_environments() { have python3 && python3 -c 'import ensurepip, venv' 2>/dev/null; }

prepare_python() {
    [ .venv/ready -nt scripts/requirements.txt ] && [ -x .venv/bin/python ] && return
    if ! can_make_environments && ! { install python3 python3-venv && can_make_environments; }; then
        echo "Python 3 with venv is missing: install it with \`apt-get install python3 python3-venv\`." >&2
        exit 2
    fi
    rm -rf .venv
    if ! { python3 -m venv .venv && .venv/bin/pip install --quiet --requirement scripts/requirements.txt; }; then
        echo "python-chess could not be installed into .venv: check the network and run make again." >&2
        exit 2
    fi
    touch .venv/ready
}

prepare_browser() {
    have chromium || [ -n "${CHROMIUM:-}" ] || install chromium || have chromium || {
        echo "Chromium is missing: \`apt-get install chromium\`, or name a browser in CHROMIUM." >&2
        exit 2
    }
}

missing_opponents() {
    for name in $OPPONENTS; do
        have "$name" || [ -x "/usr/games/$name" ] || printf '%s ' "$name"
    done
}

prepare_opponents() {
    missing=$(missing_opponents)
    [ -z "$missing" ] && return
    # shellcheck disable=SC2086 # a list of words
    install $missing
    missing=$(missing_opponents)
    [ -z "$missing" ] || echo "OPPONENTS MISSING: $missing(\`apt-get install $missing\`); hetman plays itself instead."
}

prepare_python
prepare_browser
prepare_opponents
