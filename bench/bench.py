"""Measures what users feel: look-ups on a large guild, and durable writes of many clients at once.

Prints a table and writes build/bench.json. Run by ./dev bench; about a minute. Absolute times differ
between machines, so the gain of group commit is measured against the
same server without it, in the same run.
"""

import argparse
import json
import os
import pathlib
import re
import signal
import subprocess
import tempfile
import time
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROGRAM = ROOT / "build/release/blotter"
SCRIPTS = ROOT / "bench"
GUILD = "bench"
THREADS = 2
CONNECTIONS = 64
FILL_SECONDS_MAX = 300
CREATED_METRIC = r'blotter_requests_total\{operation="civilian.create",status="201"\} (\d+)'
TICKS_PER_SECOND = os.sysconf("SC_CLK_TCK")


class Server:
    """The real program on a temporary store."""

    def __init__(self, store: pathlib.Path, *options: str):
        url = f"sqlite:{store}"
        self.key = subprocess.run(
            [PROGRAM, "key", "create", "--guild", GUILD, "--store", url],
            check=True, capture_output=True, text=True,
        ).stdout.strip()  # fmt: skip
        self.process = subprocess.Popen(
            [PROGRAM, "serve", "--listen", "127.0.0.1:0", "--store", url, *options],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        )  # fmt: skip
        self.url = self.process.stdout.readline().split()[-1]

    def cpu_seconds(self) -> float:
        """User and system time of the process so far."""
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / TICKS_PER_SECOND

    def resident_mb(self) -> float:
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) / 1024

    def created(self) -> int:
        with urllib.request.urlopen(f"{self.url}/metrics") as answer:
            found = re.search(CREATED_METRIC, answer.read().decode())
        return int(found[1]) if found else 0

    def __enter__(self) -> "Server":
        return self

    def __exit__(self, *_: object) -> None:
        self.process.terminate()
        self.process.wait(timeout=15)


def start_wrk(server: Server, script: str, seconds: int, *arguments: object) -> subprocess.Popen:
    command = ["wrk", f"-t{THREADS}", f"-c{CONNECTIONS}", f"-d{seconds}s", "--latency", "-s", SCRIPTS / script]
    return subprocess.Popen(
        [str(part) for part in [*command, server.url, "--", *arguments]],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "BLOTTER_KEY": server.key, "BLOTTER_GUILD": GUILD},
    )


def figures(server: Server, process: subprocess.Popen, cpu_before: float) -> dict:
    """Waits for wrk and reads its report; fails on any answer that is not a success."""
    output, _ = process.communicate()
    cpu = server.cpu_seconds() - cpu_before
    report = json.loads(re.search(r"REPORT (.*)", output)[1])
    if report["errors"]:
        raise SystemExit(f"bench: {report['errors']} answers were errors:\n{output}")
    return {
        "requests_per_second": round(report["requests"] / report["seconds"]),
        "cpu_us": round(cpu / report["requests"] * 1e6, 1),
        "p50_ms": report["p50_us"] / 1000,
        "p99_ms": report["p99_us"] / 1000,
        "resident_mb": round(server.resident_mb(), 1),
    }


def run(server: Server, script: str, seconds: int, *arguments: object) -> dict:
    before = server.cpu_seconds()
    return figures(server, start_wrk(server, script, seconds, *arguments), before)


def fill(server: Server, civilians: int) -> dict:
    """Creates at least that many civilians. wrk ends by time only, so it is interrupted when there are enough."""
    before = server.cpu_seconds()
    process = start_wrk(server, "create.lua", FILL_SECONDS_MAX)
    # The threads of wrk count on their own; a tenth more makes sure that the slower one got there too.
    while server.created() < civilians * 1.1 and process.poll() is None:
        time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    return figures(server, process, before)


def measure(civilians: int, seconds: int) -> dict:
    with tempfile.TemporaryDirectory(prefix="blotter-bench-", dir=ROOT / "build") as folder:
        store = pathlib.Path(folder) / "bench.db"
        with Server(store) as server:
            print(f"Filling a guild with {civilians:,} civilians …", flush=True)
            create = fill(server, civilians)
            info = run(server, "info.lua", seconds, civilians)
            cite = run(server, "cite.lua", seconds, civilians)
            info_cited = run(server, "info.lua", seconds, civilians)
        with Server(store, "--commit-batch", "1") as server:
            cite_alone = run(server, "cite.lua", seconds, civilians)
    return {"civilians": civilians, "create": create, "cite": cite, "cite_one_commit_each": cite_alone,
            "info": info, "info_cited": info_cited}  # fmt: skip


TITLES = {
    "info": "civilian/info, uniformly random",
    "info_cited": "the same after the citations below",
    "create": "civilian/create, durable",
    "cite": "leo/cite, durable",
    "cite_one_commit_each": "leo/cite, one commit each",
}


def show(result: dict) -> None:
    heading = f"{result['civilians']:,} civilians, {CONNECTIONS} connections"
    print(f"\n{heading:40}{'requests/s':>12}{'CPU µs/req':>12}{'p50 ms':>9}{'p99 ms':>9}{'RSS MB':>9}")
    for key, title in TITLES.items():
        row = result[key]
        print(
            f"{title:40}{row['requests_per_second']:>12,}{row['cpu_us']:>12}"
            f"{row['p50_ms']:>9.2f}{row['p99_ms']:>9.2f}{row['resident_mb']:>9}"
        )
    ratio = result["cite"]["requests_per_second"] / result["cite_one_commit_each"]["requests_per_second"]
    print(f"\nGroup commit gives {ratio:.1f} times the durable writes of one commit each on this disk.")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a tenth of the data, shorter runs")
    options = parser.parse_args()
    result = measure(10_000, 3) if options.quick else measure(100_000, 10)
    (ROOT / "build/bench.json").write_text(json.dumps(result, indent=2) + "\n")
    show(result)


if __name__ == "__main__":
    main()
