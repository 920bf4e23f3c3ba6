"""Generated files: manual pages, bash completion and blotter.toml, tested with the real tools."""

import contextlib
import json
import os
import pty
import re
import subprocess
import threading

import pytest

from harness import PROGRAM, environment, program, run, wait_until

MANUAL = PROGRAM.parent / "manual"
PAGES = sorted((MANUAL / "man").glob("*.1"))


def written(folder, **variables: str) -> dict[str, str]:
    """The output of the generator, by path."""
    env = {name: value for name, value in environment().items() if name != "SOURCE_DATE_EPOCH"} | variables
    subprocess.run([PROGRAM.parent / "write_manual", folder], check=True, env=env, timeout=60)
    return contents(folder)


def contents(folder) -> dict[str, str]:
    return {str(path.relative_to(folder)): path.read_text() for path in folder.rglob("*") if path.is_file()}


def test_the_build_has_written_everything_and_writes_the_same_again(tmp_path):
    """Except for the date, if the build was given one."""
    names = {"blotter", *(f"blotter-{command}" for command in names_below("Commands"))}
    assert len(names) > 8
    again = written(tmp_path)
    assert set(again) == {"blotter.toml", "completion/blotter", *(f"man/{name}.1" for name in names)}
    date = re.compile(r'^(\.TH \S+ 1) "[\d-]*"')
    assert {path: date.sub(r'\1 ""', text) for path, text in contents(MANUAL).items()} == again


def test_the_date_is_that_of_the_build(tmp_path):
    files = written(tmp_path, SOURCE_DATE_EPOCH="1700000000")
    assert files["man/blotter.1"].startswith('.TH BLOTTER 1 "2023-11-14" "Blotter ')
    assert all('"2023-11-14"' in text for path, text in files.items() if path.startswith("man/"))


# Manual pages


def test_the_tools_find_no_errors_in_the_pages(tmp_path):
    written(tmp_path, SOURCE_DATE_EPOCH="1700000000")
    for page in sorted((tmp_path / "man").iterdir()):
        groff = subprocess.run(["groff", "-man", "-ww", "-Tutf8", "-z", page], capture_output=True, text=True)
        assert (groff.returncode, groff.stderr) == (0, ""), page.name
        lint = subprocess.run(["mandoc", "-Tlint", "-Wwarning", page], capture_output=True, text=True)
        assert (lint.returncode, lint.stdout) == (0, ""), page.name


def shown(page) -> str:
    """The rendered page, in one line."""
    text = subprocess.run(["mandoc", "-Tascii", "-Owidth=200", page], capture_output=True, text=True, check=True).stdout
    return " ".join(re.sub(r".\x08", "", text).split())


def names_below(heading: str, *path: str) -> list[str]:
    """The commands that `--help` lists."""
    listed = run(*path, "--help").stdout.partition(f"\n{heading}:\n")[2].partition("\n\n")[0]
    return re.findall(r"^  (\w+) ", listed, re.MULTILINE)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_has_all_that_help_says(page):
    """For the command, or for each of its subcommands."""
    text = shown(page)
    path = page.stem.split("-")[1:]
    for command in [[*path, name] for name in names_below("Subcommands", *path)] or [path]:
        description, _, rest = run(*command, "--help").stdout.partition("\n\nUsage: ")
        assert description.removesuffix(".").removeprefix("Blotter ").lower() in text.lower()
        usage, _, rest = rest.partition("\n")
        assert usage in text
        options = re.findall(r"^  (?:-h, )?(--[\w-]+(?: \S+)?)(?=  |\n)", rest, re.MULTILINE)
        variables = [f"Environment: {name}." for name in re.findall(r"\[env: (\w+)\]", rest)]
        defaults = [f"Default: {value}." for value in re.findall(r"\[default: (\S+)\]", rest)]
        examples = [line.strip() for line in rest.partition("\nExamples:\n")[2].splitlines()]
        assert options and examples
        assert [part for part in [*options, *variables, *defaults, *examples] if part not in text] == []


# The configuration file


def lines_of(text: str) -> dict[str, str]:
    return dict(re.findall(r"^#([\w-]+) = (.*)$", text, re.MULTILINE))


def test_every_option_of_serve_is_in_the_configuration_file_with_its_default():
    offered = set(re.findall(r"^  --([\w-]+)", run("serve", "--help").stdout, re.MULTILINE))
    lines = lines_of((MANUAL / "blotter.toml").read_text())
    assert set(lines) == offered - {"demo", "demo-seed", "config"}
    assert (lines["listen"], lines["threads"], lines["tls-cert"], lines["log"]) == ('"127.0.0.1:8080"', "0", '""', '"text"')


def test_the_configuration_file_is_all_comments():
    text = (MANUAL / "blotter.toml").read_text()
    assert [line for line in text.splitlines() if line and not line.startswith("#")] == []
    assert max(map(len, text.splitlines())) <= 100


def test_the_configuration_file_is_valid_with_every_line_uncommented(tmp_path):
    text = re.sub(r"^#([\w-]+ = )", r"\1", (MANUAL / "blotter.toml").read_text(), flags=re.MULTILINE)
    assert text.count("\nlisten = ") == 1
    (tmp_path / "blotter.toml").write_text(text)
    # Only the port must be free.
    with subprocess.Popen(
        [program(), "serve", "--config", "blotter.toml", "--listen", "127.0.0.1:0"], cwd=tmp_path, env=environment(), stdout=subprocess.PIPE, text=True
    ) as server:
        assert "listening on" in server.stdout.readline()
        server.terminate()
        assert server.wait(30) == 0
    done = run("guild", "create", "g", "--config", "blotter.toml", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert [guild["guildID"] for guild in json.loads(run("guild", "list", "--json", cwd=tmp_path).stdout)] == ["g"]


# Completion


class Terminal:
    """An interactive bash with the completion, into which keys are typed."""

    def __init__(self, folder):
        self._folder = folder
        pid, self._file = pty.fork()
        if pid == 0:
            os.chdir(folder)
            os.execve("/bin/bash", ["bash", "--norc", "--noprofile", "-i"], environment(PS1="", TERM="dumb", HISTFILE="", INPUTRC="/dev/null"))
        self._pid = pid
        self._count = 0
        # The echo must be read, or bash would block.
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        self.run(f"bind 'set bell-style none'; . '{MANUAL / 'completion/blotter'}'; blotter() {{ printf '%s\\n' \"$@\" >typed; }}")

    def run(self, command: str) -> None:
        """Types a command and waits until it ends."""
        self._count += 1
        os.write(self._file, f"{command}\r: >done{self._count}\r".encode())
        wait_until((self._folder / f"done{self._count}").exists, 20, f"bash ran {command!r}")

    def complete(self, words: str) -> list[str]:
        """The arguments that the program gets after a tab at the end of these words."""
        self.run(f"blotter {words}\t")
        return (self._folder / "typed").read_text().splitlines()

    def _read(self) -> None:
        with contextlib.suppress(OSError):  # EIO: the other end of the terminal is closed
            while os.read(self._file, 65536):
                pass

    def close(self) -> None:
        os.write(self._file, b"exit\r")
        os.waitpid(self._pid, 0)
        self._reader.join(10)
        os.close(self._file)


@pytest.fixture(scope="module")
def terminal(tmp_path_factory):
    folder = tmp_path_factory.mktemp("completion")
    for name in ("records.db", "cert.pem", "blotter.toml", "with blank.toml"):
        (folder / name).touch()
    opened = Terminal(folder)
    yield opened
    opened.close()


@pytest.mark.parametrize("words, completed", [
    ("ser", ["serve"]),
    ("--ver", ["--version"]),
    ("key cre", ["key", "create"]),
    ("serve --lis", ["serve", "--listen"]),
    ("serve --demo --tls-c", ["serve", "--demo", "--tls-cert"]),
    ("serve --tls-cert cer", ["serve", "--tls-cert", "cert.pem"]),
    ("serve --config blo", ["serve", "--config", "blotter.toml"]),
    ("serve --config with", ["serve", "--config", "with blank.toml"]),
    ("serve --config=blo", ["serve", "--config=blotter.toml"]),
    ("serve --log js", ["serve", "--log", "json"]),
    ("serve --log=t", ["serve", "--log=text"]),
    ("serve --log json --thr", ["serve", "--log", "json", "--threads"]),
    ("serve --store sql", ["serve", "--store", "sqlite:"]),
    ("serve --store post", ["serve", "--store", "postgres://"]),
    ("guild list --store sqlite:rec", ["guild", "list", "--store", "sqlite:records.db"]),
    ("guild list --store=sqlite:rec", ["guild", "list", "--store=sqlite:records.db"]),
    ("copy --from sqlite:records.db --to sqlite:rec", ["copy", "--from", "sqlite:records.db", "--to", "sqlite:records.db"]),
    ("guild list --j", ["guild", "list", "--json"]),
    ("serve --store serve --lis", ["serve", "--store", "serve", "--listen"]),
    ("help ke", ["help", "key"]),
    ("help key rev", ["help", "key", "revoke"]),
    ("help serve --lis", ["help", "serve", "--lis"]),
    ("fly --lis", ["fly", "--lis"]),
])  # fmt: skip
def test_bash_completes(terminal, words, completed):
    assert terminal.complete(words) == completed


def test_bash_completes_also_if_colons_and_equals_signs_do_not_split_words(tmp_path):
    (tmp_path / "records.db").touch()
    terminal = Terminal(tmp_path)
    terminal.run("COMP_WORDBREAKS=${COMP_WORDBREAKS//[:=]/}")
    assert terminal.complete("guild list --store sqlite:rec") == ["guild", "list", "--store", "sqlite:records.db"]
    assert terminal.complete("guild list --store=sqlite:rec") == ["guild", "list", "--store=sqlite:records.db"]
    assert terminal.complete("serve --log=js") == ["serve", "--log=json"]
    terminal.close()


def test_the_completion_is_valid_shell():
    done = subprocess.run(["bash", "-n", MANUAL / "completion/blotter"], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
