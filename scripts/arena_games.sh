#!/bin/sh
# Hetman against Debian's engines at 50 ms a move, two games at a time, GAMES (40) with each, in chess and crazyhouse;
# every game is then replayed in python-chess. Hetman must not have lost one by a fault.
set -eu
cd "$(dirname "$0")/.."
GAMES=${1:-40}
HETMAN=${HETMAN:-target/release/hetman}
OUT=$(mktemp -d)
trap 'rm -rf "$OUT"' EXIT
OWN=hetman:movetime=50

contest() { # program, variant, opponent's word
    if ! PATH="$PATH:/usr/games" command -v "$1" >/dev/null; then
        echo "GAMES SKIPPED: $1 is missing (apt-get install $1)"
        return
    fi
    "$HETMAN" match "$OWN" "$3" --variant "$2" --games "$GAMES" --concurrency 2 --random-plies 6 --margin-ms 1000 \
        --out "$OUT/$1-$2"
}

SJENG=xboard:sjeng,movetime=50,hold=clock:1000,name=Sjeng
FAIRY=uci:fairy-stockfish,movetime=50,name=Fairy-Stockfish
contest sjeng chess "$SJENG"
contest gnuchess chess uci:gnuchess,arg=--uci,movetime=50,name=GNU-Chess
contest fairy-stockfish chess "$FAIRY"
contest sjeng crazyhouse "$SJENG"
contest fairy-stockfish crazyhouse "$FAIRY"
set -- "$OUT"/*/games.pgn
[ -e "$1" ] || exit 0
.venv/bin/python scripts/replay.py --faultless "$OWN" "$@"
