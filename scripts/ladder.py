#!/usr/bin/env python3
"""Measures the ratings that UCI_Elo promises: hetman at each rung against Stockfish at the same UCI_Elo, and the rungs
below Stockfish's lowest (1350) against the rung above them, to see that they are weaker.

A rung that keeps its promise scores about half. With 40 games the 95 % interval is about 15 % wide on either side; more
games (--games) narrow it.

    ladder.py --games 40 --concurrency 2
"""

from __future__ import annotations

import argparse
import asyncio

import games
import versus

ANCHORED = (2000, 1850, 1700, 1500, 1350)
BELOW = (1350, 1150, 950, 800)


def limited(elo: int) -> list[str]:
    return ["UCI_LimitStrength=true", f"UCI_Elo={elo}"]


def measure(arguments: argparse.Namespace, elo: int, engine: str, opponent_elo: int) -> None:
    result = asyncio.run(versus.run_match(argparse.Namespace(
        engine=engine, option=limited(opponent_elo), own_option=limited(elo), games=arguments.games, movetime_ms=100,
        margin_ms=2000, variant="chess", seed=arguments.seed, concurrency=arguments.concurrency,
        hetman=arguments.hetman, json=True)))
    print(f"hetman {elo} - {engine.split('/')[-1]} {opponent_elo}: {result['score']:.1%} "
          f"(95 %: {result['score_low']:.1%} .. {result['score_high']:.1%}; "
          f"+{result['wins']} ={result['draws']} -{result['losses']})", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=40, help="games a rung (default 40)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the random openings (default 1)")
    parser.add_argument("--concurrency", type=int, default=2, help="games at a time (default 2)")
    parser.add_argument("--hetman", help="the program to measure (default target/release/hetman)")
    arguments = parser.parse_args()
    if games.find_program("stockfish") is None:
        print("THE ANCHOR IS MISSING: no stockfish to measure the rungs against")
    else:
        for elo in ANCHORED:
            measure(arguments, elo, "stockfish", elo)
    itself = games.hetman_command(arguments.hetman)[0]
    for upper, lower in zip(BELOW, BELOW[1:]):
        measure(arguments, lower, itself, upper)


if __name__ == "__main__":
    main()
