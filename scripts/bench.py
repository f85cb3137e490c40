#!/usr/bin/env python3
"""Speed as ratios, measured in one run on one machine.

1. perft of the position "kiwipete", counted in bulk: hetman's command against Stockfish's `go perft`, in turns. Hetman's
   time holds the start of its process, Stockfish's does not.
2. nodes per second of hetman's search with two threads against one, in turns.
3. Stockfish's `bench` as a yardstick for hetman's search, on the very positions that Stockfish's bench searches, and for
   evaluations by the network of the 2007 thesis.
4. moves a second of Stockfish at depth 1 through the arena against a bare loop over the same pipe, and the games a second
   of a player of our own.
5. learning a network of 768-256x2-1 in batches of 16384, against the faster of PyTorch's two ways to do so on as many
   threads, in turns. PyTorch is asked for only here: `.venv/bin/pip install torch` brings it.
6. `hetman bench`, and the same for the program of 2005.

The two sides of a ratio alternate and the median is taken, so that a busy minute harms both alike.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path

HETMAN = Path(__file__).resolve().parent.parent / "target" / "release" / "hetman"
NET_SPEED = HETMAN.parent / "examples" / "net_speed"
ENGINE_OVERHEAD = HETMAN.parent / "examples" / "engine_overhead"
TRAIN_SPEED = HETMAN.parent / "examples" / "train_speed"
PYTORCH_SPEED = Path(__file__).resolve().parent / "train_speed.py"
PYTHON = Path(__file__).resolve().parent.parent / ".venv" / "bin" / "python"
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
MIDDLEGAMES = (
    KIWIPETE,
    "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4",
    "r2q1rk1/pp2bppp/2n1bn2/3p4/3N4/2N1B3/PP2BPPP/R2Q1RK1 w - - 0 12",
)
PERFT_BAR = 0.9
THREADS_BAR = 1.6
SEARCH_BAR = 2.0
NETWORK_BAR = 0.35
ARENA_BAR = 0.8
TRAINING_BAR = 4.0
# Two threads that were given less than this many processors measure the machine's other work.
BUSY_BELOW = 1.8


class Uci:
    """A UCI engine, spoken to line by line."""

    def __init__(self, program: str) -> None:
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.ask("uci", "uciok")

    def send(self, line: str) -> None:
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def ask(self, line: str, last_word: str) -> list[str]:
        """Sends a line and returns the answer, up to the line that starts with `last_word`."""
        self.send(line)
        answer = []
        for reply in self.process.stdout:
            answer.append(reply.strip())
            if reply.startswith(last_word):
                return answer
        raise SystemExit(f"the engine ended while answering '{line}'")

    def quit(self) -> None:
        self.send("quit")
        self.process.wait(timeout=10)


def timed(action) -> tuple[float, object]:
    started = time.perf_counter()
    answer = action()
    return time.perf_counter() - started, answer


def hetman_perft(hetman: str, depth: int) -> tuple[float, int]:
    command = [hetman, "perft", "--depth", str(depth), "--fen", KIWIPETE]
    seconds, run = timed(lambda: subprocess.run(command, check=True, capture_output=True, text=True))
    return seconds, int(run.stdout.split()[-1])


def stockfish_perft(engine: Uci, depth: int) -> tuple[float, int]:
    engine.send(f"position fen {KIWIPETE}")
    engine.ask("isready", "readyok")
    seconds, answer = timed(lambda: engine.ask(f"go perft {depth}", "Nodes searched"))
    return seconds, int(answer[-1].split()[-1])


def bench_perft(hetman: str, stockfish: str, arguments: argparse.Namespace) -> dict:
    engine = Uci(stockfish)
    ours, theirs = [], []
    for _ in range(arguments.repetitions):
        own_seconds, own_count = hetman_perft(hetman, arguments.depth)
        seconds, count = stockfish_perft(engine, arguments.depth)
        if own_count != count:
            raise SystemExit(f"perft {arguments.depth}: hetman counts {own_count}, Stockfish {count}")
        ours.append(count / own_seconds)
        theirs.append(count / seconds)
    engine.quit()
    rates = statistics.median(ours), statistics.median(theirs)
    return {"hetman_nps": rates[0], "stockfish_nps": rates[1], "ratio": rates[0] / rates[1], "bar": PERFT_BAR}


def value_of(name: str, words: list[str]) -> int:
    return int(words[words.index(name) + 1])


def cpu_seconds(process_id: int) -> float:
    """Processor time a process and its threads have used (Linux)."""
    fields = Path(f"/proc/{process_id}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def searched(engine: Uci, threads: int, fen: str, milliseconds: int) -> tuple[int, int, float]:
    """Nodes and milliseconds of a search, and how many processors it was given."""
    engine.send(f"setoption name Threads value {threads}")
    engine.send("ucinewgame")
    engine.send(f"position fen {fen}")
    engine.ask("isready", "readyok")
    cpu_before = cpu_seconds(engine.process.pid)
    seconds, answer = timed(lambda: engine.ask(f"go movetime {milliseconds}", "bestmove"))
    processors = (cpu_seconds(engine.process.pid) - cpu_before) / seconds
    reports = [line.split() for line in answer if line.startswith("info") and " nodes " in line and " time " in line]
    # A game that is over is not searched.
    last = reports[-1] if reports else ["nodes", "0", "time", "0"]
    return value_of("nodes", last), value_of("time", last), processors


def nodes_per_second(engine: Uci, threads: int, fen: str, milliseconds: int) -> tuple[float, float]:
    """Speed of a search, and how many processors it was given."""
    nodes, time_ms, processors = searched(engine, threads, fen, milliseconds)
    return 1000 * nodes / max(1, time_ms), processors


def bench_threads(hetman: str, arguments: argparse.Namespace) -> dict:
    engine = Uci(hetman)
    engine.send("setoption name Hash value 64")
    runs: dict[int, list[tuple[float, float]]] = {1: [], 2: []}
    for repetition in range(arguments.repetitions):
        fen = MIDDLEGAMES[repetition % len(MIDDLEGAMES)]
        for threads, measured in runs.items():
            measured.append(nodes_per_second(engine, threads, fen, arguments.movetime_ms))
    engine.quit()
    ratios = [two[0] / one[0] for one, two in zip(runs[1], runs[2])]
    one, two = (statistics.median(rate for rate, _ in runs[threads]) for threads in (1, 2))
    processors = statistics.median(processors for _, processors in runs[2])
    ratio = statistics.median(ratios)
    return {"one_nps": one, "two_nps": two, "ratio": ratio, "bar": THREADS_BAR, "processors": processors}


def stockfish_bench(stockfish: str) -> tuple[float, list[str]]:
    """Nodes a second that Stockfish's own bench reports, one thread, and the positions it searched."""
    done = subprocess.run([stockfish, "bench"], check=True, capture_output=True, text=True)
    rates = [line for line in done.stderr.splitlines() if line.startswith("Nodes/second")]
    return float(rates[-1].split(":")[1]), re.findall(r"Position: \d+/\d+ \((.*)\)", done.stderr)


def hetman_bench(engine: Uci, fens: list[str], milliseconds: int) -> float:
    """Nodes a second over all the positions, each searched for as long as the others."""
    searches = [searched(engine, 1, fen, milliseconds) for fen in fens]
    return 1000 * sum(nodes for nodes, _, _ in searches) / max(1, sum(time_ms for _, time_ms, _ in searches))


def network_evaluations() -> float:
    """Evaluations a second of the 45-23-1 network, features included."""
    done = subprocess.run([NET_SPEED], check=True, capture_output=True, text=True)
    (line,) = [line for line in done.stdout.splitlines() if line.startswith("45-23-1")]
    return 1e9 / float(re.search(r"([0-9]+) ns a position", line).group(1))


def bench_against_stockfish(hetman: str, stockfish: str, arguments: argparse.Namespace) -> dict:
    """Ratios to the nodes a second of Stockfish's bench, measured in turns.

    Both engines use their default table, which is 16 MiB in either, and both count a node for every move they make.
    """
    engine = Uci(hetman)
    theirs, searches, middlegames, networks = [], [], [], []
    for repetition in range(arguments.repetitions):
        nps, fens = stockfish_bench(stockfish)
        theirs.append(nps)
        # Those set up after Fischer's shuffle are few, and asked for by another option.
        ordinary = [fen for fen in fens if not re.search(r" [A-HKQa-hkq]*[A-Ha-h][A-HKQa-hkq]* - ", fen)]
        searches.append(hetman_bench(engine, ordinary, arguments.bench_ms))
        fen = MIDDLEGAMES[repetition % len(MIDDLEGAMES)]
        middlegames.append(nodes_per_second(engine, 1, fen, arguments.movetime_ms)[0])
        networks.append(network_evaluations())
    engine.quit()
    series = (theirs, searches, middlegames, networks)
    nps, search, middlegame, network = (statistics.median(rates) for rates in series)
    return {
        "stockfish_nps": nps,
        "search": {"nps": search, "ratio": search / nps, "bar": SEARCH_BAR},
        "middlegames": {"nps": middlegame, "ratio": middlegame / nps},
        "network": {"evaluations": network, "ratio": network / nps, "bar": NETWORK_BAR},
    }


def bench_arena(stockfish: str) -> dict:
    done = subprocess.run([ENGINE_OVERHEAD, stockfish], check=True, capture_output=True, text=True)
    number = lambda pattern: float(re.search(pattern, done.stdout).group(1))
    return {
        "ratio": number(r"ratio ([0-9.]+)"),
        "bar": ARENA_BAR,
        "own_games": number(r": ([0-9.]+) games a second"),
    }


def has_pytorch() -> bool:
    return PYTHON.exists() and subprocess.run([PYTHON, "-c", "import torch"], capture_output=True).returncode == 0


def bench_training(repetitions: int) -> dict:
    """Positions a second that are learned from, and PyTorch's, where it is there."""
    ours, theirs = [], []
    for _ in range(repetitions):
        done = subprocess.run([TRAIN_SPEED], check=True, capture_output=True, text=True)
        rate, active = re.search(r": (\d+) positions a second, ([\d.]+) active", done.stdout).groups()
        ours.append(float(rate))
        if has_pytorch():
            done = subprocess.run([PYTHON, PYTORCH_SPEED, active], check=True, capture_output=True, text=True)
            theirs.append(max(float(line.split()[1]) for line in done.stdout.splitlines()))
    part = {"positions": statistics.median(ours), "bar": TRAINING_BAR}
    if theirs:
        part |= {"pytorch": statistics.median(theirs), "ratio": statistics.median(ours) / statistics.median(theirs)}
    return part


def verdict(part: dict) -> str:
    return f"ratio {part['ratio']:.2f} (bar {part['bar']}: {'met' if part['ratio'] >= part['bar'] else 'NOT MET'})"


def find_stockfish() -> str | None:
    return shutil.which("stockfish") or shutil.which("stockfish", path="/usr/games")


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repetitions", type=int, default=7, help="measurements of each side (default 7)")
    parser.add_argument("--depth", type=int, default=5, help="depth of perft (default 5)")
    parser.add_argument("--movetime-ms", type=int, default=2000, help="length of each timed search (default 2000)")
    parser.add_argument("--bench-ms", type=int, default=100, help="for each of Stockfish's positions (default 100)")
    parser.add_argument("--hetman", default=os.environ.get("HETMAN", str(HETMAN)), help="the program to measure")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    return parser.parse_args()


def main() -> int:
    arguments = parse_arguments()
    say = (lambda text: None) if arguments.json else (lambda text: print(text, flush=True))
    results = {}
    stockfish = find_stockfish()
    if stockfish is None:
        print("SKIPPED: the perft ratio needs Stockfish (`apt-get install stockfish`)", file=sys.stderr)
    else:
        results["perft"] = part = bench_perft(arguments.hetman, stockfish, arguments)
        say(f"perft: hetman {part['hetman_nps'] / 1e6:.0f} Mnps, Stockfish {part['stockfish_nps'] / 1e6:.0f} Mnps, "
            + verdict(part))
    results["threads"] = part = bench_threads(arguments.hetman, arguments)
    say(f"search: one thread {part['one_nps'] / 1e3:.0f} knps, two threads {part['two_nps'] / 1e3:.0f} knps, "
        + verdict(part))
    if part["processors"] < BUSY_BELOW:
        say(f"  the two threads got only {part['processors']:.1f} processors: measure again on an idle machine")
    if stockfish is not None:
        results["stockfish"] = part = bench_against_stockfish(arguments.hetman, stockfish, arguments)
        say(f"Stockfish's bench: {part['stockfish_nps'] / 1e3:.0f} knps")
        say(f"  search with square tables, one thread, the same positions: {part['search']['nps'] / 1e3:.0f} knps, "
            + verdict(part["search"]))
        say(f"    and in middlegames alone: {part['middlegames']['nps'] / 1e3:.0f} knps, "
            f"ratio {part['middlegames']['ratio']:.2f}")
        say(f"  the 45 features with their network: {part['network']['evaluations'] / 1e3:.0f} thousand a second, "
            + verdict(part["network"]))
    if stockfish is not None:
        results["arena"] = part = bench_arena(stockfish)
        say("arena: Stockfish at depth 1 through the arena against a bare loop, " + verdict(part))
        say(f"  material:depth=1 against itself: {part['own_games']:.0f} games a second on one core")
    results["training"] = part = bench_training(min(3, arguments.repetitions))
    say(f"learning a network of 768-256x2-1: {part['positions'] / 1e3:.0f} thousand positions a second"
        + (f", PyTorch {part['pytorch'] / 1e3:.0f}, {verdict(part)}" if "ratio" in part
           else "; to compare with PyTorch: .venv/bin/pip install torch"))
    bench = subprocess.run([arguments.hetman, "bench"], check=True, capture_output=True, text=True)
    results["bench"] = bench.stdout.strip().splitlines()[-1]
    say(f"bench: {results['bench']}")
    classic = [arguments.hetman, "bench", "--player", "classic:depth=4"]
    bench = subprocess.run(classic, check=True, capture_output=True, text=True)
    results["classic"] = bench.stdout.strip().splitlines()[-1]
    say(f"  the program of 2005 at depth 4, chess alone: {results['classic']}")
    if arguments.json:
        print(json.dumps(results))
    return 0


if __name__ == "__main__":
    sys.exit(main())
