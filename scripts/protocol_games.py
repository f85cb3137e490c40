#!/usr/bin/env python3
"""Plays hetman over both protocols in every game it knows, with python-chess as driver and referee.

Each line of the table is a number of short games against itself or, where Debian has an engine for the game, against
that. A game counts as passed when the rules ended it: no illegal move, no crash, no hang, no move over time, every
result hetman claimed the referee's own (and, over XBoard, a claim when its move ended the game), and over UCI the
finished position answered without a move.

With --player, the player of that name plays in hetman's place, against itself in every game that it plays.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import re
import subprocess
import sys
from dataclasses import asdict, dataclass, field

import chess
import games
from games import Engine, Fault, FaultRaised, Game, Player

UCI_GAMES = ("chess", "chess960", "crazyhouse", "atomic", "antichess", "3check", "kingofthehill", "horde", "racingkings")
XBOARD_GAMES = ("chess", "crazyhouse", "suicide", "atomic")

# Debian's engines for each protocol and game. Fairy-Stockfish 11.1 knows no atomic; Sjeng speaks only XBoard and takes
# a move time below a second for none at all, so that it is given a clock of one second before every move.
UCI_OPPONENTS = {"chess": "stockfish", "chess960": "stockfish"} | {
    game: "fairy-stockfish" for game in ("crazyhouse", "antichess", "3check", "kingofthehill", "horde", "racingkings")
}
XBOARD_OPPONENTS = {"crazyhouse": "sjeng", "suicide": "sjeng"}

MARGIN_HELP = """milliseconds a move may take longer than asked before it counts as lost on time (default 100). The
time is measured here, in Python, from sending the command to reading the answer: it holds the pipes, two process
switches and whatever else the machine is doing, so that on a busy machine a margin below some tens of milliseconds
measures the machine and not the engine"""


@dataclass
class Entry:
    """One line of the table."""

    protocol: str
    variant: str
    opponent: str
    games: list[Game] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)
    opponent_faults: list[str] = field(default_factory=list)
    slowest_ms: float = 0.0

    def line(self) -> str:
        plies = sum(game.plies for game in self.games) / max(1, len(self.games))
        claims = sum(len(game.claimed_by) for game in self.games)
        state = "ok  " if not self.failures else "FAIL"
        notes = [f"{plies:.0f} plies a game", f"slowest move {self.slowest_ms:.0f} ms"]
        if self.protocol == "xboard":
            notes.append(f"{claims} results claimed")
        if self.opponent_faults:
            notes.append(f"{len(self.opponent_faults)} ended by {self.opponent}'s fault")
        heading = f"{state} {self.protocol:<6} {self.variant:<13} against {self.opponent:<15}"
        return f"{heading} {len(self.games):>3} games, {', '.join(notes)}"


def opponent_for(protocol: str, variant: str, hetman: Engine, arguments: argparse.Namespace) -> Engine:
    """Debian's engine for the game if it is installed, else hetman itself."""
    table = UCI_OPPONENTS if protocol == "uci" else XBOARD_OPPONENTS
    program = table.get(variant) if arguments.opponents == "debian" else None
    path = games.find_program(program) if program else None
    if path is None:
        return hetman
    clock = 1.0 if program == "sjeng" else None
    return Engine(program, (path,), protocol, move_ms=arguments.movetime_ms, margin_ms=1000, clock_seconds=clock)


def say_who_is_missing() -> None:
    wanted = {*UCI_OPPONENTS.values(), *XBOARD_OPPONENTS.values()}
    missing = sorted(name for name in wanted if games.find_program(name) is None)
    if missing:
        print(f"MISSING OPPONENTS: {', '.join(missing)}; hetman plays itself in their place "
              f"(`apt-get install {' '.join(missing)}` brings them)", flush=True)


async def answers_finished_position(player: Player, game: Game, board: chess.Board) -> Fault | None:
    """A GUI may ask once more when the game is over: the answer is no move, not a crash."""
    try:
        answer = await player.ask(board, object())
    except FaultRaised as raised:
        return Fault(player.engine.name, raised.kind, f"asked in a finished position: {raised.detail}")
    if answer.move:
        return Fault(player.engine.name, "illegal", f"plays {answer.move} in a finished position {game.final_fen}")
    return None


def leaves_result_unclaimed(game: Game, hetman: Engine) -> bool:
    """Over XBoard an engine whose move ends the game says so."""
    return game.last_mover == hetman.name and hetman.name not in game.claimed_by


def is_over_on_the_board(board: chess.Board) -> bool:
    """Mate, stalemate or the variant's goal: in a position drawn by a count or by material moves are still possible."""
    return board.is_variant_end() or not any(board.legal_moves)


async def play_pair(entry: Entry, hetman: Engine, opponent: Engine, opening: chess.Board, count: int) -> None:
    """Up to two games from one opening with colours changed, in the same two processes."""
    try:
        ours, theirs = await hetman.start(), await opponent.start()
    except Exception as error:  # noqa: BLE001 - whatever python-chess raises, the entry failed
        entry.failures.append(f"cannot start: {error!r}")
        return
    try:
        for hetman_is_white in (True, False)[:count]:
            white, black = (ours, theirs) if hetman_is_white else (theirs, ours)
            game = await games.play(white, black, opening)
            await judge(entry, game, ours, hetman, opening)
            if game.fault is not None:
                return
    finally:
        entry.slowest_ms = max(entry.slowest_ms, ours.slowest_ms, theirs.slowest_ms if opponent is hetman else 0)
        await asyncio.gather(ours.quit(), theirs.quit())


async def judge(entry: Entry, game: Game, ours: Player, hetman: Engine, opening: chess.Board) -> None:
    """Writes down what the game says about hetman."""
    entry.games.append(game)
    fault = game.fault
    board = type(opening)(game.final_fen, chess960=opening.chess960)
    if fault is None and ours.engine.protocol == "uci" and is_over_on_the_board(board):
        fault = await answers_finished_position(ours, game, board)
    if fault is None and game.reason.startswith("unfinished"):
        fault = Fault(hetman.name, game.reason)
    if fault is None and hetman.protocol == "xboard" and leaves_result_unclaimed(game, hetman):
        fault = Fault(hetman.name, "claim", f"does not claim {game.result} by {game.reason} at {game.final_fen}")
    if fault is None:
        return
    (entry.failures if fault.engine == hetman.name else entry.opponent_faults).append(str(fault))


def command_of(player: str | None, arguments: argparse.Namespace) -> tuple[str, ...]:
    command = games.hetman_command(arguments.hetman)
    return command if player is None else (*command, "engine", "--player", player)


def played_by(player: str, arguments: argparse.Namespace) -> set[str]:
    """The games that a player offers over UCI; Chess960 is chess with another start."""
    command = command_of(player, arguments)
    talk = subprocess.run(command, input="uci\nquit\n", capture_output=True, text=True, timeout=60)
    offer = re.search(r"^option name UCI_Variant .*$", talk.stdout, re.MULTILINE)
    if offer is None:
        raise SystemExit(f"{player} cannot play: {talk.stderr.strip()}")
    offered = set(offer.group().partition(" default ")[2].split(" var ")[1:])
    return offered | ({"chess960"} if "chess" in offered else set())


async def run_entry(protocol: str, variant: str, player: str | None, arguments: argparse.Namespace) -> Entry:
    command = command_of(player, arguments)
    name = player or "hetman"
    hetman = Engine(name, command, protocol, move_ms=arguments.movetime_ms, margin_ms=arguments.margin_ms)
    opponent = opponent_for(protocol, variant, hetman, arguments) if player is None else hetman
    entry = Entry(protocol, variant, opponent.name if player or opponent is not hetman else "itself")
    gate = asyncio.Semaphore(arguments.concurrency)

    async def guarded(pair: int) -> None:
        generator = random.Random(f"{arguments.seed} {variant} {pair}")
        count = min(2, arguments.games - 2 * pair)
        async with gate:
            await play_pair(entry, hetman, opponent, games.VARIANTS[variant].opening(generator), count)

    await asyncio.gather(*(guarded(pair) for pair in range((arguments.games + 1) // 2)))
    return entry


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=20, help="games for each protocol and variant (default 20)")
    parser.add_argument("--movetime-ms", type=int, default=20, help="milliseconds a move (default 20)")
    parser.add_argument("--margin-ms", type=int, default=100, help=MARGIN_HELP)
    parser.add_argument("--seed", type=int, default=1, help="seed of the random openings (default 1)")
    parser.add_argument("--concurrency", type=int, default=1, help="games at a time (default 1)")
    parser.add_argument("--protocol", choices=("uci", "xboard"), help="only this protocol")
    parser.add_argument("--variant", choices=tuple(games.VARIANTS), action="append", help="only this game (repeatable)")
    parser.add_argument("--player", action="append", help="who plays in hetman's place, as a match names it (repeatable)")
    parser.add_argument("--opponents", choices=("debian", "self"), default="debian",
                        help="debian: Debian's engines where installed (default); self: hetman against itself")
    parser.add_argument("--hetman", help="the program to test (default target/release/hetman)")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of the table")
    return parser.parse_args()


def wanted(arguments: argparse.Namespace) -> list[tuple[str, str, str | None]]:
    everything = [("uci", game) for game in UCI_GAMES] + [("xboard", game) for game in XBOARD_GAMES]
    chosen = [
        (protocol, game)
        for protocol, game in everything
        if arguments.protocol in (None, protocol) and (not arguments.variant or game in arguments.variant)
    ]
    if not arguments.player:
        return [(protocol, game, None) for protocol, game in chosen]
    played = {player: played_by(player, arguments) for player in arguments.player}
    return [(*line, player) for player in arguments.player for line in chosen if line[1] in played[player]]


async def main() -> int:
    arguments = parse_arguments()
    games.hetman_command(arguments.hetman)
    if not arguments.json and arguments.opponents == "debian" and not arguments.player:
        say_who_is_missing()
    entries = []
    for protocol, variant, player in wanted(arguments):
        entry = await run_entry(protocol, variant, player, arguments)
        entries.append(entry)
        if not arguments.json:
            print(entry.line(), flush=True)
            for failure in entry.failures:
                print(f"     {failure}", flush=True)
    return report(entries, arguments.json)


def report(entries: list[Entry], as_json: bool) -> int:
    failed = sum(1 for entry in entries if entry.failures)
    passed = len(entries) - failed
    if as_json:
        print(json.dumps({"passed": passed, "failed": failed, "entries": [asdict(entry) for entry in entries]}, indent=1))
    else:
        print(f"protocol games: {passed} passed, {failed} failed")
    return 1 if failed or not entries else 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
