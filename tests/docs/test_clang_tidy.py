"""tools/run_clang_tidy.py finds in shared units what clang-tidy finds in each source alone."""

import json
import pathlib

import pytest
import run_clang_tidy
import shared_units

SETTINGS = (pathlib.Path(__file__).parents[2] / ".clang-tidy").read_text()
# One finding each, by the check that must report it.
FAULTS = {
    "bugprone-integer-division": "double half(int n) { double r = n / 2; return r; }\n",
    "readability-identifier-naming": "int BadName(int n) { return n; }\n",
    "clang-diagnostic-unused-variable": "void nothing() { int unused = 1; }\n",
}
HARMLESS = "namespace {\nint helper(int n) { return n + 1; }\n}  // namespace\nint use_%s(int n) { return helper(n); }\n"


@pytest.fixture
def project(tmp_path):
    """Writes sources below src/ with their compilation database, and returns the build folder."""
    (tmp_path / ".clang-tidy").write_text(SETTINGS)
    (tmp_path / "src").mkdir()
    build = tmp_path / "build"
    build.mkdir()

    def write(**texts: str) -> list[shared_units.Source]:
        commands = []
        for name, text in texts.items():
            path = tmp_path / "src" / f"{name}.cpp"
            path.write_text(text)
            command = f"clang++-19 -std=c++20 -Wall -Wextra -o {name}.o -c {path}"
            commands.append({"directory": str(build), "file": str(path), "command": command})
        (build / "compile_commands.json").write_text(json.dumps(commands))
        return shared_units.sources_in(commands, tmp_path / "src")

    return build, write


@pytest.mark.parametrize("check", FAULTS)
def test_a_fault_is_found_in_any_source_of_a_unit(project, check):
    build, write = project
    sources = write(first="int first(int n) { return n; }\n", second=FAULTS[check], third="int third(int n) { return n; }\n")
    assert [len(group) for group in shared_units.grouped(sources)] == [3]
    [found] = run_clang_tidy.findings(build, sources, is_analysis=False)
    assert f"[{check}" in found and "second.cpp:" in found


def test_sources_with_a_common_hidden_name_are_not_put_together(project):
    build, write = project
    sources = write(first=HARMLESS % "first", second=HARMLESS % "second", third="int third(int n) { return n; }\n")
    assert sorted(len(group) for group in shared_units.grouped(sources)) == [1, 2]
    assert run_clang_tidy.findings(build, sources, is_analysis=False) == []


def test_a_hidden_name_is_kept_from_a_source_that_uses_it_of_a_header(project):
    build, write = project
    (build / "helper.hpp").write_text("inline int helper(long n) { return n > 1; }\n")
    uses = f'#include "{build}/helper.hpp"\nint use_first(int n) {{ return helper(n); }}\n'
    sources = write(first=uses, second=HARMLESS % "second")
    assert [len(group) for group in shared_units.grouped(sources)] == [1, 1]


def test_a_unit_that_does_not_compile_is_checked_source_by_source(project):
    build, write = project
    # Both are valid alone.
    sources = write(first="struct Same { int a; };\n", second="struct Same { int b; };\n" + FAULTS["readability-identifier-naming"])
    assert [len(group) for group in shared_units.grouped(sources)] == [2]
    [found] = run_clang_tidy.findings(build, sources, is_analysis=False)
    assert "BadName" in found and "Same" not in found


def test_an_unused_name_is_found_by_the_checks_of_single_sources(project):
    build, write = project
    sources = write(first="namespace other { struct Thing {}; }\nusing other::Thing;\n", second="int second(int n) { return n; }\n")
    [found] = run_clang_tidy.findings(build, sources, is_analysis=True)
    assert "[misc-unused-using-decls" in found and "first.cpp:2" in found


def test_the_analyzer_follows_paths(project):
    build, write = project
    fault = "int divide(int n) {\n  int zero = n > 5 ? 0 : 1;\n  if (n > 7) return n / zero;\n  return n;\n}\n"
    sources = write(first=fault, second="int second(int n) { return n; }\n")
    [found] = run_clang_tidy.findings(build, sources, is_analysis=True)
    assert "[clang-analyzer-core.DivideZero" in found and "first.cpp:3" in found
    assert run_clang_tidy.findings(build, sources, is_analysis=False) == []
