"""docs/API.md matches the program."""

import subprocess

import pytest

import make_api_docs
from harness import environment, openapi, operations, program
from markdown import ROOT

API = ROOT / "docs/API.md"


def test_the_document_matches_the_program():
    env = environment(BLOTTER_PROGRAM=program())
    done = subprocess.run(["/usr/bin/python3", ROOT / "tools/make_api_docs.py", "--check"], env=env, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_document_that_differs_is_found(tmp_path, monkeypatch, capsys):
    stale = tmp_path / "API.md"
    stale.write_text(API.read_text().replace("Create a civilian", "Invent a civilian"))
    monkeypatch.setattr(make_api_docs, "DOCUMENT", stale)
    monkeypatch.setattr(make_api_docs, "document", API.read_text)
    monkeypatch.setattr("sys.argv", ["make_api_docs.py", "--check"])
    assert make_api_docs.main() == 1
    assert "Invent a civilian" in capsys.readouterr().out


def test_a_group_missing_in_the_template_is_found():
    with pytest.raises(AssertionError, match="operations ghosts"):
        make_api_docs.fill("{{errors}}\n", {"errors": "", "operations ghosts": ""}, make_api_docs.Steady())


@pytest.mark.parametrize("row", operations(), ids=lambda row: row["id"])
def test_every_operation_has_its_heading(row):
    assert f"### {row['method']} {row['path']}\n" in API.read_text()


def test_every_error_of_the_document_is_explained():
    text = API.read_text()
    assert not [row["details"] for row in openapi()["x-errors"] if f"`{row['details']}`" not in text]
