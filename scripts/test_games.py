"""Tests of the referee's eye for faults, with misbehaving engines made here."""

from __future__ import annotations

import asyncio
import sys
import tempfile
import textwrap
import unittest
from pathlib import Path

import chess
import games

STUB = """
import sys, time
moves = iter({moves!r})
for line in sys.stdin:
    word = line.split()[0] if line.split() else ""
    if word == "uci":
        print("uciok", flush=True)
    elif word == "isready":
        print("readyok", flush=True)
    elif word == "go":
        answer = next(moves)
        if answer == "crash":
            sys.exit(3)
        if answer.startswith("wait "):
            time.sleep(0.3)
            answer = answer[5:]
        print("bestmove " + answer, flush=True)
    elif word == "quit":
        break
"""

XBOARD_STUB = """
import sys
moves = iter({moves!r})
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "protover":
        print("feature ping=1 setboard=1 usermove=1 done=1", flush=True)
    elif word == "ping":
        print("pong " + rest, flush=True)
    elif word == "go":
        print(next(moves), flush=True)
    elif word == "quit":
        break
"""


def stub(folder: str, name: str, moves: list[str], protocol: str = "uci") -> games.Engine:
    program = STUB if protocol == "uci" else XBOARD_STUB
    path = Path(folder) / f"{name}.py"
    path.write_text(textwrap.dedent(program.format(moves=moves)))
    return games.Engine(name, (sys.executable, str(path)), protocol, move_ms=20, margin_ms=200)


async def play(white: games.Engine, black: games.Engine) -> games.Game:
    players = await white.start(), await black.start()
    try:
        return await games.play(*players, chess.Board())
    finally:
        await asyncio.gather(*(player.quit() for player in players))


class RefereeTest(unittest.TestCase):
    def game(self, white: list[str], black: list[str], protocol: str = "uci") -> games.Game:
        with tempfile.TemporaryDirectory() as folder:
            return asyncio.run(play(stub(folder, "one", white, protocol), stub(folder, "two", black, protocol)))

    def test_mate_is_a_result(self) -> None:
        game = self.game(["f2f3", "g2g4"], ["e7e5", "d8h4"])
        self.assertEqual((game.result, game.reason, game.fault), ("0-1", "checkmate", None))

    def test_illegal_move_loses(self) -> None:
        game = self.game(["e2e5"], [])
        self.assertEqual((game.result, game.fault.kind, game.fault.engine), ("0-1", "illegal", "one"))

    def test_no_move_loses(self) -> None:
        self.assertEqual(self.game(["e2e4"], ["(none)"]).fault.kind, "illegal")

    def test_crash_loses(self) -> None:
        game = self.game(["e2e4"], ["crash"])
        self.assertEqual((game.result, game.fault.kind, game.fault.engine), ("1-0", "crash", "two"))

    def test_late_move_loses(self) -> None:
        game = self.game(["wait e2e4"], [])
        self.assertEqual((game.result, game.fault.kind), ("0-1", "time"))

    def test_right_claim_is_noted(self) -> None:
        game = self.game(["move f2f3", "move g2g4"], ["move e7e5", "move d8h4\n0-1 {Black mates}"], "xboard")
        self.assertEqual((game.result, game.fault, game.claimed_by), ("0-1", None, ["two"]))

    def test_wrong_claim_loses(self) -> None:
        game = self.game(["move f2f3"], ["move e7e5\n0-1 {Black mates}"], "xboard")
        self.assertEqual((game.result, game.fault.kind, game.fault.engine), ("1-0", "claim", "two"))

    def test_repetition_draws(self) -> None:
        game = self.game(["g1f3", "f3g1"] * 2, ["g8f6", "f6g8"] * 2)
        self.assertEqual((game.result, game.reason), ("1/2-1/2", "threefold_repetition"))


class OpeningTest(unittest.TestCase):
    def test_openings_repeat_with_their_seed_and_differ_without(self) -> None:
        for name, variant in games.VARIANTS.items():
            fens = [variant.opening(games.random.Random(seed)).fen() for seed in (1, 1, 2)]
            self.assertEqual(fens[0], fens[1], name)
            self.assertNotEqual(fens[0], fens[2], name)


if __name__ == "__main__":
    unittest.main()
