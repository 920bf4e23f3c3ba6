"""Monotonic reads: what one client has seen, all later requests see. Reads never go back in time."""

import multiprocessing
import os
import re
import time

import pytest

import stores
from harness import Client
from instances import clients_of, instances
from raw_http import RawConnection, request

SECONDS = float(os.environ.get("BLOTTER_SECONDS", "60"))  # for each of the cases
READERS = 3
FIRST = 1000
NUMBER = re.compile(rb'"civilianAddress":"(\d+)"')
NAME = "Fennel Cobblepot"

# All operations that show the address, each through another part of the program.
LOOKS = (
    "/api/civilian/info?name=Fennel%20Cobblepot",
    "/api/civilian/list?name=Fennel&limit=1",
    "/api/audit?limit=1",
    "/api/civilian/list",
)


def headers(client: Client) -> tuple[str, str]:
    return (f"Authorization: {client.key}", f"Guild: {client.guild}")


def write(client: Client, over) -> None:
    """Changes the address again and again, with growing house numbers."""
    with RawConnection(client.server) as connection:
        number = FIRST
        while not over.is_set():
            number += 1
            body = b'{"name":"%s","field":"address","value":"%d"}' % (NAME.encode(), number)
            connection.send(request("PATCH", "/api/civilian/edit", body, *headers(client)))
            answer = connection.receive()
            assert answer.status == 201, answer


def read(client: Client, first: int, newest, over, found) -> None:
    """Reads again and again. `newest` is the highest number that any client has seen."""
    answers, backward = 0, []
    with RawConnection(client.server) as connection:
        while not over.is_set():
            look = LOOKS[(first + answers) % len(LOOKS)]
            seen_before = newest.value
            connection.send(request("GET", look, b"", *headers(client)))
            answer = connection.receive()
            assert answer.status == 200, answer
            answers += 1
            numbers = NUMBER.findall(answer.body)
            assert numbers, answer.body
            number = max(map(int, numbers))
            if number < seen_before:
                backward.append(f"{look} showed {number} after {seen_before}")
            with newest.get_lock():
                newest.value = max(newest.value, number)
    found.put((answers, backward))


@pytest.mark.parametrize("kind, servers", [("sqlite", 1), ("postgres", 1), ("postgres", 3)])
def test_reads_never_go_back_in_time(kind, servers, tmp_path, monkeypatch):
    monkeypatch.setenv(stores.KIND_VARIABLE, kind)
    with stores.fresh(tmp_path) as store, instances(store, servers) as running:
        clients = clients_of(running)
        clients[0].civilian(NAME, address=str(FIRST))
        newest, over, found = multiprocessing.Value("q", FIRST), multiprocessing.Event(), multiprocessing.SimpleQueue()
        work = [(write, (clients[0], over))]
        work += [(read, (clients[i % servers], i, newest, over, found)) for i in range(READERS)]
        processes = [multiprocessing.Process(target=task, args=arguments) for task, arguments in work]
        for process in processes:
            process.start()
        time.sleep(SECONDS)
        over.set()
        for process in processes:
            process.join(20)
        assert [process.exitcode for process in processes] == [0] * len(processes)
        results = [found.get() for _ in range(READERS)]
        assert newest.value > FIRST + SECONDS, "the writer hardly wrote"
        assert all(answers > 10 * SECONDS for answers, _ in results), "the readers hardly read"
        assert [line for _, backward in results for line in backward] == []
        print(f"{sum(answers for answers, _ in results)} answers, {newest.value - FIRST} changes")
