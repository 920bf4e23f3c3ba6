"""Runs the README's commands from top to bottom, and compares the output."""

import json
import re
import subprocess

import pytest

import fivem_server
from harness import Server, environment, program
from markdown import ROOT, Block, blocks, documents, files, rows, section
from operations import examples
from stores import SqliteStore

README = ROOT / "README.md"
ADDRESS = "http://127.0.0.1:8080"
KEY = re.compile(r"blotter_[0-9a-f]{64}")
# Commands of ./dev take minutes; their meaning is checked instead.
DEV = re.compile(r"\./dev (\w+)")
# These need root and systemd: the packaging suite runs them on a booted machine.
INSTALL = """\
apt install ./blotter_*.deb
systemctl start blotter
journalctl -u blotter -o cat"""
# Programs of the quick starts, and what runs them.
RUNNERS = {"quick.mjs": ["node"], "quick.py": ["/usr/bin/python3"]}


def is_run_elsewhere(command: str) -> bool:
    return bool(DEV.fullmatch(command)) or command == INSTALL


def steps() -> list[tuple[Block, Block | None]]:
    """Each command with its output, if any: the next block, unless that is a command too."""
    all_blocks = blocks(README)
    return [
        (block, following if following is not None and following.language in ("json", "text") else None)
        for block, following in zip(all_blocks, [*all_blocks[1:], None])
        if block.language == "sh"
    ]


def steady(text: str) -> str:
    """Replaces what differs between runs."""
    text = KEY.sub("<key>", text)
    text = re.sub(r"(?<=#/setup/)[0-9a-f]{32}", "<token>", text)
    text = re.sub(r'(?<=")\d{19}(?=")', "<id>", text)
    text = re.sub(r"127\.0\.0\.1:\d+", "<address>", text)
    return re.sub(r"\d{4}-\d\d-\d\dT[\d:.]+Z", "<time>", text)


def assert_same_output(shown: Block, printed: str) -> None:
    if shown.language == "json":
        assert steady(json.dumps(json.loads(printed))) == steady(json.dumps(json.loads(shown.text))), f"README.md line {shown.line}"
        return
    # "…" stands for anything within its line.
    pattern = ".*".join(re.escape(part) for part in steady(shown.text).split("…"))
    printed = steady(printed.replace("\r\n", "\n")).strip()
    assert re.fullmatch(pattern, printed), f"README.md line {shown.line} shows\n{shown.text}\nbut this came:\n{printed}"


@pytest.fixture(scope="module")
def checkout(tmp_path_factory):
    """A folder with the program and the demo's store at the places that the README names."""
    folder = tmp_path_factory.mktemp("checkout")
    (folder / "build/release").mkdir(parents=True)
    (folder / "build/demo").mkdir()
    (folder / "build/release/blotter").symlink_to(program())
    return folder


@pytest.fixture(scope="module")
def demo(checkout):
    with Server(SqliteStore(checkout / "build/demo/blotter.db"), "--demo") as server:
        server.wait_for_line(r"Stop with")
        yield server


def here(text: str, server: Server) -> str:
    """Inserts the address and the key of the running demo."""
    printed_key = KEY.search("\n".join(server.printed()))[0]
    return KEY.sub(printed_key, text).replace(ADDRESS, server.url)


def script(server: Server) -> str:
    """A bash script with all commands, and a mark after the output of each."""
    lines = ["set -o pipefail"]
    for number, (command, _) in enumerate(steps()):
        lines += [] if is_run_elsewhere(command.text) else [here(command.text, server)]
        lines.append(f"printf '\\n@@%s %s\\n' {number} $?")
    return "\n".join(lines)


def test_every_command_prints_what_the_readme_shows(checkout, demo):
    done = subprocess.run(["bash", "-c", script(demo)], cwd=checkout, env=environment(), capture_output=True, text=True, timeout=120)
    assert done.stderr == ""
    outputs = re.findall(r"(.*?)\n@@(\d+) (\d+)\n", done.stdout, re.DOTALL)
    assert len(outputs) == len(steps())
    compared = 0
    for (command, shown), (printed, _, code) in zip(steps(), outputs):
        assert code == "0", f"{command.text}: exit {code}"
        if shown is not None and not is_run_elsewhere(command.text):
            assert_same_output(shown, printed)
            compared += 1
        else:
            assert '"error"' not in printed, f"{command.text}: {printed}"
    assert compared == 2, "the tour and the events"


def test_the_tour_can_be_pasted_twice(checkout, demo):
    """As a whole: a new key works at once, and nothing is left behind."""
    (tour,) = [command.text for command, _ in steps() if "key create" in command.text]
    for _ in range(2):
        done = subprocess.run(["bash", "--norc", "-i"], input=here(tour, demo) + "\n", cwd=checkout, env=environment(PS1="", HISTFILE=""), capture_output=True, text=True, timeout=60)
        answers = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
        assert len(answers) == tour.count("\napi ")
        assert [answer["details"] for answer in answers if "error" in answer] == ["Invalid impound provided (11030)"]


def test_the_quick_starts_print_what_is_shown(checkout, demo, tmp_path):
    (shown,) = [block.text for block in blocks(README) if block.language == "text" and "Created citation" in block.text and "{" not in block.text]
    key = KEY.search("\n".join(demo.printed()))[0]
    programs = {name: here(text, demo) for name, text in files(README).items()}
    assert set(programs) == {*RUNNERS, "quick.lua"}
    for name, runner in RUNNERS.items():
        (tmp_path / name).write_text(programs[name])
        done = subprocess.run([*runner, name], cwd=tmp_path, env=environment(KEY=key), capture_output=True, text=True, timeout=60)
        assert (done.stdout.strip(), done.stderr) == (shown, ""), name
    (tmp_path / "quick.lua").write_text(programs["quick.lua"])
    assert fivem_server.run(tmp_path, program=str(tmp_path / "quick.lua"), convars={"blotter_key": key}) == [shown]


def test_the_shown_hint_matches_the_output(demo):
    key = KEY.search("\n".join(demo.printed()))[0]
    refused = demo.client(key, "demo").patch("leo/impound", {"plate": "48ABC123", "impound": "yes"})
    assert f"`X-Error-Hint` says what to change: `{refused.headers['X-Error-Hint']}`" in README.read_text()


def shown_starts() -> list[Block]:
    first, demo = (block for block in blocks(README) if "listening on" in block.text)
    return [first, demo]


def test_the_shown_output_of_the_demo_matches(demo):
    assert_same_output(shown_starts()[1], "\n".join(demo.printed()))


def test_the_shown_output_of_the_first_start_matches(tmp_path):
    with Server(SqliteStore(tmp_path / "empty.db")) as server:
        server.wait_for_line("#/setup/")
        assert_same_output(shown_starts()[0], "\n".join(server.printed()))


def test_the_commands_of_dev_exist_and_run_serves_the_store_that_the_tour_uses():
    named = set(re.findall(r"`?\./dev (\w+)", README.read_text()))
    assert {"run", "test", "bench"} <= named
    told = subprocess.run(["./dev", "help"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in named:
        assert re.search(rf"^  {name}\b", told, re.MULTILINE), f"./dev help does not name {name}"
    assert "serve --demo --store sqlite:build/demo/blotter.db" in (ROOT / "dev").read_text()


def test_the_first_commands_are_three_that_install_it():
    assert steps()[0][0].text == INSTALL and len(INSTALL.splitlines()) == 3
    assert examples("Install")[0] == INSTALL, "the operators' manual installs in the same way"


def test_ssh_accepts_the_tunnel_command():
    (command,) = re.findall(r"`ssh (-L [^`]+)`", README.read_text())
    understood = subprocess.run(["ssh", "-G", *command.split()], capture_output=True, text=True, timeout=30)
    assert "localforward 8080 [127.0.0.1]:8080" in understood.stdout.splitlines()


# The picture, the table of peers, and the list of documents


def test_the_picture_exists_and_comes_before_the_first_heading():
    opening = README.read_text().partition("\n## ")[0]
    (source,) = re.findall(r'<img src="([^"]+)"', opening)
    assert (ROOT / source).is_file() and 'alt="' in opening


def test_every_footnote_is_used_and_links_to_a_public_page():
    text = README.read_text()
    used = set(re.findall(r"(?<!^)\[\^([\w-]+)\](?!:)", text, re.MULTILINE))
    defined = dict(re.findall(r"^\[\^([\w-]+)\]: (.+)$", text, re.MULTILINE))
    assert used == set(defined)
    assert all(re.search(r"\]\(https://(github\.com|pocketbase\.io)/", source) for source in defined.values())


def test_the_comparison_has_a_date_and_names_what_is_missing():
    text = section(README, "How it compares")
    assert re.search(r"\b20\d\d-\d\d-\d\d\b", text)
    ours = {row[0]: row[1] for row in rows(text, "")}
    assert all(ours[name].startswith("**no**") for name in ("Emergency calls, units, dispatch", "Live map"))


def test_every_document_is_listed():
    listed = {match[1]: about for name, about in rows(section(README, "Documents"), "Document") if (match := re.search(r"\]\((.+)\)", name))}
    wanted = {str(path.relative_to(ROOT)) for path in documents() if path.suffix == ".md"} - {"README.md"}
    hidden = {path for path in wanted if re.match(r"docs/adr/\d", path)}
    assert set(listed) == wanted - hidden
    assert all(listed.values())


def test_every_guide_has_its_own_tests():
    for guide in (ROOT / "docs/guides").glob("*.md"):
        name = guide.stem.removesuffix("-bot").replace("-", "_")
        tests = ROOT / f"tests/docs/test_{name}_guide.py"
        assert tests.exists() and guide.name in tests.read_text()
