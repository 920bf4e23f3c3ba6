"""Where things are."""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BENCH = ROOT / "bench"
BUILD = ROOT / "build"
PROGRAMS = BUILD / "release"
PROGRAM = PROGRAMS / "blotter"
PEERS = BUILD / "bench-peers"

# The private PostgreSQL clusters are shared with the tests.
sys.path.append(str(ROOT / "tests"))
