"""docs/PERFORMANCE.md and its pictures match the stored figures."""

import json
import subprocess

import pytest

import make_performance_docs
from markdown import ROOT


def test_the_document_matches_the_figures():
    done = subprocess.run([ROOT / "tools/make_performance_docs.py", "--check"], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stdout + done.stderr


def test_figures_that_changed_make_the_document_stale():
    bench = json.loads((ROOT / "docs/performance/bench.json").read_text())
    bench["workloads"][0]["contenders"]["ours"]["title"] = "Somebody else"
    stale = make_performance_docs.stale(make_performance_docs.files(bench))
    assert make_performance_docs.DOCUMENT in stale


def test_a_picture_that_is_no_longer_made_is_stale():
    bench = json.loads((ROOT / "docs/performance/bench.json").read_text())
    picture = next(make_performance_docs.FOLDER.glob("*.svg"))
    made = {path: text for path, text in make_performance_docs.files(bench).items() if path != picture}
    assert make_performance_docs.stale(made) == [picture]


@pytest.mark.parametrize("name", ["info-popular-sqlite", "plate-popular-sqlite", "info-million-sqlite", "cite-sqlite"])
def test_the_readme_has_the_stored_figures(name):
    bench = json.loads((ROOT / "docs/performance/bench.json").read_text())
    [workload] = [each for each in bench["workloads"] if each["name"] == name]
    rates = [
        f"{workload['contenders'][who]['figures']['requests_per_second']['median']:,.0f} "
        for who in ("ours", "fastify", "nginx")
        if who in workload["contenders"]
    ]
    assert f"| {'| '.join(rates)}" in (ROOT / "README.md").read_text()
