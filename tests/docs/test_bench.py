"""The benchmark compares products, so its own arithmetic and its checks of responses are tested."""

import http.client
import json
import re
import sqlite3
import subprocess
import sys
import xml.etree.ElementTree as xml
from contextlib import closing

import pytest

from markdown import ROOT

sys.path.append(str(ROOT))

from bench import answers, contenders, growth, listing, micro, multiply, page, people, pictures, rounds, servers, streams, table, workloads, wrk  # noqa: E402
from bench.figures import Figure, summary, with_spread  # noqa: E402
from bench.paths import BENCH, PROGRAM  # noqa: E402
from bench.stores import Store  # noqa: E402
from bench.workload import Goal, Workload  # noqa: E402

WRK_OUTPUT = """\
Running 1s test @ http://127.0.0.1:8080
  11350 requests in 1.10s, 14.96MB read
REPORT {"requests": 11350, "seconds": 1.1, "bytes": 15689379, "errors": 0, "p50_us": 4855, "p99_us": 42890}
"""
PGBENCH_OUTPUT = """\
number of transactions actually processed: 3904
number of failed transactions: 0 (0.000%)
latency average = 32.800 ms
initial connection time = 210.318 ms
tps = 1951.219512 (without initial connection time)
"""


def figures(**rates: float) -> dict[str, dict[str, Figure]]:
    return {name: {"requests_per_second": Figure(rate, rate * 0.9, rate * 1.1), "p99_ms": Figure(12.5, 10, 30)} for name, rate in rates.items()}


def workload(*goals: Goal, beside: tuple[str, ...] = ("nginx", "fastify")) -> Workload:
    return Workload("info-x-sqlite", "civilian/info", "sqlite", people.Population(1, 1000), wrk.Load("info"), None, beside, goals)


def row(goal: Goal, **rates: float) -> dict:
    return table.goal_row(goal, figures(**rates))


# Figures


def test_of_several_rounds_the_median_the_lowest_and_the_highest_are_kept():
    assert summary([{"p99_ms": 3.0}, {"p99_ms": 1.0}, {"p99_ms": 2.5}]) == {"p99_ms": Figure(2.5, 1.0, 3.0)}


def test_a_figure_missing_in_a_round_is_left_out():
    assert set(summary([{"p99_ms": 3.0, "cpu_us": 1.0}, {"p99_ms": 1.0}])) == {"p99_ms"}


def test_the_spread_is_the_largest_distance_from_the_median():
    assert with_spread("p99_ms", {"median": 10, "low": 9, "high": 15}) == "10.00 ms ±50%"


def test_a_report_of_wrk_is_parsed():
    assert wrk.Report.parse(WRK_OUTPUT) == wrk.Report(11350, 1.1, 15689379, 0, 4855, 42890)


def test_wrk_without_a_report_is_an_error():
    with pytest.raises(wrk.WrongAnswers):
        wrk.Report.parse("unable to connect to 127.0.0.1:1 Connection refused\n")


def test_a_report_of_pgbench_is_parsed():
    assert contenders.parse_pgbench(PGBENCH_OUTPUT) == (3904, 1951.219512)


def test_failed_transactions_of_pgbench_are_an_error():
    with pytest.raises(wrk.WrongAnswers):
        contenders.parse_pgbench(PGBENCH_OUTPUT.replace("failed transactions: 0", "failed transactions: 3"))


def test_of_microbenchmarks_only_the_medians_are_kept():
    runs = [
        {"run_name": "parse_body/civilian_info", "cpu_time": 91.77, "aggregate_name": "median"},
        {"run_name": "parse_body/civilian_info", "cpu_time": 95.0, "aggregate_name": "mean"},
    ]
    assert micro.parse({"benchmarks": runs}) == [{"title": "read a JSON body", "variant": "civilian/info", "ns": 91.8}]


def test_every_microbenchmark_has_a_title():
    sources = "".join(path.read_text() for path in (BENCH / "micro").glob("*.cpp"))
    assert set(re.findall(r"BENCHMARK(?:_CAPTURE)?\((\w+)", sources)) == set(micro.TITLES)


# Goals


@pytest.mark.parametrize("ours, met", [(750.0, True), (749.0, False)])
def test_a_ratio_that_must_be_reached(ours, met):
    found = row(Goal(beside="nginx", at_least=0.75), ours=ours, nginx=1000.0)
    assert (found["judged"], found["met"]) == (ours / 1000, met)


def test_a_figure_that_must_stay_below():
    assert row(Goal("p99_ms", below=12.6), ours=1.0)["met"] is True
    assert row(Goal("p99_ms", below=12.5), ours=1.0)["met"] is False


def test_a_distance_that_must_stay_below():
    found = row(Goal(beside="nginx", is_distance=True, below=60), ours=160.0, nginx=100.0)
    assert (found["judged"], found["met"]) == (60.0, False)


def test_a_peer_without_a_goal_is_shown_and_not_rated():
    [wanted, told] = table.result(workload(Goal(beside="nginx", at_least=0.75)), figures(ours=500.0, nginx=1000.0, fastify=50.0))["rows"]
    assert (wanted["beside"], wanted["met"]) == ("nginx", False)
    assert (told["beside"], told["judged"], told["met"]) == ("fastify", 10.0, None)


def test_the_table_shows_missed_goals():
    results = [table.result(workload(Goal(beside="nginx", at_least=0.75)), figures(ours=500.0, nginx=1000.0, fastify=50.0))]
    text = table.text(results)
    assert re.search(r"requests +500 /s +nginx, same bytes +1,000 /s +0.50 +≥ 0.75 +NO\n", text)
    assert re.search(r"requests +500 /s +Fastify \+ better-sqlite3 +50 /s +10.00$", text)
    assert table.verdict(results) == "0 of 1 goals are met."


@pytest.mark.parametrize("each", workloads.FULL, ids=lambda each: each.name)
def test_every_goal_names_a_measured_contender(each):
    if each.measure.__module__ == "bench.growth" or not each.beside:
        return
    measured = {"ours", *each.beside}
    assert set(each.beside) <= set(contenders.KINDS)
    assert {name for goal in each.goals for name in (goal.of, goal.beside) if name} <= measured


def test_names_of_workloads_are_unique():
    names = [each.name for each in workloads.FULL]
    assert len(set(names)) == len(names) >= 20
    assert {each.name for each in workloads.QUICK} == {each.name for each in workloads.FULL if each.goals}


# Pictures


@pytest.fixture(scope="module")
def kept() -> dict:
    return json.loads((ROOT / "docs/performance/bench.json").read_text())


def test_pictures_are_well_formed_and_name_every_contender(kept):
    drawn = pictures.draw(kept["workloads"])
    words = " ".join("".join(xml.fromstring(each).itertext()) for each in drawn.values())
    for each in kept["workloads"]:
        assert each["title"] in words
        if each["name"] not in pictures.CURVES:
            assert all(contender["title"] in words for contender in each["contenders"].values())


def test_the_page_shows_every_figure(kept):
    html = page.html(kept)
    for each in kept["workloads"]:
        for contender in each["contenders"].values():
            for name, figure in contender["figures"].items():
                assert with_spread(name, figure) in html


# People and responses


def test_all_load_generators_use_the_same_people():
    program, load = (BENCH / "programs/people.hpp").read_text(), (BENCH / "load/load.lua").read_text()
    for text in (people.civilian(7), people.plate(7)):
        prefix = text.removesuffix("0000007")
        assert f'"{prefix}{{:07}}"' in program and f'"{prefix}%07d"' in load
    assert people.guild(7) == "guild-0007" and '"guild-{:04}"' in program and "guild-%04d" in load


@pytest.fixture
def played(tmp_path):
    """A store with two people, created by the real program over HTTP."""
    url, keys = f"sqlite:{tmp_path}/store.db", tmp_path / "keys"
    command = [PROGRAM, "key", "create", "--guild", people.guild(1), "--store", url]
    keys.write_text(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    store = Store(url, people.Population(1, 2), keys)
    with servers.blotter(store) as server:
        for number in (1, 2):
            play(store, server.port, number)
        yield store, server


def play(store: Store, port: int, number: int) -> None:
    name = people.civilian(number)
    person = {"userID": "80351110224678912", "userName": "nightowl", "name": name, "age": 27.5, "dob": "1999-04-01", "gender": "Other",
              "hair": "Brown", "weight": 82, "height": 180, "address": "12 Pretend Street", "occupation": "Baker"}  # fmt: skip
    car = {"name": name, "plate": people.plate(number), "model": "Heron Sedan", "color": "Charcoal", "colorType": "Metal",
           "registration": "Valid", "insurance": "Valid"}  # fmt: skip
    officer = {"name": name, "officerName": "Sgt. Pickle", "officerID": "204", "charges": "Street racing"}
    for path, body in (
        ("civilian/create", person),
        ("vehicle/create", car),
        ("firearm/create", {"name": name, "model": "Popgun Nine", "color": "Charcoal"}),
        ("leo/cite", officer | {"amount": 250}),
        ("leo/fine", officer | {"amount": 99.5}),
        ("leo/arrest", officer | {"time": 60}),
        ("medical/admit", {"name": name, "time": "600", "injures": "Bee stings, many", "unitName": "Medic 1", "unitID": "7"}),
    ):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        connection.request("POST", f"/api/{path}", json.dumps(body), {"Authorization": store.key(), "Guild": people.guild(1)})
        answer = connection.getresponse()
        assert answer.status == 201, answer.read()
        connection.close()


@pytest.mark.parametrize("request_name", answers.LOOK_UPS)
def test_expected_responses_match_the_program(played, request_name):
    store, server = played
    answers.check(store, server.port, request_name)


@pytest.mark.parametrize("request_name", answers.LOOK_UPS)
def test_a_wrong_response_is_found(played, request_name, monkeypatch):
    store, server = played
    asked = answers.ask
    monkeypatch.setattr(answers, "ask", lambda *arguments: asked(*arguments).replace(b"nightowl", b"nightowk"))
    with pytest.raises(wrk.WrongAnswers, match="nightowk"):
        answers.check(store, server.port, request_name)


def test_a_list_can_be_measured(played):
    measured = rounds.interleaved({"ours": listing.Lister(*played)}, rounds=1, seconds=1)
    assert measured["ours"]["mb_per_second"].median > 0


def test_every_contender_can_be_warmed_up_and_checked():
    kinds = [kind for module in (contenders, growth, listing, streams) for kind in vars(module).values() if hasattr(kind, "sample")]
    assert len(kinds) > 5
    for kind in kinds:
        assert contenders.Contender in kind.__mro__, kind


@pytest.mark.parametrize("made, is_right", [(99, False), (100, True), (228, True), (229, False)])
def test_acknowledged_changes_must_be_stored_and_no_others(made, is_right):
    if is_right:
        answers.check_changes("cite", 100, 64, made)
    else:
        with pytest.raises(wrk.WrongAnswers):
            answers.check_changes("cite", 100, 64, made)


def rows(store: Store, statement: str) -> list[tuple]:
    return store.rows(statement)


def test_copies_within_a_guild_have_their_own_names_plates_and_belongings(played):
    store, server = played
    server.stop()
    with closing(sqlite3.connect(store.url.removeprefix("sqlite:"))) as connection:
        multiply.within_guild(connection.cursor(), 2, people.Population(1, 6))
        connection.commit()
        assert connection.execute("pragma foreign_key_check").fetchall() == []
    assert rows(store, "select name, name_key from civilian order by name") == [
        (people.civilian(number), people.civilian(number).lower()) for number in range(1, 7)
    ]
    owners = rows(store, "select v.plate, v.plate_key, c.name from vehicle v join civilian c on c.id = v.civilian_id order by v.plate")
    assert owners == [(people.plate(number), people.plate(number).lower(), people.civilian(number)) for number in range(1, 7)]
    assert rows(store, "select count(*), count(distinct civilian_id) from entry") == [(24, 6)]
    assert rows(store, "select count(distinct serial_key), count(distinct civilian_id) from firearm") == [(6, 6)]


def test_copies_in_other_guilds_have_everything_and_the_history(played):
    store, server = played
    server.stop()
    with closing(sqlite3.connect(store.url.removeprefix("sqlite:"))) as connection:
        connection.execute("insert into guild (id, created_at) values ('guild-0002', 1), ('guild-0003', 1)")
        multiply.to_other_guilds(connection.cursor(), people.Population(3, 2))
        connection.commit()
        assert connection.execute("pragma foreign_key_check").fetchall() == []
    for name in (*multiply.RECORDS, *multiply.HISTORY):
        counts = rows(store, f"select guild_id, count(*) from {name} group by guild_id order by guild_id")
        assert [guild for guild, _ in counts] == ["guild-0001", "guild-0002", "guild-0003"]
        assert len({count for _, count in counts}) == 1
    assert rows(store, "select distinct last_seq from guild") == [(14,)]
