"""kill -9 under load: acknowledged changes are stored once, others at most once."""

import os
import random
import time

from harness import Server, create_key
from load import Ledger, Load

ROUNDS = 20
GUILD = "crashing"


def test_no_acknowledged_change_is_lost_and_none_is_made_twice_in_twenty_crashes(store):
    seed = int(os.environ.get("BLOTTER_TEST_SEED", random.randrange(2**32)))
    print(f"reproduce the moments of the crashes with BLOTTER_TEST_SEED={seed}")
    chance = random.Random(seed)
    key = create_key(store, GUILD)
    with Server(store) as server:
        ledger = Ledger(server.client(key, GUILD))
    for _ in range(ROUNDS):
        with Server(store) as server:
            client = server.client(key, GUILD)
            ledger.assert_balanced(client)
            with Load(ledger, client, writers=5):
                time.sleep(chance.uniform(0.02, 0.5))
                server.kill()
    with Server(store) as server:
        ledger.assert_balanced(server.client(key, GUILD))
    assert ledger.wrong == []
    assert ledger.total(ledger.refused) == 0
    assert ledger.total(ledger.acknowledged) > ROUNDS, "the load must have written something"
