"""What a key may do: several scopes for one operation, scopes for one field only, and roles."""

import pytest

from harness import admin, assert_one_clear_line, create_key, run

ROLES = {
    "viewer": "read",
    "officer": "read,leo",
    "medic": "read,medical",
    "clerk": "read,civilian,vehicle,firearm",
    "dispatcher": "read,civilian,vehicle,firearm,leo",
    "bot": "read,civilian,vehicle,firearm,leo,medical",
    "owner": "read,civilian,vehicle,firearm,leo,medical,admin",
}


@pytest.fixture
def officer(server, john):
    john.vehicle(plate="ABC 123")
    john.firearm()
    return server.client(create_key(server.store, john.guild, scopes="read,leo"), john.guild)


def test_an_officer_raises_and_ends_a_bolo(officer):
    officer.patch("civilian/bolo", {"name": "John Doe", "bolo": True, "reason": "Robbery"}).created()
    officer.patch("civilian/bolo", {"name": "John Doe", "bolo": False}).created()


def test_an_officer_reports_a_stolen_vehicle_and_changes_nothing_else_of_it(officer):
    officer.patch("vehicle/edit", {"name": "John Doe", "field": "stole", "value": True}).created()
    for field, value in (("color", "Red"), ("insurance", "None"), ("registration", "Expired")):
        refused = officer.patch("vehicle/edit", {"name": "John Doe", "field": field, "value": value})
        refused.refused(403, "Missing permission vehicle (20059)")
        hint = "the key does not have the scope vehicle; leo is enough for the field stole"
        assert refused.headers["X-Error-Hint"] == hint
    assert officer.get("vehicle/plate", {"plate": "ABC 123"}).ok()["vehicle"][0]["stolen"]


def test_an_officer_reports_a_stolen_firearm_and_changes_nothing_else_of_it(officer):
    officer.patch("firearm/edit", {"name": "John Doe", "field": "stole", "value": True}).created()
    officer.patch("firearm/edit", {"name": "John Doe", "field": "color", "value": "Red"}).refused(403, "Missing permission firearm (20059)")


def test_a_request_without_a_field_needs_the_full_scope(officer):
    officer.patch("vehicle/edit", {"name": "John Doe"}).refused(403, "Missing permission vehicle (20059)")


def test_an_officer_creates_and_deletes_no_civilians_vehicles_or_firearms(officer):
    officer.post("civilian/create", {}).refused(403, "Missing permission civilian (20059)")
    officer.patch("civilian/edit", {}).refused(403, "Missing permission civilian (20059)")
    officer.delete("vehicle/delete", {}).refused(403, "Missing permission vehicle (20059)")
    officer.delete("firearm/delete", {}).refused(403, "Missing permission firearm (20059)")


def test_a_medic_raises_no_bolo(server, john):
    medic = server.client(create_key(server.store, john.guild, scopes="read,medical"), john.guild)
    refused = medic.patch("civilian/bolo", {"name": "John Doe", "bolo": True, "reason": "Robbery"})
    refused.refused(403, "Missing permission civilian (20059)")
    assert refused.headers["X-Error-Hint"] == "the key does not have the scope civilian or leo"


@pytest.mark.parametrize("role", ROLES)
def test_a_role_is_a_name_for_scopes(server, role):
    key = create_key(server.store, "roles", role=role)
    shown = server.client(key, "roles").get("key").ok()
    assert shown["scopes"] == ROLES[role].split(",")


def test_the_roles_are_listed(store):
    done = run("key", "roles")
    assert done.returncode == 0
    heading, *lines = done.stdout.splitlines()
    assert heading.split() == ["ROLE", "SCOPES", "FOR"]
    assert {line.split()[0]: line.split()[1] for line in lines} == ROLES
    assert all(len(line.split()) > 2 for line in lines)


def test_a_role_that_does_not_exist_and_a_role_beside_scopes_are_refused(store):
    unknown = run("key", "create", "--guild", "g", "--role", "sheriff", "--store", store.url)
    assert_one_clear_line(unknown, "--role must be one of viewer, officer", "sheriff")
    both = run("key", "create", "--guild", "g", "--role", "officer", "--scopes", "read", "--store", store.url)
    assert_one_clear_line(both, "--role: cannot be used together with --scopes")
    admin(store, "key", "create", "--guild", "g")
