"""Paths of the repository."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BENCH = ROOT / "bench"
BUILD = ROOT / "build"
PROGRAMS = BUILD / "release"
PROGRAM = PROGRAMS / "blotter"
PEERS = BUILD / "bench-peers"
