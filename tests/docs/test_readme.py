"""A newcomer copies the README's commands from top to bottom. So do we, and compare what they see."""

import json
import re
import subprocess

import pytest

from harness import Server, environment, program
from markdown import ROOT, Block, blocks
from stores import SqliteStore, plain

README = ROOT / "README.md"
ADDRESS = "http://127.0.0.1:8080"
KEY = re.compile(r"blotter_[0-9a-f]{64}")
# Commands of ./dev install, build and test for minutes; what they stand for is checked instead.
DEV = re.compile(r"\./dev (\w+)")


def steps() -> list[tuple[Block, Block | None]]:
    """Each command with the output that stands right behind it, if any does."""
    found, all_blocks = [], blocks(README)
    text = README.read_text()
    for block, following in zip(all_blocks, [*all_blocks[1:], None]):
        if block.language != "sh":
            continue
        end = text.index(f"\n{block.text}\n```\n") + len(block.text) + 6
        is_output = following is not None and following.language in ("json", "text") and text[end:].startswith(f"\n```{following.language}")
        found.append((block, following if is_output else None))
    return found


def steady(text: str) -> str:
    """What differs from run to run, made equal."""
    text = KEY.sub("<key>", text)
    text = re.sub(r'(?<=")\d{19}(?=")', "<id>", text)
    text = re.sub(r"127\.0\.0\.1:\d+", "<address>", text)
    return re.sub(r"\d{4}-\d\d-\d\dT[\d:.]+Z", "<time>", text)


def assert_same_output(shown: Block, printed: str) -> None:
    if shown.language == "json":
        assert steady(json.dumps(json.loads(printed))) == steady(json.dumps(json.loads(shown.text))), f"README.md line {shown.line}"
        return
    # "…" stands for anything.
    pattern = ".*".join(re.escape(part.strip()) for part in steady(shown.text).split("…"))
    printed = steady(printed.replace("\r\n", "\n")).strip()
    assert re.fullmatch(pattern, printed, re.DOTALL), f"README.md line {shown.line} shows\n{shown.text}\nbut this came:\n{printed}"


@pytest.fixture(scope="module")
def checkout(tmp_path_factory):
    """A folder with the program and the demo's store where the README expects them."""
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


def script(server: Server) -> str:
    """All commands for one bash, with a mark behind the output of each."""
    printed_key = KEY.search("\n".join(server.printed()))[0]
    lines = ["set -o pipefail"]
    for number, (command, _) in enumerate(steps()):
        if not DEV.fullmatch(command.text):
            text = KEY.sub(printed_key, command.text).replace(ADDRESS, server.url)
            # A reader takes longer than the second in which a server notices a new key.
            lines.append(text + ("\nsleep 1" if "key create" in text else ""))
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
        if shown is not None and not DEV.fullmatch(command.text):
            assert_same_output(shown, printed)
            compared += 1
    assert compared >= 8


def test_the_lines_of_the_start_are_those_that_the_program_prints(demo):
    shown = next(block for block in blocks(README) if "listening on" in block.text)
    assert_same_output(shown, "\n".join(demo.printed()))


def test_the_curl_line_to_paste_is_the_one_that_was_printed():
    texts = [block.text for block in blocks(README)]
    start = next(text for text in texts if "listening on" in text)
    pasted = next(text for text in texts if text.startswith("curl") and KEY.search(text))
    assert pasted in [line.strip() for line in start.splitlines()]


def test_the_commands_of_dev_exist_and_run_serves_the_store_that_the_tour_uses():
    named = {match[1] for command, _ in steps() if (match := DEV.fullmatch(command.text))}
    assert {"run", "test"} <= named
    told = subprocess.run(["./dev", "help"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in named:
        assert re.search(rf"^  {name}\b", told, re.MULTILINE), f"./dev help does not name {name}"
    assert "serve --demo --store sqlite:build/demo/blotter.db" in (ROOT / "dev").read_text()


def test_the_two_commands_without_the_demo_work(checkout, tmp_path):
    commands = [line.split("   ")[0] for block in blocks(README) for line in block.text.splitlines() if line.startswith("blotter ")]
    assert [command.split()[1] for command in commands] == ["key", "serve"]
    run = lambda words, **more: subprocess.Popen([program(), *words], cwd=tmp_path, env=environment(**more), stdout=subprocess.PIPE, text=True)  # noqa: E731
    with run(commands[0].split()[1:]) as key:
        assert KEY.fullmatch(key.communicate(timeout=30)[0].strip())
    with run(commands[1].split()[1:], BLOTTER_LISTEN="127.0.0.1:0") as server:
        assert "listening on" in server.stdout.readline()
        server.terminate()
        assert server.wait(30) == 0
    assert (tmp_path / "blotter.db").exists()


def test_the_command_for_several_machines_works_on_each(tmp_path):
    command = re.search(r"`blotter (serve --store )(postgres://\S+)`", README.read_text())
    with plain(tmp_path) as store:
        words = [*command[1].split(), store.url, "--listen", "127.0.0.1:0"]
        instances = [subprocess.Popen([program(), *words], env=environment(), stdout=subprocess.PIPE, text=True) for _ in range(2)]
        for instance in instances:
            with instance:
                assert "listening on" in instance.stdout.readline()
                instance.terminate()
        assert [instance.returncode for instance in instances] == [0, 0]
