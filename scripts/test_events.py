"""Tests of TensorBoard's files, read by a reader that shares nothing with their writer.

The framing and the messages are read as TensorFlow's `record_writer.cc`, `event.proto` and `summary.proto` describe
them; checksums are worked out with a table, bit by bit in the writer.
"""

from __future__ import annotations

import csv
import os
import struct
import subprocess
import tempfile
import unittest
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HETMAN = Path(os.environ.get("HETMAN", ROOT / "target/release/hetman"))
EXPERIMENT = ROOT / "crates/lab/testdata/experiment.toml"

Field = tuple[int, int | bytes]


def crc_table() -> list[int]:
    table = []
    for byte in range(256):
        for _ in range(8):
            byte = (byte >> 1) ^ (0x82F63B78 if byte & 1 else 0)
        table.append(byte)
    return table


TABLE = crc_table()


def masked_crc(data: bytes) -> int:
    crc = 0xFFFFFFFF
    for byte in data:
        crc = TABLE[(crc ^ byte) & 0xFF] ^ (crc >> 8)
    crc ^= 0xFFFFFFFF
    return (((crc >> 15) | (crc << 17)) + 0xA282EAD8) & 0xFFFFFFFF


def records(data: bytes) -> Iterator[bytes]:
    """The data of each record; ValueError if a checksum or a length is wrong."""
    place = 0
    while place < len(data):
        head = data[place : place + 12]
        if len(head) < 12 or struct.unpack("<I", head[8:])[0] != masked_crc(head[:8]):
            raise ValueError(f"a wrong length at {place}")
        (length,) = struct.unpack("<Q", head[:8])
        body = data[place + 12 : place + 12 + length]
        tail = data[place + 12 + length : place + 16 + length]
        if len(tail) < 4 or struct.unpack("<I", tail)[0] != masked_crc(body):
            raise ValueError(f"wrong data at {place}")
        yield body
        place += 16 + length


def varint(data: bytes, place: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = data[place]
        place += 1
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            return value, place


def fields(data: bytes) -> Iterator[Field]:
    """The fields of a message by number: whole numbers as they are, everything else as bytes."""
    place = 0
    while place < len(data):
        key, place = varint(data, place)
        number, kind = key >> 3, key & 7
        if kind == 0:
            value, place = varint(data, place)
            yield number, value
            continue
        if kind == 2:
            length, place = varint(data, place)
        else:
            length = {1: 8, 5: 4}[kind]
        yield number, data[place : place + length]
        place += length


def scalars(event: bytes) -> tuple[float, int, dict[str, float]]:
    """When, after how many games, and what."""
    message = dict(fields(event))
    found = {}
    for number, value in fields(message.get(5, b"")):
        assert number == 1, "a summary holds values"
        entry = dict(fields(value))
        (found[entry[1].decode()],) = struct.unpack("<f", entry[2])
    return struct.unpack("<d", message[1])[0], message.get(2, 0), found


def rows(path: Path) -> list[dict[str, str]]:
    with path.open() as file:
        return list(csv.DictReader(file))


class Reader(unittest.TestCase):
    def test_checksums_are_those_of_the_standard(self) -> None:
        unmask = lambda masked: (((masked - 0xA282EAD8) >> 17) | ((masked - 0xA282EAD8) << 15)) & 0xFFFFFFFF
        self.assertEqual(unmask(masked_crc(b"123456789")), 0xE3069283)

    def test_a_changed_byte_is_noticed(self) -> None:
        body = b"data"
        head = struct.pack("<Q", len(body))
        good = head + struct.pack("<I", masked_crc(head)) + body + struct.pack("<I", masked_crc(body))
        self.assertEqual(list(records(good)), [body])
        for place in range(len(good)):
            bad = bytearray(good)
            bad[place] ^= 1
            with self.assertRaises(ValueError):
                list(records(bytes(bad)))
        with self.assertRaises(ValueError):
            list(records(good[:-1]))


@unittest.skipUnless(HETMAN.exists(), f"SKIPPED: {HETMAN} is not built; `make build` builds it")
class Events(unittest.TestCase):
    def test_events_hold_the_numbers_of_the_tables(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            run = Path(folder) / "run"
            subprocess.run([HETMAN, "train", EXPERIMENT, "--out", run], check=True, capture_output=True)
            subprocess.run([HETMAN, "report", run], check=True, capture_output=True)
            report = run / "report"
            curve, values = rows(report / "curve-runs.csv"), rows(report / "values.csv")
            for number in ("1", "2"):
                files = list((report / "tensorboard" / f"run-{number}").glob("*tfevents*"))
                self.assertEqual(len(files), 1)
                version, *events = records(files[0].read_bytes())
                self.assertEqual(dict(fields(version))[3], b"brain.Event:2")
                self.check(events, [row for row in curve if row["run"] == number],
                           [row for row in values if row["run"] == number])

    def check(self, events: list[bytes], curve: list[dict[str, str]], values: list[dict[str, str]]) -> None:
        found = [scalars(event) for event in events]
        self.assertEqual([step for _, step, _ in found], [int(row["games"]) for row in values])
        self.assertTrue(all(time == 0.0 for time, _, _ in found), "no clock is in them")
        for _, step, numbers in found:
            (row,) = [row for row in values if int(row["games"]) == step]
            for piece in ("pawn", "queen"):
                self.assertAlmostEqual(numbers[f"values/{piece}"], float(row[piece]), places=5)
                self.assertAlmostEqual(numbers[f"weights/{piece}"], float(row[piece]), places=5)
            for row in (row for row in curve if int(row["games"]) == step):
                self.assertAlmostEqual(numbers["score/all"], float(row["score_all"]), places=4)
                self.assertAlmostEqual(numbers["score/last-5"], float(row["score_last"]), places=4)
        self.assertEqual(len(curve), 2, "twelve games have two full windows of five")


if __name__ == "__main__":
    unittest.main()
