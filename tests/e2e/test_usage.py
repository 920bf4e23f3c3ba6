"""Help, examples, usage errors, "did you mean", and lists in JSON."""

import json
import os
import re
import signal
import subprocess

import pytest

import stores
from harness import REPOSITORY, Server, admin, assert_one_clear_line, create_key, environment, program, run
from receiver import Receiver
from stores import SqliteStore


def all_commands() -> list[list[str]]:
    """Every command and subcommand in the program's help; the program itself is []."""
    found = [[]]
    for path in found:
        listed = re.search(r"^(?:Commands|Subcommands):\n((?:  .+\n)+)", run(*path, "--help").stdout, re.MULTILINE)
        found += [[*path, name] for name in re.findall(r"^  (\w+)", listed[1], re.MULTILINE)] if listed else []
    return found


COMMANDS = all_commands()


@pytest.mark.parametrize("arguments", [["--version"], ["version"]], ids=" ".join)
def test_the_version_is_one_line(arguments):
    version = re.search(r"^project\(blotter VERSION (\S+)", (REPOSITORY / "CMakeLists.txt").read_text(), re.MULTILINE)[1]
    done = run(*arguments)
    assert (done.returncode, done.stdout, done.stderr) == (0, f"blotter {version}\n", "")


def test_the_program_alone_lists_its_commands():
    alone, asked = run(), run("--help")
    assert (alone.returncode, alone.stdout, alone.stderr) == (0, asked.stdout, "")
    listed = re.findall(r"^  (\w+) +\S", alone.stdout, re.MULTILINE)
    for command in ("serve", "guild", "key", "webhook", "db", "copy", "doctor", "health", "openapi", "help", "version"):
        assert listed.count(command) == 1


@pytest.mark.parametrize("path", COMMANDS, ids=" ".join)
def test_every_command_has_a_help_with_examples(path):
    done = run(*path, "--help")
    assert (done.returncode, done.stderr) == (0, "")
    assert f"\nUsage: {' '.join(['blotter', *path])} " in done.stdout
    assert examples_of(path), done.stdout
    assert run("help", *path).stdout == run(*path, "-h").stdout == done.stdout


@pytest.mark.parametrize("path", COMMANDS, ids=" ".join)
def test_the_help_fits_a_terminal_and_has_no_old_words(path):
    text, _, _ = run(*path, "--help").stdout.partition("\nExamples:\n")
    assert max(map(len, text.splitlines())) <= 80
    assert not re.search(r"for ever|anew\b|\bwhat it lacks\b", text)


def test_the_help_of_serve_is_in_groups_with_defaults_and_variables():
    text = run("serve", "--help").stdout
    for heading in ("Server", "Storage", "TLS", "Limits", "Logging and metrics", "Demo", "Options"):
        assert f"\n\n{heading}:\n" in text
    plain = " ".join(text.split())
    assert "--listen ADDRESS:PORT Address and port to listen on; port 0 is any free port [default: 127.0.0.1:8080] [env: BLOTTER_LISTEN]" in plain
    assert "--log text|json " in plain


def test_help_needs_no_configuration_file():
    done = run("serve", "--help", env={"BLOTTER_CONFIG": "missing.toml", "BLOTTER_THREADS": "many"})
    assert (done.returncode, done.stderr) == (0, "")


# Examples


def examples_of(path) -> list[str]:
    _, _, text = run(*path, "--help").stdout.partition("\nExamples:\n")
    return [line.strip() for line in text.splitlines()]


EXAMPLES = sorted({example for path in COMMANDS for example in examples_of(path)})


# Replacements for names in examples; `blotter.db` is a file in the folder of the test.
STAND_INS = {
    "/etc/blotter/blotter.toml": "blotter.toml",
    "0.0.0.0:8443": "127.0.0.1:0",
    "--partitions 8": "--partitions 2",
    "runuser -u blotter -- ": "",
    "webhook test": "webhook test --webhook-allow 127.0.0.1",
}


@pytest.fixture(scope="module")
def receiver():
    with Receiver() as running:
        yield running


@pytest.mark.sqlite_only
@pytest.mark.parametrize("example", [example for example in EXAMPLES if not example.startswith("blotter health")])
def test_an_example_works(example, receiver, tmp_path):
    store = SqliteStore(tmp_path / "blotter.db")
    if "guild create" not in example:
        create_key(store, "mercury-roleplay")
    if "key revoke" in example:
        (key,) = store.rows("select id from api_key")
        example = re.sub(r"\d{10,}", str(key["id"]), example)
    if re.search(r"webhook (test|delete)", example):
        made = admin(store, "webhook", "create", "--guild", "mercury-roleplay", "--url", receiver.url, "--webhook-allow", "127.0.0.1")
        example = re.sub(r"\d{10,}", made.split()[2], example)
    if ".pem" in example:
        make_certificate(tmp_path)
    if "key.txt" in example:
        (tmp_path / "key.txt").write_text(create_key(store, "my-community"))
    (tmp_path / "blotter.toml").write_text("threads = 1\n")
    for named, own in STAND_INS.items():
        example = example.replace(named, own)
    with stores.plain(tmp_path) as database:
        done = run_example(example.replace("postgres://blotter@db.example.org/blotter", database.url), tmp_path)
    assert (done.returncode, bool(done.stdout)) == (0, ">" not in example), done.stderr


@pytest.mark.sqlite_only
@pytest.mark.parametrize("example", [example for example in EXAMPLES if example.startswith("blotter health")])
def test_an_example_of_health_works_with_a_server(example, tmp_path):
    make_certificate(tmp_path)
    tls = ["--tls-cert", "fullchain.pem", "--tls-key", "privkey.pem"] if "--tls-cert" in example else []
    with Server(SqliteStore(tmp_path / "blotter.db"), *tls) as server:
        address = f"127.0.0.1:{server.port}"
        (tmp_path / "blotter.toml").write_text(f'listen = "{address}"\n')
        example = example.replace("127.0.0.1:8443", address).replace("/etc/blotter/blotter.toml", "blotter.toml")
        done = run_example(example, tmp_path, listen=address)
    assert done.returncode == 0 and done.stdout.startswith("ready: "), (done.stdout, done.stderr)


def make_certificate(folder) -> None:
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost",
         "-keyout", "privkey.pem", "-out", "fullchain.pem"],
        cwd=folder, capture_output=True, check=True,
    )  # fmt: skip


def run_example(example: str, folder, listen: str = "127.0.0.1:0") -> subprocess.CompletedProcess:
    """Runs the example in a shell where `blotter` is the program under test; stops a server once it listens."""
    (folder / "bin").mkdir()
    (folder / "bin/blotter").symlink_to(program())
    env = environment(PATH=f"{folder / 'bin'}:{os.environ['PATH']}", BLOTTER_LISTEN=listen)
    process = subprocess.Popen(
        ["bash", "-c", f"exec {example}"], cwd=folder, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    first = ""
    if example.startswith("blotter serve"):
        first = process.stdout.readline()
        process.send_signal(signal.SIGTERM)
    rest, errors = process.communicate(timeout=60)
    return subprocess.CompletedProcess(example, process.returncode, first + rest, errors)


# Mistakes


@pytest.mark.parametrize("arguments, says", [
    (["srve"], "there is no command srve; did you mean serve? See blotter --help"),
    (["fly"], "there is no command fly. See blotter --help"),
    (["key", "creat"], "key has no subcommand creat; did you mean create? See blotter key --help"),
    (["key", "fly"], "key has no subcommand fly. See blotter key --help"),
    (["key"], "key needs a subcommand: create, list, revoke or roles. See blotter key --help"),
    (["help", "srve"], "there is no command srve; did you mean serve? See blotter --help"),
    (["help", "key", "lst"], "key has no subcommand lst; did you mean list? See blotter key --help"),
    (["help", "serve", "now"], "serve has no subcommand now. See blotter serve --help"),
    (["--fly"], "there is no option --fly. See blotter --help"),
    (["--versoin"], "there is no option --versoin; did you mean --version? See blotter --help"),
    (["serve", "--lisen", "127.0.0.1:0"], "serve has no option --lisen; did you mean --listen? See blotter serve --help"),
    (["serve", "--lisen=127.0.0.1:0"], "serve has no option --lisen; did you mean --listen? See blotter serve --help"),
    (["serve", "-listen", "x"], "serve has no option -listen; did you mean --listen? See blotter serve --help"),
    (["serve", "--metrics", "x"], "serve has no option --metrics; did you mean --metrics-listen? See blotter serve --help"),
    (["serve", "--fly"], "serve has no option --fly. See blotter serve --help"),
    (["key", "create", "--scope", "read"], "key create has no option --scope; did you mean --scopes? See blotter key create --help"),
    (["--store", "sqlite:x.db", "serve"], "--store comes after the command: blotter serve --store STORE"),
    (["--store", "sqlite:x.db", "key", "list"], "--store comes after the command: blotter key list --store STORE"),
    (["--demo"], "--demo comes after the command: blotter serve --demo"),
    (["key", "--guild", "x", "create"], "--guild comes after the subcommand: blotter key create --guild ID"),
    (["serve", "--listen"], "serve --listen needs a value, ADDRESS:PORT. See blotter serve --help"),
    (["serve", "--listen", "--demo"], "serve --listen needs a value, ADDRESS:PORT, but the option --demo follows. See blotter serve --help"),
    (["serve", "--demo=yes"], "serve --demo takes no value. See blotter serve --help"),
    (["serve", "--log", "text", "--log", "json"], "serve --log is given twice. See blotter serve --help"),
    (["serve", "surplus"], "serve takes no argument surplus. See blotter serve --help"),
    (["guild", "create", "a", "b"], "guild create takes no argument after ID, but b follows. See blotter guild create --help"),
    (["key", "create", "--guild", "a", "b"], "key create takes no argument b. See blotter key create --help"),
    (["guild", "create"], "guild create needs the argument ID. See blotter guild create --help"),
    (["key", "create"], "key create needs --guild ID. See blotter key create --help"),
    (["copy", "--from", "sqlite:x.db"], "copy needs --to STORE. See blotter copy --help"),
    (["serve", "--threads", "many"], "--threads must be a number from 0 to 256, not many"),
    (["serve", "--threads", "1.5"], "--threads must be a number from 0 to 256, not 1.5"),
    (["serve", "--demo-seed", "x"], "--demo-seed must be a number from 0 to 18446744073709551615, not x"),
    (["serve", "--read-timeout", "0"], "--read-timeout must be a number from 0.1 to 3600, not 0"),
    (["serve", "--log", "xml"], "--log must be text or json, not xml"),
    (["serve", "--listen", "x"], "--listen must be ADDRESS:PORT, such as 127.0.0.1:8080, not x"),
    (["db", "init", "--partitions", "2000"], "--partitions must be a number from 0 to 1024, not 2000"),
    (["guild", "create", "a b"], "the guild ID must be 1 to 64 of the characters A-Z a-z 0-9 _ -, not a b"),
], ids=lambda value: " ".join(value) if isinstance(value, list) else "")  # fmt: skip
def test_a_mistake_is_named_as_it_was_typed(tmp_path, arguments, says):
    done = run(*arguments, cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"blotter: {says}\n")
    assert list(tmp_path.iterdir()) == []


def test_a_password_in_a_misplaced_url_is_not_repeated(tmp_path):
    url = "postgres://blotter:secret@db.example.org/blotter"
    for arguments in (["--store", url, "serve"], ["serve", f"--stor={url}"], ["serve", f"--demo={url}"]):
        done = run(*arguments, cwd=tmp_path)
        assert_one_clear_line(done)
        assert "secret" not in done.stderr


def test_a_command_that_fails_has_another_exit_code(tmp_path):
    assert run("guild", "list", "--store", "sqlite:missing.db", cwd=tmp_path).returncode == 1


def test_arguments_may_have_names_of_commands_and_start_with_a_dash(store):
    for name in ("serve", "list", "help"):
        assert admin(store, "guild", "create", name) == f"Created guild {name}\n"
    done = run("guild", "create", "--store", store.url, "--", "-x")
    assert (done.returncode, done.stdout) == (0, "Created guild -x\n")


def test_a_value_may_follow_an_equals_sign_and_be_empty_or_contain_another(store):
    assert_one_clear_line(run("key", "create", "--guild=", f"--store={store.url}"), "--guild must be")
    done = run("key", "create", "--guild=g", "--name=a=b", f"--store={store.url}")
    assert done.returncode == 0, done.stderr
    assert [key["keyName"] for key in json.loads(admin(store, "key", "list", "--json"))] == ["a=b"]


# Lists in JSON


def test_guilds_are_listed_in_json(store):
    admin(store, "guild", "create", "b")
    admin(store, "guild", "create", "a")
    rows = json.loads(admin(store, "guild", "list", "--json"))
    assert [list(row) for row in rows] == [["guildID", "created"]] * 2
    assert [row["guildID"] for row in rows] == ["a", "b"]
    table = [line.split() for line in admin(store, "guild", "list").splitlines()[1:]]
    assert [[row["guildID"], row["created"]] for row in rows] == table
    assert all(re.fullmatch(TIME, row["created"]) for row in rows)


TIME = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"


def test_keys_are_listed_in_json_without_their_secrets(store):
    secret = create_key(store, "a", "b", name='the "bot"', scopes="read,leo", expires="30d")
    create_key(store, "a")
    text = admin(store, "key", "list", "--json")
    assert secret not in text and text.count("\n") == 1
    first, second = json.loads(text)
    assert list(first) == ["keyID", "keyName", "guilds", "scopes", "created", "expires", "revoked", "lastUsed", "state"]
    assert (first["keyName"], first["guilds"], first["scopes"]) == ('the "bot"', ["a", "b"], ["read", "leo"])
    assert re.fullmatch(TIME, first["created"]) and re.fullmatch(TIME, first["expires"]) and first["created"] < first["expires"]
    assert (second["keyName"], second["expires"], second["revoked"], second["lastUsed"], second["state"]) == ("", None, None, None, "valid")
    admin(store, "key", "revoke", second["keyID"])
    _, second = json.loads(admin(store, "key", "list", "--json"))
    assert (second["state"], bool(re.fullmatch(TIME, second["revoked"]))) == ("revoked", True)


def test_an_empty_list_in_json_is_an_empty_array(store):
    admin(store, "guild", "create", "g")
    admin(store, "guild", "delete", "g", "--yes")
    assert admin(store, "guild", "list", "--json") == admin(store, "key", "list", "--json") == "[]\n"


def test_a_copy_lists_its_tables_in_json(store, new_store):
    create_key(store, "g")
    with new_store() as target:
        done = run("copy", "--from", store.url, "--to", target.url, "--json")
        table = run("copy", "--from", store.url, "--to", target.url, "--replace").stdout
    assert done.returncode == 0, done.stderr
    rows = json.loads(done.stdout)
    assert {"table": "api_key", "rows": 1, "state": "bound"} in rows
    assert [[row["table"], str(row["rows"]), row["state"]] for row in rows] == [line.split() for line in table.splitlines()[1:]]
