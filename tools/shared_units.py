"""Several sources in one unit, for checks and builds that spend most of their time on headers.

The headers of a unit are a hundred times longer than a source. So sources without a common name are included by one unit and
checked together, with the flags of the one that has most: each layer has the flags of the layers below and some more. A unit
that does not compile has to be checked source by source.

    tools/shared_units.py SOURCE…

prints the groups of those sources, a line for each, for a build that compiles each group as one unit.
"""

import json
import pathlib
import re
import shlex
import sys
from collections.abc import Iterable
from dataclasses import dataclass

SOURCES_MAX = 16
MAIN = re.compile(r"^int main\(", re.MULTILINE)
HIDDEN = re.compile(r"^namespace \{$(.*?)^\}  // namespace$", re.DOTALL | re.MULTILINE)
# Declarations begin a line; what is indented is part of one. Macros in capitals declare tests, whose names are unique anyway.
DECLARED = re.compile(r"^(?! |namespace |[A-Z_]+\(|using [\w:]+;|using namespace )(?:(?:class|struct|enum class|union|#define) (\w+)|[\w:<>,&*\[\] ]*?\b(\w+)(?:\(|\{|\[| = |;))", re.MULTILINE)
NAME = re.compile(r"[A-Za-z_]\w*")
COMMENT = re.compile(r"//.*")


@dataclass(frozen=True)
class Source:
    path: str
    folder: str
    flags: tuple[str, ...]

    def names(self) -> tuple[set[str], set[str]]:
        """The names that no other source of a unit may use, because this one declares them for itself, and all that it uses."""
        text = pathlib.Path(self.path).read_text()
        own = {name for part in HIDDEN.findall(text) for pair in DECLARED.findall(part) for name in pair if name}
        return own | ({"main"} if MAIN.search(text) else set()), set(NAME.findall(COMMENT.sub("", text)))


def flags_of(command: dict) -> tuple[str, ...]:
    words = shlex.split(command["command"])
    output = words.index("-o")
    del words[output : output + 2]
    return tuple(word for word in words if word not in ("-c", command["file"]))


def sources_in(commands: Iterable[dict], below: pathlib.Path) -> list[Source]:
    chosen = (each for each in commands if each["file"].startswith(f"{below}/") and each["file"].endswith(".cpp"))
    return [Source(each["file"], each["directory"], flags_of(each)) for each in chosen]


def grouped(sources: Iterable[Source]) -> list[list[Source]]:
    groups: list[tuple[list[Source], set[str], set[str]]] = []
    for source in sorted(sources, key=lambda each: len(each.flags), reverse=True):
        own, used = source.names()
        for group, their_own, their_used in groups:
            is_separate = not own & their_used and not used & their_own
            if len(group) < SOURCES_MAX and set(source.flags) <= set(group[0].flags) and is_separate:
                group.append(source)
                their_own |= own
                their_used |= used
                break
        else:
            groups.append(([source], own, used))
    # The longest first, so that none is left alone at the end.
    return sorted((group for group, _, _ in groups), key=len, reverse=True)


def write_units(groups: list[list[Source]], folder: pathlib.Path) -> list[str]:
    folder.mkdir(parents=True, exist_ok=True)
    units, commands = [], []
    for number, group in enumerate(groups):
        unit = str(folder / f"{number}.cpp")
        includes = (f'#include "{source.path}"  // NOLINT(bugprone-suspicious-include)\n' for source in group)
        pathlib.Path(unit).write_text("".join(includes))
        units.append(unit)
        commands.append({"directory": group[0].folder, "file": unit, "command": shlex.join([*group[0].flags, "-c", unit])})
    (folder / "compile_commands.json").write_text(json.dumps(commands))
    return units


if __name__ == "__main__":
    for group in grouped([Source(path, folder="", flags=()) for path in sys.argv[1:]]):
        print(";".join(source.path for source in group))
