"""Measures Blotter and the alternatives.

Prints one table with ratios, and writes build/bench.json, build/bench.html and build/bench-*.png. A missed goal is
reported, but is not a failure.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from datetime import date
from pathlib import Path

from . import machine, micro, page, pictures, table
from .paths import BUILD
from .stores import Stores
from .workload import Workload
from .workloads import FULL, QUICK
from .wrk import WrongAnswers

# On a disk, which the temporary folder may not be, and accessible for PostgreSQL's user.
DATA_FOLDER = "/var/tmp"
MICRO = "micro"


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="./dev bench", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help="only workloads whose names contain one of these words")
    parser.add_argument("--quick", action="store_true", help="a tenth of the data and one short round, only workloads with goals")
    parser.add_argument("--rounds", type=int, help="number of rounds per contender")
    parser.add_argument("--seconds", type=int, help="seconds per round")
    parser.add_argument("--list", action="store_true", help="list the names of the workloads and exit")
    options = parser.parse_args()
    options.rounds = options.rounds or (1 if options.quick else 3)
    options.seconds = options.seconds or (1 if options.quick else 2)
    return options


def is_chosen(name: str, options: argparse.Namespace) -> bool:
    return not options.names or any(part in name for part in options.names)


def measure(chosen: list[Workload], options: argparse.Namespace) -> list[dict]:
    tempfile.tempdir = DATA_FOLDER
    results = []
    with tempfile.TemporaryDirectory(prefix="blotter-bench-") as folder, Stores(Path(folder)) as stores:
        for workload in chosen:
            print(f"{workload.name}: {workload.title}", flush=True)
            try:
                results.append(table.result(workload, workload.measure(workload, stores, options.rounds, options.seconds)))
            except WrongAnswers as failure:
                raise SystemExit(f"bench: {workload.name}: {failure}") from None
    return results


def write(bench: dict) -> None:
    (BUILD / "bench.json").write_text(json.dumps(bench, indent=1, ensure_ascii=False) + "\n")
    (BUILD / "bench.html").write_text(page.html(bench))
    for name, drawing in pictures.draw(bench["workloads"]).items():
        command = ["rsvg-convert", "--zoom", "2", "--output", BUILD / f"bench-{name}.png"]
        subprocess.run(command, input=drawing, text=True, check=True)


def main() -> None:
    options = arguments()
    chosen = [each for each in (QUICK if options.quick else FULL) if is_chosen(each.name, options)]
    if options.list:
        print("\n".join([each.name for each in chosen] + [MICRO] * is_chosen(MICRO, options)))
        return
    if not chosen and not is_chosen(MICRO, options):
        raise SystemExit(f"bench: there is no workload like {' or '.join(options.names)}; ./dev bench --list names them")
    bench = {
        "date": date.today().isoformat(),
        "command": " ".join(["./dev bench", *sys.argv[1:]]),
        "machine": machine.describe(),
        "workloads": measure(chosen, options),
        "micro": micro.measure(options.rounds, 0.1) if is_chosen(MICRO, options) else [],
    }
    write(bench)
    print(f"\n{table.text(bench['workloads'])}\n\n{table.verdict(bench['workloads'])} All figures and pictures: build/bench.html")


if __name__ == "__main__":
    main()
