"""The SBOM of a built program, as CycloneDX 1.5: make_sbom.py BUILD-FOLDER FILE ARTIFACT

Nothing is listed by hand. Debian's packages are those that own the libraries the program loads, the archives it was linked
with and the headers it was compiled with; npm's are those that the console imports. `make_sbom.py --linked-in BUILD-FOLDER`
prints the packages whose code is inside the program.
"""

import base64
import json
import os
import pathlib
import re
import subprocess
import sys
import uuid
from dataclasses import dataclass
from datetime import datetime, timezone
from urllib.parse import quote

ROOT = pathlib.Path(__file__).resolve().parents[1]
# Their headers only declare the interfaces of kernel and C library; the C library is listed because it is loaded.
INTERFACES = {"linux", "glibc"}


def output(*command: str | pathlib.Path) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True, env={**os.environ, "LC_ALL": "C"}).stdout


@dataclass(frozen=True, order=True)
class Package:
    name: str
    version: str
    architecture: str
    source: str

    @property
    def purl(self) -> str:
        release = dict(re.findall(r'^(\w+)="?([^"\n]*)', pathlib.Path("/etc/os-release").read_text(), re.MULTILINE))
        distribution = f"{release['ID']}-{release.get('VERSION_ID', '')}"
        return f"pkg:deb/{release['ID']}/{quote(self.name)}@{quote(self.version, safe='')}?arch={self.architecture}&distro={distribution}"


def owners(patterns: set[str]) -> set[Package]:
    """The installed packages that these files belong to."""
    if not patterns:
        return set()
    found = subprocess.run(["dpkg", "-S", *sorted(patterns)], capture_output=True, text=True, env={**os.environ, "LC_ALL": "C"}).stdout
    names = {line.partition(": ")[0] for line in found.splitlines() if not line.startswith("diversion by")}
    names = {name for several in names for name in several.split(", ")}
    shown = output("dpkg-query", "-W", "-f", "${Package} ${Version} ${Architecture} ${source:Package}\n", *sorted(names))
    return {Package(*line.split()) for line in shown.splitlines()}


class Build:
    def __init__(self, folder: pathlib.Path):
        self.folder = folder
        self.program = folder / "blotter"
        self.settings = dict(re.findall(r"^(\w+):\w+=(.*)$", (folder / "CMakeCache.txt").read_text(), re.MULTILINE))
        self.version = self.settings["CMAKE_PROJECT_VERSION"]

    def loaded(self) -> set[Package]:
        names = re.findall(r"\(NEEDED\).*\[(.+)\]", output("readelf", "-d", self.program))
        found = owners({f"*/lib/*/{name}" for name in names})
        return {package for package in found if not package.name.endswith(("-dev", "-cross"))}

    def linked_in(self) -> set[Package]:
        """Packages whose code is compiled or linked into the program."""
        loaded = {package.source for package in self.loaded()} | INTERFACES
        return {package for package in owners(self.headers() | self.archives()) if package.source not in loaded}

    def headers(self) -> set[str]:
        files, ours = set(), False
        for line in output("ninja", "-C", self.folder, "-t", "deps").splitlines():
            if not line.startswith(" "):
                ours = line.startswith("src/")
            elif ours and line.strip().startswith("/usr/"):
                files.add(os.path.normpath(line.strip()))
        return files

    def archives(self) -> set[str]:
        link = output("ninja", "-C", self.folder, "-t", "commands", "blotter").splitlines()[-1]
        files = {os.path.realpath(word) for word in link.split() if re.fullmatch(r"/\S+\.a", word)}
        for option, name in (("-static-libstdc++", "libstdc++.a"), ("-static-libgcc", "libgcc.a")):
            if option in link.split():
                files.add(os.path.realpath(output(self.settings["CMAKE_CXX_COMPILER"], f"-print-file-name={name}").strip()))
        return files

    def has_console(self) -> bool:
        return self.settings["BLOTTER_CONSOLE"] == "ON"


def npm_components() -> list[dict]:
    """The packages that the console imports, without its build tools."""
    sources = "".join(path.read_text() for path in (ROOT / "console/src").rglob("*.ts*"))
    imported = set(re.findall(r'(?:from|import) "((?:@[\w.-]+/)?[a-z][\w.-]*)', sources))
    locked = json.loads((ROOT / "console/package-lock.json").read_text())["packages"]
    wanted = locked[""]["dependencies"]
    found = []
    for name in sorted(imported & set(wanted)):
        entry = locked[f"node_modules/{name}"]
        method, _, digest = entry["integrity"].partition("-")
        found.append({
            "type": "library",
            "bom-ref": f"pkg:npm/{quote(name)}@{entry['version']}",
            "name": name,
            "version": entry["version"],
            "hashes": [{"alg": method.upper().replace("SHA", "SHA-"), "content": base64.b64decode(digest).hex()}],
            "licenses": [{"license": {"id": entry["license"]}}],
            "purl": f"pkg:npm/{quote(name)}@{entry['version']}",
            "properties": [{"name": "blotter:use", "value": "inside the console"}],
        })  # fmt: skip
    return found


def debian_component(package: Package, use: str) -> dict:
    return {
        "type": "library",
        "bom-ref": package.purl,
        "name": package.name,
        "version": package.version,
        "purl": package.purl,
        "properties": [{"name": "blotter:use", "value": use}, {"name": "blotter:source", "value": package.source}],
    }


def document(build: Build, artifact: str) -> dict:
    components = [debian_component(package, "linked in") for package in sorted(build.linked_in())]
    components += [debian_component(package, "loaded") for package in sorted(build.loaded())]
    components += npm_components() if build.has_console() else []
    this = f"pkg:generic/blotter@{build.version}"
    moment = int(os.environ["SOURCE_DATE_EPOCH"])
    content = json.dumps([artifact, components], sort_keys=True)
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, content)}",
        "version": 1,
        "metadata": {
            "timestamp": datetime.fromtimestamp(moment, timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ"),
            "component": {
                "type": "application",
                "bom-ref": this,
                "name": "blotter",
                "version": build.version,
                "licenses": [{"license": {"id": "MIT"}}],
                "purl": this,
            },
            "properties": [{"name": "blotter:artifact", "value": artifact}],
        },
        "components": components,
        "dependencies": [{"ref": this, "dependsOn": [component["bom-ref"] for component in components]}],
    }


def main() -> None:
    if sys.argv[1] == "--linked-in":
        print("\n".join(package.name for package in sorted(Build(pathlib.Path(sys.argv[2])).linked_in())))
        return
    folder, file, artifact = sys.argv[1:]
    pathlib.Path(file).write_text(json.dumps(document(Build(pathlib.Path(folder)), artifact), indent=2) + "\n")


if __name__ == "__main__":
    main()
