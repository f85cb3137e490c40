"""One refereed game between two engine processes.

python-chess drives the engines and is the referee: its rules decide which move is legal and how a game ends. What an
engine does wrong is a *fault* of that engine and ends the game; it is never an exception of the script.
"""

from __future__ import annotations

import asyncio
import logging
import os
import random
import shutil
import time
from dataclasses import dataclass, field
from pathlib import Path

import chess
import chess.engine
import chess.variant

HETMAN = Path(__file__).resolve().parent.parent / "target" / "release" / "hetman"
HANG_SECONDS = 20
RESULTS = ("1-0", "0-1", "1/2-1/2")


# python-chess warns about every line it does not know, and Sjeng prints a dozen of them on each move.
logging.getLogger("chess.engine").setLevel(logging.CRITICAL)


class Crazyhouse(chess.variant.CrazyhouseBoard):
    """python-chess 1.11 lets the first position share its pockets with the saved one: its XBoard driver then fills both."""

    def root(self) -> Crazyhouse:
        board = super().root()
        board.pockets = [pocket.copy() for pocket in board.pockets]
        return board


class ErrorOutput:
    """Keeps what the engine wrote to its standard error, a panic for instance."""

    last_words = ""

    def error_line_received(self, line: str) -> None:
        self.last_words = f"{self.last_words} {line}".strip()[-400:]


class Uci(ErrorOutput, chess.engine.UciProtocol):
    """python-chess's driver."""


class Xboard(ErrorOutput, chess.engine.XBoardProtocol):
    """python-chess's driver, which also keeps the results the engine claims."""

    def __init__(self) -> None:
        super().__init__()
        self.claims: list[str] = []

    def line_received(self, line: str) -> None:
        word = line.split(" ", 1)[0]
        if word in RESULTS:
            self.claims.append(word)


PROTOCOLS = {"uci": Uci, "xboard": Xboard}


@dataclass(frozen=True)
class Variant:
    """A game, and how many random plies make its openings differ without deciding them."""

    board: type[chess.Board]
    opening_plies: int
    chess960: bool = False

    def opening(self, generator: random.Random) -> chess.Board:
        """A position that random legal moves lead to, with those moves on its stack."""
        while True:
            board = self._start(generator)
            for _ in range(self.opening_plies):
                moves = list(board.legal_moves)
                if not moves:
                    break
                board.push(generator.choice(moves))
            if ending(board) is None:
                return board

    def _start(self, generator: random.Random) -> chess.Board:
        if self.chess960:
            return chess.Board.from_chess960_pos(generator.randrange(960))
        return self.board()


VARIANTS = {
    "chess": Variant(chess.Board, 8),
    "chess960": Variant(chess.Board, 8, chess960=True),
    "crazyhouse": Variant(Crazyhouse, 6),
    "atomic": Variant(chess.variant.AtomicBoard, 4),
    "antichess": Variant(chess.variant.AntichessBoard, 2),
    "suicide": Variant(chess.variant.SuicideBoard, 2),
    "3check": Variant(chess.variant.ThreeCheckBoard, 6),
    "kingofthehill": Variant(chess.variant.KingOfTheHillBoard, 6),
    "horde": Variant(chess.variant.HordeBoard, 6),
    "racingkings": Variant(chess.variant.RacingKingsBoard, 4),
}


def ending(board: chess.Board) -> tuple[str, str] | None:
    """Result and reason if the game is over: by position, by threefold repetition or by fifty quiet moves."""
    outcome = board.outcome()
    if outcome is not None:
        return outcome.result(), outcome.termination.name.lower()
    if board.is_repetition(3):
        return "1/2-1/2", "threefold_repetition"
    if board.is_fifty_moves():
        return "1/2-1/2", "fifty_moves"
    return None


def find_program(name: str) -> str | None:
    """A program on the path; Debian keeps its games where root's path does not look."""
    return shutil.which(name) or shutil.which(name, path="/usr/games")


@dataclass(frozen=True)
class Engine:
    """How to start a program and how long it may think."""

    name: str
    command: tuple[str, ...]
    protocol: str = "uci"
    options: dict[str, str] = field(default_factory=dict)
    move_ms: int = 20
    margin_ms: int = 100
    #: Announce a clock of this many seconds before every move instead of a time per move.
    clock_seconds: float | None = None

    def limit(self) -> chess.engine.Limit:
        if self.clock_seconds is not None:
            return chess.engine.Limit(white_clock=self.clock_seconds, black_clock=self.clock_seconds)
        return chess.engine.Limit(time=self.move_ms / 1000)

    async def start(self) -> Player:
        start = PROTOCOLS[self.protocol].popen(list(self.command), setpgrp=True)
        transport, protocol = await start
        player = Player(self, transport, protocol)
        try:
            await asyncio.wait_for(protocol.initialize(), HANG_SECONDS)
            await protocol.configure(self.options)
        except Exception:
            transport.close()
            raise
        return player


@dataclass
class Fault:
    """What an engine did wrong."""

    engine: str
    kind: str
    detail: str = ""

    def __str__(self) -> str:
        return f"{self.engine}: {self.kind}" + (f" ({self.detail})" if self.detail else "")


class FaultRaised(Exception):
    def __init__(self, kind: str, detail: str = "") -> None:
        super().__init__(kind)
        self.kind = kind
        self.detail = detail


class Player:
    """A running engine."""

    def __init__(self, engine: Engine, transport: asyncio.SubprocessTransport, protocol: chess.engine.Protocol) -> None:
        self.engine = engine
        self.transport = transport
        self.protocol = protocol
        self.slowest_ms = 0.0

    async def ask(self, board: chess.Board, game: object) -> chess.engine.PlayResult:
        """The engine's answer; raises FaultRaised if there is none."""
        try:
            thinking = self.protocol.play(board, self.engine.limit(), game=game)
            return await asyncio.wait_for(thinking, HANG_SECONDS)
        except asyncio.TimeoutError:
            raise FaultRaised("hang", f"no answer in {HANG_SECONDS} s at {board.fen()}") from None
        except chess.engine.EngineTerminatedError as error:
            raise FaultRaised("crash", f"{error}; {self.protocol.last_words} at {board.fen()}") from None
        except chess.engine.EngineError as error:
            raise FaultRaised("illegal", f"{error} at {board.fen()}") from None

    async def move(self, board: chess.Board, game: object) -> chess.Move:
        started = time.perf_counter()
        answer = await self.ask(board, game)
        elapsed_ms = (time.perf_counter() - started) * 1000
        if answer.resigned:
            raise FaultRaised("resigned", board.fen())
        if answer.move is None or answer.move not in board.legal_moves:
            raise FaultRaised("illegal", f"{answer.move} at {board.fen()}")
        self._check_time(elapsed_ms, board)
        return answer.move

    def _check_time(self, elapsed_ms: float, board: chess.Board) -> None:
        if self.engine.clock_seconds is not None:
            return
        self.slowest_ms = max(self.slowest_ms, elapsed_ms)
        if elapsed_ms > self.engine.move_ms + self.engine.margin_ms:
            raise FaultRaised("time", f"{elapsed_ms:.0f} ms for a move of {self.engine.move_ms} ms at {board.fen()}")

    def take_claims(self) -> list[str]:
        """Results the engine claimed since the last call (XBoard only: UCI has no claims)."""
        if not isinstance(self.protocol, Xboard):
            return []
        claims, self.protocol.claims = self.protocol.claims, []
        return claims

    async def quit(self) -> None:
        """Ends the process: politely, then by force."""
        try:
            await asyncio.wait_for(self.protocol.quit(), 2)
        except (asyncio.TimeoutError, chess.engine.EngineError, OSError):
            if self.transport.get_returncode() is None:
                self.transport.kill()
        finally:
            self.transport.close()


@dataclass
class Game:
    """How a game went. `result` is as in PGN; a fault loses."""

    result: str
    reason: str
    plies: int
    fault: Fault | None = None
    #: Engines that claimed the result, and the one that made the last move.
    claimed_by: list[str] = field(default_factory=list)
    last_mover: str = ""
    final_fen: str = ""

    def score_of(self, color: chess.Color) -> float:
        if self.result == "1/2-1/2":
            return 0.5
        return float((self.result == "1-0") == color)


def lost_by(color: chess.Color, board: chess.Board, fault: Fault) -> Game:
    result = "0-1" if color == chess.WHITE else "1-0"
    return Game(result, f"{fault.kind} by {fault.engine}", board.ply(), fault, final_fen=board.fen())


async def play(white: Player, black: Player, opening: chess.Board, max_plies: int = 1000) -> Game:
    """Plays until the rules end the game or an engine is at fault."""
    players = {chess.WHITE: white, chess.BLACK: black}
    board = opening.copy()
    game = object()
    claimed_by: list[str] = []
    last_mover = ""
    while (end := ending(board)) is None:
        mover = board.turn
        if board.ply() >= max_plies:
            return Game("1/2-1/2", f"unfinished after {max_plies} plies", board.ply(), final_fen=board.fen())
        try:
            board.push(await players[mover].move(board, game))
        except FaultRaised as raised:
            fault = Fault(players[mover].engine.name, raised.kind, raised.detail)
            return lost_by(mover, board, fault)
        last_mover = players[mover].engine.name
        claims = players[mover].take_claims()
        if wrong := wrong_claim(claims, board):
            return lost_by(mover, board, Fault(last_mover, "claim", wrong))
        claimed_by += [last_mover] * len(claims)
    result, reason = end
    return Game(result, reason, board.ply(), None, claimed_by, last_mover, board.fen())


def wrong_claim(claims: list[str], board: chess.Board) -> str | None:
    """A claimed result must be the referee's, at the moment of the claim."""
    end = ending(board)
    for claim in claims:
        if end is None or claim != end[0]:
            return f"claims {claim}, the referee says {end[0] if end else 'play on'} at {board.fen()}"
    return None


def hetman_command(program: str | None) -> tuple[str, ...]:
    path = program or os.environ.get("HETMAN") or str(HETMAN)
    if not shutil.which(path):
        raise SystemExit(f"there is no program {path}: run `cargo build --release` first, or name one with --hetman")
    return (path,)
