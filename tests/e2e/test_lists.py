"""The three lists: pages, filters, and ignored input."""

import pytest

from shapes import CIVILIAN, FIREARM, VEHICLE, assert_shape

PATHS = {"civilians": "civilian/list", "vehicles": "vehicle/list", "firearms": "firearm/list"}
SHAPES = {"civilians": CIVILIAN, "vehicles": VEHICLE, "firearms": FIREARM}
each_list = pytest.mark.parametrize("what", PATHS)


def ids(answer, what) -> list[str]:
    return [record["id"] for record in answer[what]]


def pages(guild, what, limit, **filters) -> list[dict]:
    """All pages, each checked for what all pages have in common."""
    seen, query = [], {"limit": str(limit), **filters}
    while True:
        answer = guild.get(PATHS[what], query=query).ok()
        is_last = "next" not in answer
        assert list(answer) == ["amount", "guildID", what] + ([] if is_last else ["next"])
        for record in answer[what]:
            assert_shape(record, SHAPES[what])
        seen.append(answer)
        if is_last:
            return seen
        assert len(answer[what]) == limit
        assert answer["next"] == answer[what][-1]["id"]
        query["after"] = answer["next"]


@pytest.fixture
def town(guild):
    """Seven civilians; Ada (1) has a BOLO, Gil (7) is deceased, and each of the first five has a vehicle and a firearm."""
    names = ["Ada Lane", "Adam Lane", "ADA lovelace", "Ben Oak", "Straße One", "Strasse Two", "Gil Moor"]
    for name in names:
        guild.civilian(name)
    for number, name in enumerate(names[:5]):
        guild.vehicle(name, f"CAR {number}")
        guild.firearm(name)
    guild.bolo("Ada Lane")
    guild.patch("vehicle/edit", {"name": "Ben Oak", "field": "stole", "value": True}).created()
    guild.patch("firearm/edit", {"name": "Ben Oak", "field": "stole", "value": True}).created()
    guild.impound("CAR 0"), guild.impound("CAR 3")
    guild.mark_deceased("Gil Moor")
    return guild


@each_list
@pytest.mark.parametrize("order", [{}, {"order": "oldest"}, {"order": "newest"}])
@pytest.mark.parametrize("limit", [1, 2, 3, 5, 6, 1000])
def test_pages_join_to_the_whole_list(town, what, limit, order):
    whole = town.get(PATHS[what], query=order).ok()
    assert list(whole) == ["amount", "guildID", what]
    joined = pages(town, what, limit, **order)
    assert [record for page in joined for record in page[what]] == whole[what]
    assert {page["amount"] for page in joined} == {whole["amount"]}
    assert len(joined) == -(-whole["amount"] // limit)


@each_list
def test_newest_first_is_the_reverse_of_the_list(town, what):
    whole = ids(town.get(PATHS[what]).ok(), what)
    assert whole == sorted(whole, key=int)
    assert ids(town.get(PATHS[what], query={"order": "oldest"}).ok(), what) == whole
    newest = town.get(PATHS[what], query={"order": "newest"}).ok()
    assert ids(newest, what) == whole[::-1]
    assert newest["amount"] == len(whole)
    rest = town.get(PATHS[what], query={"order": "newest", "after": whole[2]}).ok()
    assert ids(rest, what) == whole[1::-1]


@each_list
def test_a_new_record_is_the_first_of_the_newest(town, what):
    town.civilian("Last One"), town.vehicle("Last One", "LAST 1"), town.firearm("Last One")
    newest = town.get(PATHS[what], query={"order": "newest", "limit": "1"}).ok()[what][0]
    assert newest["civilianName"] == "Last One"


@each_list
@pytest.mark.parametrize("wrong", ["", "Newest", "desc", "0", "true", "newest,oldest"])
def test_an_order_is_oldest_or_newest(town, what, wrong):
    answer = town.get(PATHS[what], query={"order": wrong}).invalid("order")
    assert answer.headers["X-Error-Hint"] == "order must be one of oldest, newest"
    assert answer.json["details"] == "Invalid order provided (11057)"


@each_list
def test_the_rest_of_a_list_needs_no_limit(town, what):
    whole = ids(town.get(PATHS[what]).ok(), what)
    rest = town.get(PATHS[what], query={"after": whole[1]}).ok()
    assert ids(rest, what) == whole[2:]
    assert rest["amount"] == len(whole)
    assert "next" not in rest


@each_list
def test_after_the_end_of_a_list_comes_an_empty_page(town, what):
    whole = town.get(PATHS[what]).ok()
    ends = ({"after": whole[what][-1]["id"]}, {"after": "9223372036854775807", "limit": "1"})
    for query in (*ends, {"after": whole[what][0]["id"], "order": "newest"}, {"after": "0", "order": "newest", "limit": "1"}):
        assert town.get(PATHS[what], query=query).ok() == {"amount": whole["amount"], "guildID": town.guild, what: []}


@each_list
def test_a_page_of_an_empty_list_is_404(guild, what):
    for query in ({"limit": "5"}, {"after": "1"}, {"limit": "1000", "after": "1"}):
        guild.get(PATHS[what], query=query).refused(404, f"Unable to find any {what} (20060)")


@each_list
def test_a_page_continues_after_a_deleted_record(town, what):
    whole = ids(town.get(PATHS[what]).ok(), what)
    first = town.get(PATHS[what], query={"limit": "1"}).ok()
    town.delete("civilian/delete", {"name": "Ada Lane"}).ok()
    assert ids(town.get(PATHS[what], query={"after": first["next"]}).ok(), what) == whole[1:]
    newest = town.get(PATHS[what], query={"limit": "1", "order": "newest"}).ok()
    town.delete("civilian/delete", {"name": newest[what][0]["civilianName"]}).ok()
    rest = town.get(PATHS[what], query={"after": newest["next"], "order": "newest"}).ok()
    assert ids(rest, what) == whole[-2:0:-1]


def test_civilians_are_found_by_a_prefix_of_their_name(town):
    def found(prefix: str, **more) -> list[str]:
        answer = town.get("civilian/list", query={"name": prefix, **more}).ok()
        assert answer["amount"] == len(answer["civilians"])
        return [record["civilianName"] for record in answer["civilians"]]

    assert found("ada") == ["Ada Lane", "Adam Lane", "ADA lovelace"]
    assert found("ADA  l") == ["Ada Lane", "ADA lovelace"]
    assert found("Ada L ") == ["Ada Lane", "ADA lovelace"]
    assert found("strass") == ["Straße One", "Strasse Two"]
    assert found("Straße T") == ["Strasse Two"]
    assert found("Ben Oak") == ["Ben Oak"]
    assert found("a", bolo="true") == ["Ada Lane"]
    assert found("a", bolo="false") == ["Adam Lane", "ADA lovelace"]
    for nobody in ("lane", "Gil", "Ada Lane x", "a%", "_"):
        town.get("civilian/list", query={"name": nobody}).refused(404, "Unable to find any civilians (20060)")


def test_the_amount_of_a_filtered_page_counts_all_matches(town):
    page = town.get("civilian/list", query={"name": "a", "limit": "2"}).ok()
    assert (page["amount"], len(page["civilians"])) == (3, 2)
    assert [p["amount"] for p in pages(town, "civilians", 1, name="a")] == [3, 3, 3]


@pytest.mark.parametrize(
    "what, query, plates",
    [
        ("vehicles", {"stolen": "true"}, [3]),
        ("vehicles", {"stolen": "false"}, [0, 1, 2, 4]),
        ("vehicles", {"impounded": "true"}, [0, 3]),
        ("vehicles", {"impounded": "false"}, [1, 2, 4]),
        ("vehicles", {"stolen": "false", "impounded": "true"}, [0]),
        ("vehicles", {"stolen": "true", "impounded": "false"}, []),
        ("vehicles", {"stolen": "false", "impounded": "false"}, [1, 2, 4]),
        ("vehicles", {"name": "ben  OAK"}, [3]),
        ("vehicles", {"name": "Ada Lane", "stolen": "false", "impounded": "true"}, [0]),
        ("vehicles", {"name": "Ada Lane", "stolen": "true"}, []),
        ("vehicles", {"name": "Ada"}, []),
        ("vehicles", {"name": "Nobody"}, []),
        ("firearms", {"stolen": "true"}, [3]),
        ("firearms", {"stolen": "false"}, [0, 1, 2, 4]),
        ("firearms", {"name": "Ben Oak"}, [3]),
        ("firearms", {"name": "Ben Oak", "stolen": "false"}, []),
        ("firearms", {"name": "Nobody"}, []),
        ("civilians", {"bolo": "true"}, [0]),
        ("civilians", {"bolo": "false"}, [1, 2, 3, 4, 5]),
    ],
)
def test_a_filter_shows_only_matching_records(town, what, query, plates):
    whole = ids(town.get(PATHS[what]).ok(), what)
    answer = town.get(PATHS[what], query=query)
    if not plates:
        answer.refused(404, f"Unable to find any {what} (20060)")
        return
    assert ids(answer.ok(), what) == [whole[number] for number in plates]
    assert answer.ok()["amount"] == len(plates)
    assert [id for page in pages(town, what, 2, **query) for id in ids(page, what)] == ids(answer.ok(), what)
    newest = [id for page in pages(town, what, 2, order="newest", **query) for id in ids(page, what)]
    assert newest == ids(answer.ok(), what)[::-1]


def test_the_belongings_of_the_deceased_are_listed(town):
    town.mark_deceased("Ada Lane")
    assert town.get("vehicle/list", query={"name": "Ada Lane"}).ok()["amount"] == 1
    town.get("civilian/list", query={"bolo": "true"}).refused(404, "Unable to find any civilians (20060)")


@each_list
@pytest.mark.parametrize("wrong", ["", "0", "1001", "-1", "1.0", "1.5", "ten", "1e1", " 1", "+1", "9" * 30])
def test_a_limit_is_a_whole_number_from_1_to_1000(town, what, wrong):
    answer = town.get(PATHS[what], query={"limit": wrong}).invalid("limit")
    assert answer.headers["X-Error-Hint"] == "limit must be a whole number from 1 to 1000"


@each_list
@pytest.mark.parametrize("wrong", ["", "x", "-1", "1.5", " 1", "0x1", "9223372036854775808", "0" * 20])
def test_after_takes_only_values_of_next(town, what, wrong):
    town.get(PATHS[what], query={"after": wrong}).invalid("after")


@pytest.mark.parametrize("what, member", [("civilians", "bolo"), ("vehicles", "stolen"), ("vehicles", "impounded"), ("firearms", "stolen")])
@pytest.mark.parametrize("wrong", ["", "1", "0", "True", "FALSE", "yes", " true", "null"])
def test_a_flag_is_true_or_false(town, what, member, wrong):
    town.get(PATHS[what], query={member: wrong}).invalid(member)


@each_list
def test_a_name_has_the_limits_of_a_name(town, what):
    for wrong in ("", "  ", "x" * 100, "a\nb"):
        town.get(PATHS[what], query={"name": wrong}).invalid("name")


@pytest.mark.parametrize(
    "what, order",
    [
        ("civilians", ["name", "bolo", "limit", "after", "order"]),
        ("vehicles", ["name", "stolen", "impounded", "limit", "after", "order"]),
        ("firearms", ["name", "stolen", "limit", "after", "order"]),
    ],
)
def test_of_several_wrong_parameters_the_first_in_order_is_named(town, what, order):
    for first in range(len(order)):
        town.get(PATHS[what], query={name: "" for name in reversed(order[first:])}).invalid(order[first])


@each_list
def test_a_wrong_parameter_comes_before_an_empty_list(guild, what):
    guild.get(PATHS[what], query={"limit": "0"}).invalid("limit")


@each_list
def test_other_parameters_and_every_body_are_ignored(town, what):
    whole = town.get(PATHS[what])
    for query in ({"page": "2"}, {"plate": ""}, {"deceased": "x"}, {"Limit": "1"}, {"userID": "1"}):
        assert town.get(PATHS[what], query=query).text == whole.text
    for raw in (b"", b"[]", b"null", b"no json", b'{"limit": 1, "name": "Nobody", "stolen": 5}', b"\xff"):
        assert town.get(PATHS[what], raw=raw).text == whole.text


@each_list
def test_a_body_does_not_replace_the_query_string(town, what):
    answer = town.get(PATHS[what], {"limit": 3, "after": "x"}, query={"limit": "1"}).ok()
    assert len(answer[what]) == 1 and "next" in answer


@each_list
def test_a_page_shows_a_change_at_once(town, what):
    for number in range(3):
        queries = ({"limit": "2"}, {"limit": "2", "order": "newest"})
        before = [town.get(PATHS[what], query=query).ok() for query in queries]
        town.civilian(f"New {number}"), town.vehicle(f"New {number}", f"NEW {number}"), town.firearm(f"New {number}")
        after = [town.get(PATHS[what], query=query).ok() for query in queries]
        assert [page["amount"] for page in after] == [page["amount"] + 1 for page in before]
        assert after[1][what][0]["civilianName"] == f"New {number}"


def test_a_page_of_a_thousand_is_streamed_whole(guild):
    for owner in ("Owner", "Other"):
        guild.civilian(owner)
    for number in range(1003):
        guild.vehicle("Owner" if number < 1000 else "Other", f"P{number}", model="m" * 400)
    for order in ("oldest", "newest"):
        first, last = pages(guild, "vehicles", 1000, order=order)
        assert (len(first["vehicles"]), len(last["vehicles"])) == (1000, 3)
        assert first["amount"] == last["amount"] == 1003
        plates = [car["plate"] for car in first["vehicles"] + last["vehicles"]]
        assert plates == [f"P{number}" for number in range(1003)][:: 1 if order == "oldest" else -1]
