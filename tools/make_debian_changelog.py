"""Converts CHANGELOG.md to Debian's format: make_debian_changelog.py VERSION SUFFIX CODENAME

VERSION is the version of the project and must be the newest in CHANGELOG.md. SUFFIX, such as -1~deb12, is appended. A version
without a date gets that of SOURCE_DATE_EPOCH, so that the same commit gives the same bytes.
"""

import os
import pathlib
import re
import sys
import textwrap
from datetime import datetime, timezone
from email.utils import format_datetime

ROOT = pathlib.Path(__file__).resolve().parents[1]
MAINTAINER = re.search(r"^Maintainer: (.+)$", (ROOT / "packaging/debian/control").read_text(), re.MULTILINE)[1]
HEADING = re.compile(r"^## \[(\d+\.\d+\.\d+)\] - (\S+)$", re.MULTILINE)


def versions(text: str) -> list[tuple[str, str, str]]:
    """Number, date and entries of each version, newest first."""
    parts = HEADING.split(text)[1:]
    return list(zip(parts[0::3], parts[1::3], parts[2::3]))


def entries(text: str) -> list[str]:
    """Every entry in one line, with the kind of change before it, and links as plain text."""
    found = []
    for section in re.split(r"^### ", text, flags=re.MULTILINE)[1:]:
        kind, _, points = section.partition("\n")
        for point in re.split(r"^- ", points, flags=re.MULTILINE)[1:]:
            words = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", " ".join(point.split()))
            found.append(f"{kind.strip()}: {words}")
    return found


def moment(date: str) -> datetime:
    if re.fullmatch(r"\d{4}-\d\d-\d\d", date):
        return datetime.fromisoformat(date).replace(tzinfo=timezone.utc)
    return datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), timezone.utc)


def paragraph(point: str) -> str:
    return textwrap.fill(point, 78, initial_indent="  * ", subsequent_indent="    ", break_long_words=False, break_on_hyphens=False)


def main() -> None:
    version, suffix, codename = sys.argv[1:]
    listed = versions((ROOT / "CHANGELOG.md").read_text())
    if not listed or listed[0][0] != version:
        sys.exit(f"CHANGELOG.md begins with {listed[0][0] if listed else 'no version'}, and the project is {version}")
    for number, date, text in listed:
        points = "\n".join(map(paragraph, entries(text)))
        # All versions get the Debian suffix of this package.
        print(f"blotter ({number}{suffix if number == version else '-1'}) {codename}; urgency=medium\n\n{points}\n")
        print(f" -- {MAINTAINER}  {format_datetime(moment(date))}\n")


if __name__ == "__main__":
    main()
