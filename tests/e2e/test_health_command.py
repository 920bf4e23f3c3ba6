"""blotter health: one line and an exit code, for container health checks."""

import time

import pytest

from certificates import Authority
from doctor import Listener
from harness import Server, assert_one_clear_line, run
from postgres_cluster import free_port


@pytest.fixture(scope="module")
def certificate(tmp_path_factory):
    return Authority(tmp_path_factory.mktemp("tls"), "Test Root").sign("records.example.org")


def health(*options, **more) -> tuple[int, str]:
    done = run("health", *options, **more)
    assert done.stderr == "" and done.stdout.count("\n") == 1, (done.stdout, done.stderr)
    return done.returncode, done.stdout.strip()


def test_a_running_server_is_ready(server):
    assert health("--listen", f"127.0.0.1:{server.port}") == (0, f"ready: {server.url}/readyz returned 200")


def test_no_server_is_not_ready():
    port = free_port()
    assert health("--listen", f"127.0.0.1:{port}") == (1, f"not ready: http://127.0.0.1:{port}/readyz: connection refused")


def test_the_address_comes_from_the_same_sources_as_for_serve(server, tmp_path):
    listen = f"127.0.0.1:{server.port}"
    config = tmp_path / "blotter.toml"
    config.write_text(f'listen = "{listen}"\nstore = "{server.store.url}"\nthreads = 3\n')
    assert health(env={"BLOTTER_LISTEN": listen})[0] == 0
    assert health("--config", config)[0] == 0
    assert health(env={"BLOTTER_CONFIG": str(config)})[0] == 0
    assert health("--config", config, "--listen", f"127.0.0.1:{free_port()}")[0] == 1


def test_a_broken_configuration_file_fails_as_elsewhere(tmp_path):
    (tmp_path / "blotter.toml").write_text("storr = 1\n")
    assert_one_clear_line(run("health", "--config", tmp_path / "blotter.toml"), "storr")


def test_the_health_pages_may_be_elsewhere(store):
    metrics = f"127.0.0.1:{free_port()}"
    with Server(store, "--metrics-listen", metrics) as server:
        listen = ("--listen", f"127.0.0.1:{server.port}")
        assert health(*listen, "--metrics-listen", metrics)[0] == 0
        assert health(*listen) == (1, f"not ready: {server.url}/readyz returned 404")


def test_a_server_with_tls_is_checked_over_tls(store, certificate):
    # The certificate is for a name that does not resolve on this machine.
    options = ("--tls-cert", certificate[0], "--tls-key", certificate[1])
    with Server(store, *options) as server:
        listen = ("--listen", f"127.0.0.1:{server.port}")
        assert health(*listen, "--tls-cert", certificate[0]) == (0, f"ready: {server.url}/readyz returned 200")
        assert health(*listen)[0] == 1


@pytest.mark.parametrize("wildcard, reached", [("0.0.0.0", "127.0.0.1"), ("[::]", "[::1]")])
def test_a_server_on_all_addresses_is_reached_at_its_own(wildcard, reached):
    port = free_port()
    assert f"http://{reached}:{port}/readyz" in health("--listen", f"{wildcard}:{port}")[1]


def test_a_server_that_hangs_is_not_ready_in_time():
    with Listener() as silent:
        began = time.monotonic()
        assert health("--listen", silent.address, "--timeout", "0.5") == (1, f"not ready: http://{silent.address}/readyz: no response in time")
        assert time.monotonic() - began < 5


def test_a_stopped_process_is_not_ready(store):
    with Server(store) as server:
        server.pause()
        try:
            assert health("--listen", f"127.0.0.1:{server.port}", "--timeout", "0.5")[0] == 1
        finally:
            server.resume()
        assert health("--listen", f"127.0.0.1:{server.port}")[0] == 0


@pytest.mark.parametrize("arguments", [
    ["--listen", "nonsense"], ["--listen", "127.0.0.1:0"], ["--timeout", "0"], ["--timeout", "61"], ["--fly"]
])  # fmt: skip
def test_a_wrong_command_line_fails_as_elsewhere(arguments):
    assert_one_clear_line(run("health", *arguments))


def test_help_has_examples():
    shown = run("health", "--help").stdout
    assert "Examples:" in shown and "--timeout" in shown and "--commit-batch" not in shown
