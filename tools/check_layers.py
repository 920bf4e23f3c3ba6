"""Checks that the includes of src/ follow the order of the layers: a folder may include only what LAYERS allows."""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent

# What each folder may include besides itself: folders or single headers.
LAYERS = {
    "base": [],
    "domain": ["base"],
    "storage": ["domain", "base"],
    "operations": ["storage/store.hpp", "storage/reader.hpp", "domain", "base"],
    "webhooks": ["operations", "storage/store.hpp", "domain", "base"],
    "http": ["base"],
    "api": ["operations", "storage/store.hpp", "http/message.hpp", "http/files.hpp", "domain", "base"],
    "admin": ["webhooks/http_client.hpp", "operations", "storage/open_store.hpp", "storage/transfer/transfer.hpp", "domain", "base"],
    "app": ["admin", "api", "webhooks", "operations", "storage/store.hpp", "storage/open_store.hpp", "storage/inspect.hpp", "http", "domain", "base"],
}

INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.MULTILINE)


def is_allowed(folder: str, header: str) -> bool:
    return any(header == entry or header.startswith(entry + "/") for entry in [folder, *LAYERS[folder]])


def findings(root: pathlib.Path = ROOT) -> list[str]:
    found = []
    for path in sorted((root / "src").rglob("*.[ch]pp")):
        folder = path.relative_to(root / "src").parts[0]
        if folder not in LAYERS:
            found.append(f"{path.relative_to(root)}: src/{folder} is not in the table of layers")
            continue
        for header in INCLUDE.findall(path.read_text()):
            if not is_allowed(folder, header):
                found.append(f"{path.relative_to(root)}: {folder} may not include {header}")
    return found


def main() -> int:
    found = findings()
    print("\n".join(found) if found else "layers: nothing found")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
