"""Measures what users feel, beside what they would pick instead; prints one table and writes build/bench.json."""

import argparse
import json
import tempfile
from pathlib import Path

from . import table
from .paths import BUILD
from .stores import Stores
from .workloads import FULL, QUICK

# On a disk, which a folder for temporary files need not be; and where PostgreSQL's own user can get to.
DATA_FOLDER = "/var/tmp"


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="./dev bench", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="only workloads whose names hold one of these")
    parser.add_argument("--quick", action="store_true", help="a tenth of the data, one short round, only what something is wanted of")
    parser.add_argument("--rounds", type=int, help="how often each is measured, in turns")
    parser.add_argument("--seconds", type=int, help="of each round")
    parser.add_argument("--list", action="store_true", help="print the names of the workloads and end")
    return parser.parse_args()


def main() -> None:
    options = arguments()
    rounds, seconds = (1, 1) if options.quick else (3, 2)
    chosen = [
        each for each in (QUICK if options.quick else FULL) if not options.names or any(name in each.name for name in options.names)
    ]
    if not chosen:
        raise SystemExit(f"bench: there is no workload like {' or '.join(options.names)}; ./dev bench --list names them")
    if options.list:
        print("\n".join(each.name for each in chosen))
        return
    tempfile.tempdir = DATA_FOLDER
    results = []
    with tempfile.TemporaryDirectory(prefix="blotter-bench-") as folder, Stores(Path(folder)) as stores:
        for workload in chosen:
            print(f"{workload.name}: {workload.title}", flush=True)
            figures = workload.measure(workload, stores, options.rounds or rounds, options.seconds or seconds)
            results.append(table.result(workload, figures))
    (BUILD / "bench.json").write_text(json.dumps(results, indent=1) + "\n")
    print(f"\n{table.text(results)}\n\n{table.verdict(results)}")


if __name__ == "__main__":
    main()
