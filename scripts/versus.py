#!/usr/bin/env python3
"""A match of hetman against a UCI engine: pairs of games from random openings, colours changed within a pair.

Prints wins, draws and losses, the score, and the Elo difference with its 95 % interval, all from hetman's side. The
interval comes from the pairs (two games from one opening are not independent); where every pair went the same way
there is no spread to measure and Wilson's interval over the games takes its place.

    versus.py stockfish --option UCI_LimitStrength=true --option UCI_Elo=1700 --games 40 --movetime-ms 100
"""

from __future__ import annotations

import argparse
import asyncio
import json
import math
import random
import statistics
import sys

import chess
import games
from games import Engine, Game

Z = 1.96  # the normal distribution's 97.5 % point


def elo(score: float) -> float | None:
    """Elo difference that predicts the score; none for a score of nought or everything."""
    if not 0 < score < 1:
        return None
    return -400 * math.log10(1 / score - 1)


def wilson(score: float, count: int) -> tuple[float, float]:
    """Wilson's score interval for a mean of `count` results between 0 and 1."""
    middle = (score + Z * Z / (2 * count)) / (1 + Z * Z / count)
    half = Z / (1 + Z * Z / count) * math.sqrt(score * (1 - score) / count + Z * Z / (4 * count * count))
    return middle - half, middle + half


def interval(pair_scores: list[float]) -> tuple[float, float]:
    """95 % interval of the mean score; each pair's score lies between 0 and 1."""
    mean = statistics.fmean(pair_scores)
    spread = statistics.stdev(pair_scores) if len(pair_scores) > 1 else 0.0
    half = Z * spread / math.sqrt(len(pair_scores))
    if spread == 0 or mean - half <= 0 or mean + half >= 1:
        return wilson(mean, 2 * len(pair_scores))
    return mean - half, mean + half


def show_elo(value: float | None, score: float) -> str:
    if value is None:
        return "more than this match can measure" if score > 0.5 else "less than this match can measure"
    return f"{value:+.0f}"


def summary(pairs: list[list[float]], faults: list[str]) -> dict:
    """The match in numbers; a pair is the two scores of hetman from one opening."""
    scores = [score for pair in pairs for score in pair]
    mean = statistics.fmean(scores)
    low, high = interval([statistics.fmean(pair) for pair in pairs])
    return {
        "games": len(scores),
        "wins": scores.count(1.0),
        "draws": scores.count(0.5),
        "losses": scores.count(0.0),
        "score": mean,
        "score_low": low,
        "score_high": high,
        "elo": elo(mean),
        "elo_low": elo(low),
        "elo_high": elo(high),
        "faults": faults,
    }


def print_summary(name: str, result: dict) -> None:
    for fault in result["faults"]:
        print(f"fault: {fault}")
    low, high = show_elo(result["elo_low"], 0), show_elo(result["elo_high"], 1)
    print(f"hetman - {name}: {result['games']} games, +{result['wins']} ={result['draws']} -{result['losses']}, "
          f"score {result['score']:.1%}")
    print(f"Elo of hetman over {name}: {show_elo(result['elo'], result['score'])} (95 %: {low} .. {high})")


async def play_pair(hetman: Engine, opponent: Engine, opening: chess.Board) -> list[Game]:
    """Both games of a pair, hetman White in the first. An engine at fault is started afresh for the second."""
    played = []
    for hetman_is_white in (True, False):
        ours, theirs = await hetman.start(), await opponent.start()
        try:
            white, black = (ours, theirs) if hetman_is_white else (theirs, ours)
            played.append(await games.play(white, black, opening))
        finally:
            await asyncio.gather(ours.quit(), theirs.quit())
    return played


async def run_match(arguments: argparse.Namespace) -> dict:
    hetman, opponent = engines(arguments)
    variant = games.VARIANTS[arguments.variant]
    gate = asyncio.Semaphore(arguments.concurrency)
    pairs: list[list[float]] = []
    faults: list[str] = []

    async def guarded(number: int) -> None:
        generator = random.Random(f"{arguments.seed} {arguments.variant} {number}")
        async with gate:
            first, second = await play_pair(hetman, opponent, variant.opening(generator))
        pairs.append([first.score_of(chess.WHITE), second.score_of(chess.BLACK)])
        faults.extend(str(game.fault) for game in (first, second) if game.fault)
        if not arguments.json:
            print(f"pair {len(pairs)}: {first.result} {first.reason}; {second.result} {second.reason}", flush=True)

    await asyncio.gather(*(guarded(number) for number in range((arguments.games + 1) // 2)))
    return summary(pairs, faults)


def engines(arguments: argparse.Namespace) -> tuple[Engine, Engine]:
    words = arguments.engine.split()
    program = games.find_program(words[0])
    if program is None:
        raise SystemExit(f"there is no program {words[0]}: install it (`apt-get install {words[0]}`) or give its path")
    times = {"move_ms": arguments.movetime_ms, "margin_ms": arguments.margin_ms}
    hetman = Engine("hetman", games.hetman_command(arguments.hetman), options=read_options(arguments.own_option), **times)
    return hetman, Engine(words[0], (program, *words[1:]), options=read_options(arguments.option), **times)


def read_options(texts: list[str]) -> dict[str, str]:
    for text in texts:
        if "=" not in text:
            raise SystemExit(f"'{text}' is no option: write NAME=VALUE")
    return dict(text.split("=", 1) for text in texts)


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engine", help="the opponent: a program, with its arguments in quotes")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="UCI option of the opponent")
    parser.add_argument("--own-option", action="append", default=[], metavar="NAME=VALUE", help="UCI option of hetman")
    parser.add_argument("--games", type=int, default=40, help="rounded up to whole pairs (default 40)")
    parser.add_argument("--movetime-ms", type=int, default=100, help="milliseconds a move (default 100)")
    parser.add_argument("--margin-ms", type=int, default=500, help="a move later than this loses (default 500)")
    parser.add_argument("--variant", choices=tuple(games.VARIANTS), default="chess")
    parser.add_argument("--seed", type=int, default=1, help="seed of the random openings (default 1)")
    parser.add_argument("--concurrency", type=int, default=1, help="games at a time (default 1)")
    parser.add_argument("--at-least", type=float, metavar="SCORE", help="exit 1 below this score (0 to 1)")
    parser.add_argument("--hetman", help="the program to measure (default target/release/hetman)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    return parser.parse_args()


def main() -> int:
    arguments = parse_arguments()
    result = asyncio.run(run_match(arguments))
    if arguments.json:
        print(json.dumps(result))
    else:
        print_summary(arguments.engine, result)
    return 1 if arguments.at_least is not None and result["score"] < arguments.at_least else 0


if __name__ == "__main__":
    sys.exit(main())
