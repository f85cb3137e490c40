#!/usr/bin/env python3
"""Kills `hetman match`, `tournament` and `train` as a power cut would, and goes on.

Early kills come within the first 50 ms of a match or a tournament; each folder must be one where the same command begins
anew or `--resume` goes on. Late kills come at random moments, several in a row where there is time; what is there in the
end must be what an undisturbed run leaves: the games without their times, the nets, the tables. Exit status 1: a folder
was stuck, or something differed.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HETMAN = str(Path(os.environ.get("HETMAN", "target/release/hetman")).absolute())
EXPERIMENT = Path("crates/lab/testdata/experiment.toml").absolute()

CONTESTS = {
    "match": ["match", "random", "king", "--games", "6", "--random-plies", "2"],
    "tournament": ["tournament", "random", "king", "random", "--random-plies", "2"],
}

# A second or so each.
PLAYERS = ["hetman:nodes=2000", "material:depth=2"]
LONG = {
    "match": ["match", *PLAYERS, "--games", "60", "--concurrency", "2", "--random-plies", "4", "--pgn", "OWN.pgn"],
    "tournament": ["tournament", *PLAYERS, "random", "king", "--cycles", "4", "--concurrency", "2"],
    "knock-out": ["tournament", *PLAYERS, "random", "king", "random", "--format", "knock-out", "--cycles", "6"],
    "test": ["match", "material:depth=2", "random", "--sprt", "0,100", "--concurrency", "2", "--max-plies", "60"],
    "run": ["train", str(EXPERIMENT), "--set", "games=300", "--set", "play.depth=2"],
}


def started(arguments: list[str]) -> subprocess.Popen[bytes]:
    nothing = subprocess.DEVNULL
    return subprocess.Popen([HETMAN, *arguments], stdin=nothing, stdout=nothing, stderr=subprocess.PIPE)


def killed(arguments: list[str], seconds: float) -> bool:
    """Whether it was still running then."""
    process = started(arguments)
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        process.kill()
    process.communicate()
    return process.returncode < 0


def begun(arguments: list[str], folder: Path) -> list[str]:
    own = [str(folder.with_suffix(".pgn")) if word == "OWN.pgn" else word for word in arguments]
    return [*own, "--out", str(folder)]


def resumed(arguments: list[str], folder: Path) -> list[str]:
    if arguments[0] == "train":
        return [*begun(arguments, folder), "--resume"]
    named = ["--pgn", str(folder.with_suffix(".pgn"))] if "--pgn" in arguments else []
    return [arguments[0], "--resume", str(folder), *named]


def gone_on(arguments: list[str], folder: Path) -> str | None:
    """Begins again, or goes on where that is refused; what was said if neither is possible."""
    said = ""
    for attempt in (begun(arguments, folder), resumed(arguments, folder)):
        process = started(attempt)
        said = process.communicate()[1].decode().strip()
        if process.returncode == 0:
            return None
    return said


def without_times(text: str) -> list[str]:
    return [word for word in text.split() if not re.fullmatch(r"{?[0-9.]+s}?", word)]


def contents(folder: Path) -> dict[str, object]:
    """Everything that must not depend on interruptions."""
    found: dict[str, object] = {}
    for file in [*folder.glob("*.safetensors"), *folder.glob("*.toml")]:
        found[file.name] = file.read_bytes()
    for file in [folder / "games.pgn", folder.with_suffix(".pgn")]:
        if file.exists():
            found[file.suffix + str(file.parent == folder)] = without_times(file.read_text())
    for store in folder.glob("*.sqlite"):
        with sqlite3.connect(store) as connection:
            for (table,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
                # Who trained, and where games go: those depend on the session.
                if table not in ("sessions", "files"):
                    rows = connection.execute(f"SELECT * FROM {table}").fetchall()
                    found[table] = [[without_times(v) if isinstance(v, str) else v for v in row] for row in rows]
    return found


def early(kills: int, place: Path) -> int:
    stuck, struck = 0, 0
    for number in range(kills):
        name = ("match", "tournament")[number % 2]
        folder = place / f"early-{number}"
        struck += killed(begun(CONTESTS[name], folder), random.uniform(0, 0.05))
        if said := gone_on(CONTESTS[name], folder):
            stuck += 1
            print(f"stuck: {name} in {folder.name}: {said}")
    print(f"early: {struck} of {kills} were still running when they were killed, {stuck} folders stuck")
    return stuck


def late(kills: int, place: Path) -> int:
    expected, lengths = {}, {}
    for name, arguments in LONG.items():
        folder = place / f"whole-{name}"
        since = time.monotonic()
        if said := gone_on(arguments, folder):
            sys.exit(f"{name}: {said}")
        expected[name], lengths[name] = contents(folder), time.monotonic() - since
    done, different, number = 0, 0, 0
    while done < kills:
        name = list(LONG)[number % len(LONG)]
        folder = place / f"late-{number}"
        arguments = LONG[name]
        next_command = begun(arguments, folder)
        for _ in range(5):
            if not killed(next_command, random.uniform(0, lengths[name] * 0.6)):
                break
            done += 1
            store = "results.sqlite" if arguments[0] == "train" else "contest.sqlite"
            next_command = (resumed if (folder / store).exists() and random.random() < 0.9 else begun)(arguments, folder)
        said = gone_on(arguments, folder)
        if said or contents(folder) != expected[name]:
            different += 1
            print(f"different: {name} in {folder.name}: {said or 'other contents'}")
        number += 1
    print(f"late: {done} kills of {number} runs, {different} different")
    return different


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--early", type=int, default=500, metavar="N", help="kills within the first 50 ms")
    parser.add_argument("--late", type=int, default=300, metavar="N", help="kills at random moments")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of the moments")
    options = parser.parse_args()
    random.seed(options.seed)
    with tempfile.TemporaryDirectory() as place:
        wrong = early(options.early, Path(place)) + late(options.late, Path(place))
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
