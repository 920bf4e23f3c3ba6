"""The order of the layers: the code follows it, and check and document agree."""

import pytest

import check_layers
from markdown import ROOT, rows, section


def test_no_include_crosses_the_layers():
    assert check_layers.findings() == []


def tree(root, **files: str):
    for name, text in files.items():
        path = root / "src" / name.replace("__", "/").replace("_hpp", ".hpp").replace("_cpp", ".cpp")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return root


def test_the_check_finds_files():
    assert len(list((ROOT / "src").rglob("*.[ch]pp"))) > 50


@pytest.mark.parametrize("name, include", [
    ("base__a_hpp", "domain/civilian.hpp"),
    ("domain__a_cpp", "storage/store.hpp"),
    ("operations__a_cpp", "storage/records.hpp"),
    ("http__a_cpp", "api/pipeline.hpp"),
    ("api__a_hpp", "http/session.hpp"),
    ("storage__sql__deep_cpp", "operations/operation.hpp"),
])  # fmt: skip
def test_a_wrong_include_is_found(tmp_path, name, include):
    found = check_layers.findings(tree(tmp_path, **{name: f'#pragma once\n  #  include "{include}"\n'}))
    assert len(found) == 1 and include in found[0]


def test_allowed_includes_pass(tmp_path):
    root = tree(tmp_path, api__a_hpp='#include "http/message.hpp"\n#include <vector>\n', base__b_cpp='#include "base/b.hpp"\n')
    assert check_layers.findings(root) == []


def test_a_folder_that_no_layer_covers_is_found(tmp_path):
    assert "not in the table" in check_layers.findings(tree(tmp_path, misc__a_cpp=""))[0]


def test_the_document_has_the_same_table():
    table = rows(section(ROOT / "docs/ARCHITECTURE.md", "Layers"), "Folder")
    told = {folder.strip("`"): [part.strip() for part in may.split(",") if part.strip() != "–"] for folder, _, may in table}
    assert told == check_layers.LAYERS
