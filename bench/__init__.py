"""./dev bench: what users feel, beside what they would pick instead. README.md says which part does what."""

import sys
from pathlib import Path

# The private PostgreSQL clusters are shared with the tests.
sys.path.append(str(Path(__file__).resolve().parents[1] / "tests"))
