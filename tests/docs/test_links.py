"""The targets of links exist, and no document depends on a certain machine."""

import re

import pytest

from markdown import ROOT, blocks, broken_links, documents, prose

DOCUMENTS = documents()
# Paths of the repository in backquotes; not the names of files that users choose.
NAMED = re.compile(r"`((?:src|docs|tests|tools|cmake|bench|packaging)/[\w./*-]+|\./dev|\.ci/run)`")
MACHINE = re.compile(r"(?<![\w.])/(?:home|root|work|Users|mnt|tmp)/|localhost:\d|\b\w+@[\w-]+\.(?!example)\w+", re.IGNORECASE)

named = pytest.mark.parametrize("path", DOCUMENTS, ids=[str(path.relative_to(ROOT)) for path in DOCUMENTS])


def test_the_usual_documents_exist():
    wanted = "README.md CONTRIBUTING.md CHANGELOG.md SECURITY.md docs/API.md docs/ARCHITECTURE.md docs/OPERATIONS.md"
    assert set(wanted.split()) <= {str(path.relative_to(ROOT)) for path in DOCUMENTS}
    assert (ROOT / "LICENSE").read_text().startswith("MIT License\n\nCopyright (c) 2026 The Blotter authors\n")


@named
def test_targets_of_relative_links_exist(path):
    assert broken_links(path) == []


@named
def test_named_files_exist(path):
    for name in NAMED.findall(prose(path)):
        assert list(ROOT.glob(name.rstrip("/"))), f"{name} does not exist"


@named
def test_nothing_depends_on_a_machine(path):
    assert MACHINE.findall(path.read_text()) == []


@named
def test_fences_are_closed_and_name_their_language(path):
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
