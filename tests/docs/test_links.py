"""What a document points to exists, and nothing in it is only true on somebody's machine."""

import re

import pytest

from markdown import ROOT, blocks, broken_links, documents, prose

DOCUMENTS = documents()
# Paths of the repository that prose names in backquotes; names of files that users choose are not among them.
NAMED = re.compile(r"`((?:src|docs|tests|tools|cmake|bench|packaging)/[\w./*-]+|\./dev|\.ci/run)`")
MACHINE = re.compile(r"(?<![\w.])/(?:home|root|work|Users|mnt|tmp)/|localhost:\d|\b\w+@[\w-]+\.(?!example)\w+", re.IGNORECASE)

named = pytest.mark.parametrize("path", DOCUMENTS, ids=[str(path.relative_to(ROOT)) for path in DOCUMENTS])


def test_the_documents_that_people_look_for_are_there():
    wanted = "README.md CONTRIBUTING.md CHANGELOG.md SECURITY.md docs/API.md docs/ARCHITECTURE.md docs/OPERATIONS.md"
    assert set(wanted.split()) <= {str(path.relative_to(ROOT)) for path in DOCUMENTS}
    assert (ROOT / "LICENSE").read_text().startswith("MIT License\n\nCopyright (c) 2026 The Blotter authors\n")


@named
def test_relative_links_lead_somewhere(path):
    assert broken_links(path) == []


@named
def test_files_that_are_named_exist(path):
    for name in NAMED.findall(prose(path)):
        assert list(ROOT.glob(name.rstrip("/"))), f"{name} does not exist"


@named
def test_nothing_is_bound_to_a_machine(path):
    assert MACHINE.findall(path.read_text()) == []


@named
def test_fences_are_closed_and_say_what_they_hold(path):
    assert path.read_text().count("\n```") == 2 * len(blocks(path))
    assert all(block.language for block in blocks(path))


def test_every_decision_is_listed():
    folder = ROOT / "docs/adr"
    listed = set(re.findall(r"\((\d{4}-[\w-]+\.md)\)", (folder / "README.md").read_text()))
    assert listed == {path.name for path in folder.glob("[0-9]*.md")}


@pytest.mark.parametrize("path", sorted((ROOT / "docs/adr").glob("[0-9]*.md")), ids=lambda path: path.name)
def test_a_decision_has_its_three_parts(path):
    parts = re.findall(r"^\*\*(\w+)\.\*\*", path.read_text(), re.MULTILINE)
    assert parts == ["Context", "Decision", "Consequence"]
    assert path.read_text().startswith(f"# {int(path.name[:4])}. ")
