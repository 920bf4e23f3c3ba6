"""Runs clang-tidy over the sources of src/, several of them in one unit.

Most checks spend nearly all of their time on the headers of a unit, so sources are checked together (shared_units.py), which
takes a fifth of the time. If such a unit does not compile, its sources are checked one by one.

    tools/run_clang_tidy.py BUILD_FOLDER
    tools/run_clang_tidy.py --analyze BUILD_FOLDER

need BUILD_FOLDER/compile_commands.json, made for clang. The second one runs the checks that examine only the main file of
a unit, over each source alone: clang's static analyzer, clang-analyzer-*, and misc-*. Prints the findings; the exit code is
1 if there are any.
"""

import argparse
import json
import multiprocessing.pool
import os
import pathlib
import re
import subprocess
import sys

from shared_units import Source, grouped, sources_in, write_units

ROOT = pathlib.Path(__file__).resolve().parent.parent
CLANG_TIDY = "clang-tidy-19"
# Both add to the list in .clang-tidy.
OF_ALL_FILES = "--checks=-clang-analyzer-*,-misc-*"
OF_THE_MAIN_FILE = "--checks=-bugprone-*,-modernize-*,-performance-*,-readability-*,-clang-diagnostic-*"
# In a shared unit a source counts as a header.
SHARED = [OF_ALL_FILES, "--header-filter=/src/.*[.][ch]pp$"]
NOT_COMPILED = "clang-diagnostic-error"
# Progress lines and counts of suppressed warnings.
NOISE = re.compile(r"^(\[\d+/\d+\] Processing file|\d+ warnings? generated|Suppressed |Use -header-filter|\d+ warnings? treated)")

def run(arguments: list[str]) -> tuple[int, str]:
    done = subprocess.run([CLANG_TIDY, "--quiet", *arguments], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return done.returncode, "\n".join(line for line in done.stdout.splitlines() if not NOISE.match(line))


def check_together(group: list[Source], unit: str, build: pathlib.Path) -> list[str]:
    """The findings, one text for each run of clang-tidy that has any."""
    code, text = run(["-p", str(pathlib.Path(unit).parent), *SHARED, unit])
    if code == 0:
        return []
    if NOT_COMPILED not in text:
        return [text]
    alone = [run(["-p", str(build), OF_ALL_FILES, source.path]) for source in group]
    return [text for code, text in alone if code != 0]


def analyze(source: Source, build: pathlib.Path) -> list[str]:
    code, text = run(["-p", str(build), OF_THE_MAIN_FILE, source.path])
    return [text] if code != 0 else []


def findings(build: pathlib.Path, sources: list[Source], is_analysis: bool) -> list[str]:
    with multiprocessing.pool.ThreadPool(os.cpu_count()) as pool:
        if is_analysis:
            found = pool.starmap(analyze, [(source, build) for source in sources], chunksize=1)
        else:
            groups = grouped(sources)
            units = write_units(groups, build / "tidy")
            found = pool.starmap(check_together, [(group, unit, build) for group, unit in zip(groups, units)], chunksize=1)
    return [text for texts in found for text in texts]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build", type=pathlib.Path, help="a folder with compile_commands.json, made for clang")
    parser.add_argument("--analyze", action="store_true", help="run the checks of single sources, above all the static analyzer")
    options = parser.parse_args()
    build = options.build.resolve()
    sources = sources_in(json.loads((build / "compile_commands.json").read_text()), ROOT / "src")
    if not sources:
        print("run_clang_tidy: no source to check", file=sys.stderr)
        return 2
    found = findings(build, sources, options.analyze)
    print("\n".join(found) if found else f"clang-tidy: nothing found in {len(sources)} sources")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
