"""Compares the documents with the program. Server, Client and the rest come from the black-box suite."""

import pathlib
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests/e2e"), str(ROOT / "tests"), str(ROOT / "tools")]

pytest.register_assert_rewrite("harness", "stores", "raw_http")
