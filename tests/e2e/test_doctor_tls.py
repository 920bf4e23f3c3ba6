"""blotter doctor: certificates and their keys, created with openssl."""

import json
import ssl

import pytest

import doctor as asking
from certificates import Authority, bundle, openssl
from doctor import answering, doctor
from harness import Server, create_key


@pytest.fixture(scope="module")
def root(tmp_path_factory):
    return Authority(tmp_path_factory.mktemp("authorities"), "Test Root")


@pytest.fixture(scope="module")
def middle(root, tmp_path_factory):
    return Authority(tmp_path_factory.mktemp("middle"), "Test Intermediate", issuer=root)


@pytest.fixture(scope="module")
def good(root, middle, tmp_path_factory):
    """A complete chain and its key."""
    certificate, key = middle.sign("records.example.org")
    return bundle(tmp_path_factory.mktemp("good") / "fullchain.pem", certificate, middle.certificate, root.certificate), key


@pytest.fixture
def used(store):
    store.key = create_key(store, "g1", name="bot")
    return store


@pytest.fixture
def checked(used):
    """Runs the doctor with a certificate and a key."""
    return lambda certificate, key, **more: doctor("--store", used.url, "--tls-cert", certificate, "--tls-key", key, **more)


def test_a_good_certificate_passes(checked, good):
    report = checked(*good).all_ok()
    report.says("certificate", "ok", "records.example.org", "Test Intermediate", "valid until").says("chain", "ok").says("tls key", "ok")
    assert "tls" not in report.checks


@pytest.mark.parametrize("begins, ends, status, mentions", [
    (-90, -1, "error", ["expired on", "renew"]),
    (-60, 10.5, "warning", ["expires in 10 days", "renew"]),
    (-60, 29.9, "warning", ["expires in 29 days"]),
    (-60, 30.1, "ok", ["valid until"]),
    (2, 90, "error", ["valid only from", "clock"]),
])  # fmt: skip
def test_the_dates_of_a_certificate_are_checked(checked, root, tmp_path, begins, ends, status, mentions):
    certificate, key = root.sign(f"dated{ends}", begins=begins, ends=ends)
    report = checked(bundle(tmp_path / "chain.pem", certificate, root.certificate), key)
    report.says("certificate", status, *mentions).says("chain", "ok").says("tls key", "ok")


def test_a_missing_issuer_is_reported(checked, root, middle, good):
    certificate, key = middle.sign("alone")
    checked(certificate, key).only_trouble("chain", "warning", "Test Intermediate", "fullchain.pem")
    # Authorities that the machine trusts need not be in the file.
    direct, direct_key = root.sign("direct")
    checked(direct, direct_key).only_trouble("chain", "warning", "Test Root")
    checked(direct, direct_key, env={"SSL_CERT_FILE": str(root.certificate)}).all_ok()


def test_the_root_need_not_be_in_the_file(checked, middle, tmp_path):
    certificate, key = middle.sign("usual")
    checked(bundle(tmp_path / "chain.pem", certificate, middle.certificate), key).all_ok()


def test_a_chain_out_of_order_is_an_error(checked, root, middle, tmp_path):
    certificate, key = middle.sign("shuffled")
    checked(bundle(tmp_path / "chain.pem", certificate, root.certificate, middle.certificate), key).only_trouble("chain", "error", "not signed by")


def test_a_self_signed_certificate_is_reported(checked, root):
    root.key.chmod(0o600)
    checked(root.certificate, root.key).only_trouble("chain", "warning", "self-signed")


def test_a_key_that_does_not_match_is_an_error(checked, good, middle):
    _, other = middle.sign("somebody-else")
    checked(good[0], other).only_trouble("tls key", "error", other, "does not belong")


def test_a_key_with_a_passphrase_is_an_error(checked, good, tmp_path):
    openssl("pkey", "-in", good[1], "-aes128", "-passout", "pass:secret", "-out", tmp_path / "locked.pem")
    checked(good[0], tmp_path / "locked.pem").only_trouble("tls key", "error", "passphrase")


@pytest.mark.parametrize("mode, status", [(0o600, "ok"), (0o640, "ok"), (0o644, "warning"), (0o604, "warning")])
def test_a_key_that_everybody_may_read_is_reported(checked, good, tmp_path, mode, status):
    key = tmp_path / "key.pem"
    key.write_text(good[1].read_text())
    key.chmod(mode)
    checked(good[0], key).only_trouble("tls key", status, *([f"mode 0{mode:o}", f"chmod 640 {key}"] if status == "warning" else []))


def test_files_that_cannot_be_read_are_errors(checked, good, tmp_path):
    (tmp_path / "text.pem").write_text("no certificate\n")
    checked(tmp_path / "missing.pem", good[1]).only_trouble("certificate", "error", "missing.pem", "No such file")
    checked(tmp_path / "text.pem", good[1]).only_trouble("certificate", "error", "text.pem", "no certificate")
    checked(good[0], tmp_path / "missing.pem").only_trouble("tls key", "error", "missing.pem", "No such file")


def test_a_running_server_is_checked_over_tls(used, good):
    options = ("--tls-cert", *good[:1], "--tls-key", good[1])
    with Server(used, *options) as server:
        asking.of(server, *options).all_ok().says("server", "ok", "ready")


def test_a_server_that_still_has_the_old_certificate_is_reported(used, good, root, middle, tmp_path):
    chain = bundle(tmp_path / "chain.pem", *good[:1])
    key = tmp_path / "key.pem"
    key.write_text(good[1].read_text())
    key.chmod(0o600)
    options = ("--tls-cert", chain, "--tls-key", key)
    with Server(used, *options) as server:
        renewed, renewed_key = middle.sign("records.example.org-renewed")
        bundle(chain, renewed, middle.certificate, root.certificate)
        key.write_text(renewed_key.read_text())
        asking.of(server, *options).only_trouble("certificate", "warning", "the running server still uses another one", "restart")


def test_a_server_with_tls_but_options_without_is_reported_and_vice_versa(used, good):
    options = ("--tls-cert", *good[:1], "--tls-key", good[1])
    with Server(used, *options) as server:
        asking.of(server).only_trouble("port", "error", "with TLS", "restart")
    with Server(used) as server:
        asking.of(server, *options).only_trouble("port", "error", "without TLS", "restart")


def test_a_key_is_sent_to_the_holder_of_the_certificate(used, good, tmp_path):
    options = ("--tls-cert", good[0], "--tls-key", good[1])
    key = {"env": {"BLOTTER_KEY": used.key}}
    with Server(used, *options) as server:
        asking.of(server, *options, **key).all_ok().says("key", "ok", "accepted by the running server")
        absent = doctor("--store", f"sqlite:{tmp_path}/absent.db", *options, "--guild", "g1", listen=f"127.0.0.1:{server.port}", **key)
        absent.says("key", "ok", "accepted by the running server")


def test_a_key_is_not_sent_to_the_holder_of_another_certificate(used, good, middle, tmp_path):
    certificate, certificate_key = middle.sign("impostor")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, certificate_key)
    key = {"env": {"BLOTTER_KEY": used.key}}
    asked = lambda store, cert, address: doctor(  # noqa: E731
        "--store", store, "--tls-cert", cert, "--tls-key", good[1], "--guild", "g1", listen=address, **key
    )
    with answering(context, api_version='{"version": "0.0.1"}', readyz="{}", api_key='{"keyName": "bot", "scopes": []}') as impostor:
        absent = f"sqlite:{tmp_path}/absent.db"
        for cert, reason in ((good[0], "the server has another certificate"), (tmp_path / "missing.pem", "--tls-cert cannot be read")):
            asked(used.url, cert, impostor).says("key", "ok", '"bot" for g1', f"not sent to the running server: {reason}")
            asked(absent, cert, impostor).says("key", "error", "cannot be checked", reason)
        assert impostor.seen and used.key not in json.dumps(impostor.seen)
