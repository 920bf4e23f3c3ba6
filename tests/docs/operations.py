"""docs/OPERATIONS.md as tests need it: its tables, and its commands with the program under test."""

import shlex
import subprocess

from harness import environment, program
from markdown import ROOT, blocks, rows, section

OPERATIONS = ROOT / "docs/OPERATIONS.md"


def plain(cell: str) -> str:
    return cell.strip("`")


def table(heading: str, first: str) -> list[list[str]]:
    return rows(section(OPERATIONS, heading), first)


def examples(heading: str, language: str = "sh") -> list[str]:
    """What stands in the fenced blocks below a heading."""
    wanted = section(OPERATIONS, heading)
    return [block.text for block in blocks(OPERATIONS) if block.language == language and f"```{language}\n{block.text}" in wanted]


def shell(script: str, cwd, **variables: str) -> subprocess.CompletedProcess:
    """`blotter` in the script is the program under test."""
    function = f"blotter() {{ {shlex.quote(program())} \"$@\"; }}\n"
    return subprocess.run(["bash", "-ec", function + script], cwd=cwd, env=environment(**variables), capture_output=True, text=True, timeout=60)
