"""Creates test certificates with openssl: valid ones, expired ones, and chains."""

import subprocess
from datetime import datetime, timedelta, timezone
from pathlib import Path

CONFIGURATION = """
[ca]
default_ca = this
[this]
database = {folder}/index.txt
new_certs_dir = {folder}
serial = {folder}/serial
default_md = sha256
unique_subject = no
policy = any
[any]
commonName = supplied
[leaf]
basicConstraints = CA:FALSE
subjectAltName = IP:127.0.0.1
[authority]
basicConstraints = critical, CA:TRUE
"""


def openssl(*arguments) -> None:
    done = subprocess.run(["openssl", *map(str, arguments)], stdin=subprocess.DEVNULL, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def days_from_now(days: float) -> str:
    return (datetime.now(timezone.utc) + timedelta(days=days)).strftime("%Y%m%d%H%M%SZ")


class Authority:
    """A certificate authority; `issuer` is None for a root. `certificate` and `key` are its own files."""

    def __init__(self, folder: Path, name: str, issuer: "Authority | None" = None):
        self.folder = folder / name
        self.folder.mkdir()
        (self.folder / "index.txt").touch()
        (self.folder / "serial").write_text("1000\n")
        (self.folder / "ca.cnf").write_text(CONFIGURATION.format(folder=self.folder))
        if issuer is not None:
            self.certificate, self.key = issuer.sign(name, extensions="authority")
            return
        self.certificate, self.key = self.folder / "root.pem", self.folder / "root.key"
        openssl(
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "300",
            "-subj", f"/CN={name}", "-keyout", self.key, "-out", self.certificate,
        )  # fmt: skip

    def sign(self, name: str, begins: float = -1, ends: float = 90, extensions: str = "leaf") -> tuple[Path, Path]:
        """Creates a certificate and its key, valid between two days counted from now."""
        made, key, request = (self.folder / f"{name}.{kind}" for kind in ("pem", "key", "csr"))
        openssl(
            "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-subj", f"/CN={name}", "-keyout", key, "-out", request
        )
        openssl(
            "ca", "-batch", "-notext", "-config", self.folder / "ca.cnf", "-extensions", extensions, "-cert", self.certificate, "-keyfile", self.key,
            "-startdate", days_from_now(begins), "-enddate", days_from_now(ends), "-in", request, "-out", made,
        )  # fmt: skip
        key.chmod(0o600)
        return made, key


def bundle(path: Path, *certificates: Path) -> Path:
    """Joins certificates into one file, in this order."""
    path.write_text("".join(each.read_text() for each in certificates))
    return path
