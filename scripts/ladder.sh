#!/bin/sh
# Measures the ratings that elo=N (over UCI: UCI_Elo) promises: hetman at each rung against Stockfish at the same
# UCI_Elo, and the rungs below Stockfish's lowest against the rung above them, to see that they are weaker.
# A rung that keeps its promise scores about half: ladder.sh GAMES (40 a rung).
set -eu
cd "$(dirname "$0")/.."
GAMES=${1:-40}
OUT=$(mktemp -d)
trap 'rm -rf "$OUT"' EXIT

rung() { # folder, own rating, opponent
    target/release/hetman match "hetman:movetime=100,elo=$2" "$3" --games "$GAMES" --random-plies 8 --margin-ms 2000 \
        --out "$OUT/$1"
}

for elo in 2000 1850 1700 1500 1350; do
    rung "stockfish-$elo" $elo "uci:stockfish,movetime=100,option.UCI_LimitStrength=true,option.UCI_Elo=$elo,name=Stockfish-$elo"
done
rung own-1150 1150 hetman:movetime=100,elo=1350
rung own-950 950 hetman:movetime=100,elo=1150
rung own-800 800 hetman:movetime=100,elo=950
