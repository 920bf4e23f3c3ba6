"""The OpenAPI document: valid, complete and correct."""

import copy
import json
import subprocess

import pytest
import requests

import builders
from document import Document
from harness import ANSWER_SECONDS, CODES, REPOSITORY, Server, openapi, operations, run
from test_generated import CONTRACT, row_of, send, set_up, title

DOCUMENT = Document(openapi())
OPERATIONS = operations()

each_operation = pytest.mark.parametrize("operation", OPERATIONS, ids=title)


def validate(document: dict) -> subprocess.CompletedProcess:
    script = REPOSITORY / "tests/e2e/validate_openapi.mjs"
    return subprocess.run(["node", script], input=json.dumps(document), capture_output=True, text=True, timeout=60)


def test_the_document_is_valid():
    done = validate(DOCUMENT.json)
    assert (done.returncode, done.stdout) == (0, "valid OpenAPI 3.1.0\n"), done.stderr


def test_the_validator_finds_errors():
    broken = copy.deepcopy(DOCUMENT.json)
    broken["paths"]["/api/civilian/info"]["get"]["parameters"][0]["in"] = "nowhere"
    assert validate(broken).returncode != 0


# The served document.


def fetch(server, method: str = "GET", **headers: str) -> requests.Response:
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    return requests.request(method, f"{server.url}/openapi.json", headers=sent, timeout=ANSWER_SECONDS)


def test_the_server_gives_the_document_that_the_command_prints(server):
    answer = fetch(server)
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "application/json; charset=utf-8"
    assert answer.headers["Content-Encoding"] == "gzip"
    assert answer.json() == DOCUMENT.json
    assert fetch(server, Accept_Encoding="identity").content == answer.content


def test_a_document_that_the_client_has_is_not_sent_again(server):
    version = fetch(server).headers["ETag"]
    assert fetch(server, If_None_Match=version).status_code == 304
    assert fetch(server, If_None_Match='"other"').status_code == 200


def test_the_document_can_only_be_read(server):
    assert fetch(server, "HEAD").status_code == 200
    refused = fetch(server, "POST")
    assert (refused.status_code, refused.headers["Allow"]) == (405, "GET, HEAD")


@pytest.mark.parametrize("limit, amount, fee", [
    ("off", {"exclusiveMinimum": 0, "maximum": 1_000_000_000}, {"minimum": 0, "maximum": 1_000_000_000}),
    ("max:5000", {"exclusiveMinimum": 0, "maximum": 5000}, {"minimum": 0, "maximum": 5000}),
    ("min:5000", {"exclusiveMinimum": 5000, "maximum": 1_000_000_000},
     {"anyOf": [{"const": 0}, {"exclusiveMinimum": 5000, "maximum": 1_000_000_000}]}),
])  # fmt: skip
def test_configured_bounds_are_in_the_document(store, limit, amount, fee):
    def rules(path: str, method: str, member: str) -> dict:
        body = document["paths"][path][method]["requestBody"]["content"]["application/json"]["schema"]
        return {name: rule for name, rule in body["properties"][member].items() if "imum" in name or name == "anyOf"}

    with Server(store, "--penalty-limit", limit) as server:
        document = fetch(server).json()
    assert rules("/api/leo/cite", "post", "amount") == amount
    assert rules("/api/leo/impound", "patch", "fee") == fee


# Completeness.


def test_every_operation_of_the_contract_is_there_with_its_members():
    assert {title(o): row_of(o) for o in OPERATIONS} == CONTRACT


def test_every_page_without_a_key_is_listed():
    for path in ("/api/version", "/healthz", "/readyz", "/metrics"):
        assert DOCUMENT.operation("GET", path)["security"] == []


def test_every_error_of_the_contract_is_listed():
    listed = {row["details"]: (row["status"], row["error"], row["code"]) for row in DOCUMENT.json["x-errors"]}
    source = (REPOSITORY / "tests/unit/error_table.cpp").read_text()
    assert listed, source
    for details, (status, error, code) in listed.items():
        assert details.endswith(f"({code})") and error.startswith(f"{status} ")
        assert details in source
    assert len(listed) == source.count("{ErrorId::") - source.count("{ErrorId::missing_permission")


@each_operation
def test_every_member_of_an_operation_can_be_refused(operation):
    errors = DOCUMENT.errors[operation["method"], operation["path"]]
    for name in ["body"] + [member["name"] for member in operation["members"]]:
        assert (400, f"Invalid {name} provided ({CODES[name]})") in errors


@each_operation
def test_every_refusal_names_its_headers(operation):
    for status, response in DOCUMENT.operation(operation["method"], operation["path"])["responses"].items():
        headers = DOCUMENT.resolve(response)["headers"]
        assert ("X-Error-Hint" in headers) is (400 <= int(status) < 500)
        assert ("Retry-After" in headers) is (status in ("429", "503"))


@each_operation
def test_an_operation_needs_key_and_guild(operation):
    assert DOCUMENT.json["security"] == [{"key": [], "guild": []}]
    assert "security" not in DOCUMENT.operation(operation["method"], operation["path"])
    schemes = DOCUMENT.json["components"]["securitySchemes"]
    assert {scheme["name"] for scheme in schemes.values()} == {"Authorization", "Guild"}


# Correctness.


@pytest.mark.parametrize(
    "operation, member",
    [(o, m) for o in OPERATIONS for m in o["members"] if o["method"] in ("GET", "DELETE") and not m["required"]],
    ids=lambda value: title(value) if "path" in value else value["name"],
)
def test_the_response_to_the_example_of_a_parameter_matches_its_schema(guild, operation, member):
    query = set_up(guild, operation)
    needed = {m["name"] for m in operation["members"] if m["required"]}
    query = {name: value for name, value in query.items() if name in needed} | {member["name"]: spelled(member["example"])}
    answer = guild.call(operation["method"], operation["path"], query=query)
    assert answer.status in (200, 404), answer.text
    DOCUMENT.check_answer(operation["method"], operation["path"], answer.status, answer.json)


def spelled(value) -> str:
    """A value as it appears in a query string."""
    return value if isinstance(value, str) else json.dumps(value)


@each_operation
def test_the_response_to_an_example_matches_its_schema(guild, operation):
    body = set_up(guild, operation)
    if "requestBody" in DOCUMENT.operation(operation["method"], operation["path"]):
        content = DOCUMENT.operation(operation["method"], operation["path"])["requestBody"]["content"]["application/json"]
        DOCUMENT.check(content["schema"], content["example"])
        own = {name: body[name] for name in ("webhookID", "seq") if name in body}
        answer = send(guild, operation, content["example"] | own)
    else:
        answer = guild.call(operation["method"], operation["path"], query=body)
    assert answer.status in (200, 201), answer.text
    DOCUMENT.check_answer(operation["method"], operation["path"], answer.status, answer.json)


def test_the_responses_for_a_full_file_match_their_schemas(john):
    vehicle, firearm = john.vehicle(), john.firearm()
    john.post("leo/cite", builders.citation()).created()
    john.post("leo/fine", builders.citation()).created()
    john.post("leo/arrest", builders.arrest()).created()
    john.post("medical/admit", builders.admission()).created()
    john.post("leo/void", {"name": "John Doe", "kind": "arrest", "count": 1, "reason": "x", "officerName": "y", "officerID": "z"}).created()
    john.impound(vehicle["plate"]), john.bolo("John Doe")
    for path, query in [
        ("/api/civilian/info", {"name": "John Doe"}),
        ("/api/civilian/list", {}),
        ("/api/vehicle/plate", {"plate": vehicle["plate"]}),
        ("/api/vehicle/list", {}),
        ("/api/firearm/info", {"serialNumber": firearm["serialNumber"]}),
        ("/api/firearm/list", {}),
        ("/api/leo/records", {"name": "John Doe"}),
        ("/api/leo/impound", {"plate": vehicle["plate"]}),
        ("/api/medical/records", {"name": "John Doe"}),
        ("/api/leo/history", {"name": "John Doe"}),
    ]:
        DOCUMENT.check_answer("GET", path, 200, john.get(path, query=query).ok())


def test_responses_without_a_key_match_their_schemas(server):
    for path in ("/api/version", "/healthz", "/readyz"):
        answer = requests.get(server.url + path, timeout=ANSWER_SECONDS)
        DOCUMENT.check_answer("GET", path, 200, answer.json())


def test_the_response_to_a_lookup_that_finds_nothing_matches_its_schema(guild):
    for path, query in [("/api/vehicle/plate", {"plate": "NONE"}), ("/api/firearm/info", {"serialNumber": "NONE"})]:
        answer = guild.get(path, query=query)
        DOCUMENT.check_answer("GET", path, 404, answer.json)
        with pytest.raises(Exception, match="found"):
            DOCUMENT.check_answer("GET", path, 404, builders.without(answer.json, "found"))


@pytest.mark.parametrize(
    "operation, member",
    [(o, m) for o in OPERATIONS for m in o["members"] if m["type"] in ("number", "integer")],
    ids=lambda value: title(value) if "path" in value else value["name"],
)
def test_a_number_is_accepted_up_to_its_bounds(guild, operation, member):
    body, rules = set_up(guild, operation), member["rules"]
    step = 1 if member["type"] == "integer" else 1e-6

    def send_number(number):
        if operation["method"] != "GET":
            return send(guild, operation, body | {member["name"]: number})
        return guild.get(operation["path"], query=body | {member["name"]: spelled(number)})

    inside = [rules["minimum"] if "minimum" in rules else rules["exclusiveMinimum"] + step]
    inside += [rules["maximum"] if "maximum" in rules else rules["exclusiveMaximum"] - step]
    outside = [rules["exclusiveMinimum"] if "exclusiveMinimum" in rules else rules["minimum"] - step]
    outside += [rules["exclusiveMaximum"] if "exclusiveMaximum" in rules else rules["maximum"] + 1]
    for number in inside:
        answer = send_number(number)
        assert answer.status in (200, 201, 404, 409), f"{number}: {answer.text}"
    for number in outside:
        send_number(number).invalid(member["name"])


@pytest.mark.parametrize("operation", [o for o in OPERATIONS if o["path"].endswith("/edit")], ids=title)
def test_the_new_value_of_each_field_is_what_the_document_says(guild, operation):
    """For each alternative one valid value, and one of a wrong type."""
    body = set_up(guild, operation)
    schema = DOCUMENT.operation("PATCH", operation["path"])["requestBody"]["content"]["application/json"]["schema"]
    wrong = {"string": 1, "number": "1", "boolean": "true", "array": 1}
    for alternative in schema["oneOf"]:
        field, rules = alternative["properties"]["field"]["const"], alternative["properties"]["value"]
        right = body | {"field": field, "value": rules["examples"][0]}
        DOCUMENT.check(schema, right)
        assert send(guild, operation, right).status in (201, 409)
        bad = body | {"field": field, "value": wrong[rules["type"]]}
        with pytest.raises(Exception):
            DOCUMENT.check(schema, bad)
        if field != "name":
            send(guild, operation, bad).invalid("value")


@pytest.mark.parametrize("kind, model", [("Vehicle", "Heron Sedan"), ("Firearm", "Pocket Sparrow 9")])
def test_the_example_of_a_member_fits_the_kind_of_record(kind, model):
    assert DOCUMENT.json["components"]["schemas"][kind]["properties"]["model"]["examples"] == [model]


def test_conditions_are_part_of_the_schema(guild):
    schema = DOCUMENT.operation("PATCH", "/api/civilian/bolo")["requestBody"]["content"]["application/json"]["schema"]
    DOCUMENT.check(schema, {"name": "A", "bolo": False})
    with pytest.raises(Exception, match="reason"):
        DOCUMENT.check(schema, {"name": "A", "bolo": True})
    schema = DOCUMENT.operation("PATCH", "/api/leo/impound")["requestBody"]["content"]["application/json"]["schema"]
    DOCUMENT.check(schema, {"plate": "A", "impound": True, "fee": 0})
    with pytest.raises(Exception):
        DOCUMENT.check(schema, {"plate": "A", "impound": False, "fee": 5})


def test_the_command_prints_only_the_document():
    done = run("openapi")
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["openapi"] == "3.1.0"
