#!/usr/bin/python3
"""Generates docs/PERFORMANCE.md and its charts from the figures in docs/performance/bench.json.

    tools/make_performance_docs.py build/bench.json    first stores the figures of the last ./dev bench
    tools/make_performance_docs.py --check             fails if the document does not match the figures
"""

import json
import pathlib
import re
import shutil
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.append(str(ROOT))

from bench import document, pictures  # noqa: E402

FOLDER = ROOT / "docs/performance"
TEMPLATE = ROOT / "docs/PERFORMANCE.md.in"
DOCUMENT = ROOT / "docs/PERFORMANCE.md"
NOTICE = "<!-- Made by tools/make_performance_docs.py from docs/PERFORMANCE.md.in and docs/performance/bench.json. -->\n\n"


def fill(template: str, blocks: dict[str, str]) -> str:
    """The template must use every block exactly once, and no unknown ones."""
    asked = re.findall(r"^\{\{(.+)\}\}$", template, re.MULTILINE)
    assert sorted(asked) == sorted(blocks), f"the template and the figures differ: {sorted(set(asked) ^ set(blocks))}"
    return re.sub(r"^\{\{(.+)\}\}$", lambda match: blocks[match[1]], template, flags=re.MULTILINE)


def files(bench: dict) -> dict[pathlib.Path, str]:
    """All files that are generated from the figures."""
    drawn = {FOLDER / f"{name}.svg": drawing for name, drawing in pictures.draw(bench["workloads"]).items()}
    return {DOCUMENT: NOTICE + fill(TEMPLATE.read_text(), document.blocks(bench))} | drawn


def stale(made: dict[pathlib.Path, str]) -> list[pathlib.Path]:
    """Files that differ, are missing, or are no longer generated."""
    there = {DOCUMENT, *FOLDER.glob("*.svg")}
    return sorted(path for path in there | set(made) if not path.exists() or made.get(path) != path.read_text())


def main() -> int:
    arguments = sys.argv[1:]
    if arguments and arguments[0] != "--check":
        FOLDER.mkdir(exist_ok=True)
        shutil.copyfile(arguments[0], FOLDER / "bench.json")
    made = files(json.loads((FOLDER / "bench.json").read_text()))
    found = stale(made)
    if arguments == ["--check"]:
        for path in found:
            print(f"{path.relative_to(ROOT)} is out of date: run tools/make_performance_docs.py")
        return 1 if found else 0
    for path in found:
        path.unlink() if path not in made else path.write_text(made[path])
        print(f"wrote {path.relative_to(ROOT)}" if path in made else f"removed {path.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
