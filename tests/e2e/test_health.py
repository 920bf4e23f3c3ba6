"""/api/version, /healthz, /readyz and /metrics: what needs no key."""

import re

import pytest
import requests

from harness import Client, Server, run, wait_until

METRIC = re.compile(r"([a-zA-Z_:][a-zA-Z0-9_:]*)(\{[^}]*\})? (\S+)( \d+)?")


def parse(text: str) -> dict[tuple[str, frozenset], float]:
    """Prometheus text as (name, labels) -> value; every line must be well formed."""
    samples = {}
    for line in text.splitlines():
        if not line or line.startswith("#"):
            continue
        match = METRIC.fullmatch(line)
        assert match, f"no metric: {line!r}"
        labels = frozenset(re.findall(r'(\w+)="((?:[^"\\]|\\.)*)"', match[2] or ""))
        samples[match[1], labels] = float(match[3])
    return samples


def metrics(client) -> dict[tuple[str, frozenset], float]:
    answer = client.get("/metrics")
    assert answer.status == 200
    assert answer.headers["Content-Type"].startswith("text/plain")
    return parse(answer.text)


def total(samples, name: str, **labels) -> float:
    wanted = set(labels.items())
    return sum(value for (sample, have), value in samples.items() if sample == name and wanted <= have)


def test_the_version_needs_no_key_and_is_that_of_the_program(server):
    version = run("--version").stdout.strip().removeprefix("blotter ")
    assert list(Client(server).get("version").ok().items()) == [("version", version)]
    assert server.version == version


def test_the_version_ignores_a_wrong_key(server):
    Client(server, "nonsense", "nowhere").get("version").ok()


@pytest.mark.parametrize("path", ["/healthz", "/readyz", "/metrics"])
def test_health_needs_no_key(server, path):
    assert Client(server).get(path).status == 200


@pytest.mark.parametrize("path", ["/healthz", "/readyz", "/metrics"])
def test_health_can_only_be_read(server, path):
    answer = Client(server).post(path, {})
    assert answer.status == 405
    assert "GET" in answer.headers["Allow"]


@pytest.mark.parametrize("name, kind", [
    ("blotter_requests_total", "counter"),
    ("blotter_request_seconds", "histogram"),
    ("blotter_write_queue_depth", "gauge"),
    ("blotter_cached_answers_total", "counter"),
    ("blotter_write_batch_size", "histogram"),
    ("blotter_open_connections", "gauge"),
    ("blotter_storage_bytes", "gauge"),
    ("blotter_open_streams", "gauge"),
    ("blotter_stream_events_total", "counter"),
    ("blotter_stream_lag_seconds", "histogram"),
    ("blotter_streams_cut_off_total", "counter"),
])  # fmt: skip
def test_a_metric_has_its_type(john, name, kind):
    text = john.get("/metrics").text
    assert re.search(rf"^# TYPE {name} {kind}$", text, re.MULTILINE), text
    suffix = "_count" if kind == "histogram" else ""
    assert any(sample == name + suffix for sample, _ in parse(text)), f"no sample of {name}"


def grown(before, after, name: str, **labels) -> float:
    return total(after, name, **labels) - total(before, name, **labels)


def metrics_when(client, reached):
    """Waits for the expected values: a metric may be updated just after the response is sent."""
    return wait_until(lambda: (samples := metrics(client)) and reached(samples) and samples, 5, "the metrics show it")


def test_requests_are_counted_by_operation_and_status(john):
    before = metrics(john)
    john.info(), john.info()
    john.get("civilian/info", {"name": "Nobody"})
    seconds = "blotter_request_seconds_count"
    after = metrics_when(john, lambda samples: grown(before, samples, seconds, operation="civilian.info") >= 3)
    assert grown(before, after, seconds, operation="civilian.info") == 3
    assert grown(before, after, "blotter_requests_total", operation="civilian.info", status="200") == 2
    assert grown(before, after, "blotter_requests_total", operation="civilian.info", status="404") == 1


def test_writes_show_in_the_size_of_batches(john):
    before = metrics(john)
    for _ in range(3):
        john.citation()
    # The server also writes on its own (the last use of a key), so there may be more.
    after = metrics_when(john, lambda samples: grown(before, samples, "blotter_write_batch_size_sum") >= 3)
    assert grown(before, after, "blotter_write_batch_size_count") >= 1


def test_gauges_show_current_values(john):
    samples = metrics(john)
    assert total(samples, "blotter_open_connections") >= 1
    assert total(samples, "blotter_storage_bytes") >= 4096
    assert total(samples, "blotter_write_queue_depth") == 0


def test_unknown_paths_do_not_become_labels(john):
    for number in range(5):
        john.get(f"made-up-{number}")
    assert "made-up" not in john.get("/metrics").text


def test_metrics_name_no_key_and_no_civilian(john):
    text = john.get("/metrics").text
    assert john.key not in text and "John" not in text and john.guild not in text


def test_health_pages_can_move_to_another_address(store):
    with Server(store, "--metrics-listen", "127.0.0.1:0") as server:
        elsewhere = server.wait_for_line(r"^Metrics on (http://127\.0\.0\.1:\d+)$")[1]
        assert elsewhere != server.url
        for path in ("/healthz", "/readyz", "/metrics"):
            assert requests.get(elsewhere + path, timeout=10).status_code == 200
            assert Client(server).get(path).status == 404
        assert requests.get(elsewhere + "/api/version", timeout=10).status_code == 404
        guild = server.guild()
        guild.civilian("John Doe")
        moved = parse(requests.get(elsewhere + "/metrics", timeout=10).text)
        assert total(moved, "blotter_requests_total", operation="civilian.create", status="201") == 1
