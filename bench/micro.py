"""Single steps of a request, measured by micro/*.cpp with Google Benchmark."""

import json
import subprocess

from .paths import PROGRAMS

TITLES = {
    "parse_head": "read the head of a request",
    "parse_body": "read a JSON body",
    "parse_query": "read a query string",
    "validate": "validate the members of a request",
    "match_name": "compute the match key of a name",
    "match_plate": "compute the match key of a plate",
    "render_file": "write civilian/info with five entries",
    "render_list_row": "write one row of civilian/list",
    "authenticate": "find an API key, number of keys:",
}


def parse(report: dict) -> list[dict]:
    """The medians of all repetitions."""
    medians = [each for each in report["benchmarks"] if each.get("aggregate_name") == "median"]
    steps = [(*each["run_name"].partition("/")[::2], each["cpu_time"]) for each in medians]
    return [{"title": TITLES[name], "variant": variant.replace("_", "/"), "ns": round(ns, 1)} for name, variant, ns in steps]


def measure(repetitions: int, seconds: float) -> list[dict]:
    command = [PROGRAMS / "bench_micro", f"--benchmark_repetitions={repetitions}", f"--benchmark_min_time={seconds}", "--benchmark_format=json"]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return parse(json.loads(done.stdout))
