"""CHANGELOG.md keeps the format that packages need, and starts with the current version."""

import datetime
import re

from harness import run
from markdown import ROOT

TEXT = (ROOT / "CHANGELOG.md").read_text()
VERSIONS = re.findall(r"^## \[([\d.]+)\] - (.+)$", TEXT, re.MULTILINE)


def test_the_newest_version_is_the_one_of_the_program():
    program = re.search(r"\d+\.\d+\.\d+", run("--version").stdout)[0]
    assert VERSIONS[0][0] == program


def test_the_image_has_the_version_of_the_program():
    built = re.search(r"project\(blotter VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text())[1]
    assert re.findall(r"^ARG VERSION=(.*)$", (ROOT / "packaging/Containerfile").read_text(), re.MULTILINE) == [built]


def test_versions_have_dates_and_go_down():
    numbers = [tuple(map(int, version.split("."))) for version, _ in VERSIONS]
    dates = [datetime.date.fromisoformat(date) for _, date in VERSIONS]
    assert numbers == sorted(set(numbers), reverse=True)
    assert dates == sorted(dates, reverse=True)


def test_changes_are_grouped_in_the_usual_order():
    usual = ["Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"]
    for part in re.split(r"^## ", TEXT, flags=re.MULTILINE)[1:]:
        groups = re.findall(r"^### (.+)$", part, re.MULTILINE)
        assert groups and groups == [group for group in usual if group in groups]
