#!/usr/bin/env python3
"""Replays games written by `hetman match` or `hetman tournament` in python-chess, which knows nothing of Hetman.

Every move must be legal there, and a game that ended by the rules must have ended with the same result: by mate, by the
variant's goal, by stalemate, lack of material, repetition or quiet moves. Games lost by a fault are counted by player and
kind; with `--faultless NAME` a fault of that player is a failure. Exit status 1: something was wrong.
"""

from __future__ import annotations

import argparse
import collections
import re
import sys
from pathlib import Path

import chess.pgn
import chess.variant

from games import Crazyhouse, ending


def own_board(game: chess.pgn.Game) -> chess.Board:
    board = game.board()
    if isinstance(board, chess.variant.CrazyhouseBoard):
        return Crazyhouse(board.fen(), chess960=board.chess960)
    return board


def replay(game: chess.pgn.Game) -> str | None:
    """What is wrong with a game."""
    if game.errors:
        return f"python-chess cannot read it: {game.errors[0]}"
    board = own_board(game)
    for move in game.mainline_moves():
        if board.outcome() is not None:
            return f"it went on after {ending(board)}"
        if not board.is_legal(move):
            return f"{move.uci()} is illegal in {board.fen()}"
        board.push(move)
    result, termination = game.headers["Result"], game.headers.get("Termination")
    if termination != "normal" or "by resignation" in game.end().comment:
        return None
    found = ending(board)
    if found is None or found[0] != result:
        return f"the result is {result}, but python-chess says {found} in {board.fen()}"
    return None


def slowest_moves(game: chess.pgn.Game) -> dict[str, float]:
    """The longest time each player took for a move, in seconds, as the comments tell."""
    slowest: dict[str, float] = {}
    for node in game.mainline():
        name = game.headers["Black" if node.turn() else "White"]
        for seconds in re.findall(r"([0-9.]+)s\b", node.comment)[:1]:
            slowest[name] = max(slowest.get(name, 0.0), float(seconds))
    return slowest


def loser(game: chess.pgn.Game) -> str:
    return game.headers["White" if game.headers["Result"] == "0-1" else "Black"]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE.pgn")
    parser.add_argument("--faultless", action="append", default=[], metavar="NAME", help="who must not have lost by a fault")
    arguments = parser.parse_args()
    games, wrong = 0, 0
    faults: collections.Counter = collections.Counter()
    slowest: dict[str, float] = {}
    for file in arguments.files:
        with file.open() as text:
            while (game := chess.pgn.read_game(text)) is not None:
                games += 1
                for player, seconds in slowest_moves(game).items():
                    slowest[player] = max(slowest.get(player, 0.0), seconds)
                problem = replay(game)
                if problem:
                    wrong += 1
                    print(f"{file}, round {game.headers['Round']}: {problem}")
                if game.headers.get("Termination") not in ("normal", "adjudication"):
                    faults[loser(game), game.headers["Termination"]] += 1
    for (player, fault), times in sorted(faults.items()):
        print(f"{player}: {fault} ({times})")
    for player, seconds in sorted(slowest.items()):
        print(f"{player}: slowest move {seconds:.3f} s")
    forbidden = sum(times for (player, _), times in faults.items() if player in arguments.faultless)
    print(f"{games} games replayed, {wrong} wrong, {forbidden} faults of {', '.join(arguments.faultless) or 'nobody'}")
    return 0 if games and not wrong and not forbidden else 1


if __name__ == "__main__":
    sys.exit(main())
