"""./dev bench: compares Blotter with the alternatives. README.md describes the parts."""

import sys
from pathlib import Path

# The private PostgreSQL clusters are shared with the tests.
sys.path.append(str(Path(__file__).resolve().parents[1] / "tests"))
