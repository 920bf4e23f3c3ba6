"""A small Markdown parser: fenced blocks, tables, links and the anchors of headings."""

import pathlib
import re
from dataclasses import dataclass

ROOT = pathlib.Path(__file__).resolve().parents[2]


LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)|<img src=\"([^\"]+)\"")


def documents(root: pathlib.Path = ROOT) -> list[pathlib.Path]:
    """Every Markdown file of the project or of an installation folder, including templates."""
    hidden_or_built = {"build", "node_modules"}
    found = [*root.rglob("*.md"), *root.rglob("*.md.in")]
    return sorted(
        path for path in found
        if not any(part in hidden_or_built or part.startswith(".") for part in path.relative_to(root).parts)
    )  # fmt: skip


@dataclass(frozen=True)
class Block:
    language: str
    text: str
    line: int


def blocks(path: pathlib.Path) -> list[Block]:
    text = path.read_text()
    return [
        Block(match[1], match[2], text.count("\n", 0, match.start()) + 1)
        for match in re.finditer(r"^```(\w*)\n(.*?)\n```$", text, re.MULTILINE | re.DOTALL)
    ]


def files(path: pathlib.Path) -> dict[str, str]:
    """The blocks that are files, by name: the line before each block starts with the name and ends with a colon."""
    named = re.findall(r"^`([\w.-]+)`[^\n]*:\n\n```\w+\n(.*?)\n```$", path.read_text(), re.MULTILINE | re.DOTALL)
    assert len(dict(named)) == len(named), f"{path.name} has two files of one name"
    return dict(named)


def prose(path: pathlib.Path) -> str:
    return re.sub(r"^```.*?^```$", "", path.read_text(), flags=re.MULTILINE | re.DOTALL)


def section(path: pathlib.Path, heading: str) -> str:
    """The text after a heading, up to the next heading of the same or a higher level."""
    text = path.read_text()
    begin = re.search(rf"^(##+) {re.escape(heading)}\n", text, re.MULTILINE)
    assert begin, f"{path.name} has no section {heading}"
    end = re.compile(rf"^#{{2,{len(begin[1])}}} ", re.MULTILINE).search(text, begin.end())
    return text[begin.end() : end.start() if end else None]


def rows(text: str, first_heading: str) -> list[list[str]]:
    """The cells of the table with this first heading, without the heading row."""
    found, inside = [], False
    for line in text.splitlines():
        if not line.startswith("|"):
            inside = False
            continue
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if cells[0] == first_heading:
            inside = True
        elif inside and not set(cells[0]) <= {"-"}:
            found.append(cells)
    assert found, f"there is no table with the heading {first_heading}"
    return found


def anchors(path: pathlib.Path) -> set[str]:
    """The anchors of a document, as GitHub generates them."""
    headings = re.findall(r"^#+ (.+)$", prose(path), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def broken_links(path: pathlib.Path, root: pathlib.Path = ROOT) -> list[str]:
    """Links and pictures of a document whose targets do not exist."""
    broken = []
    for link, picture in LINK.findall(prose(path)):
        file, _, anchor = (link or picture).partition("#")
        if file.startswith("https:"):
            continue
        target = (path.parent / file).resolve() if file else path
        if not target.exists() or not target.is_relative_to(root.resolve()) or (anchor and anchor not in anchors(target)):
            broken.append(f"{path.relative_to(root)}: {link or picture}")
    return broken
