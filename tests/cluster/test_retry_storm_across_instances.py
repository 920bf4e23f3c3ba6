"""The retry storm of the black-box suite, with each attempt at any of three instances."""

import os
import random

from instances import clients_of, instances
from retry_storm import Storm


def test_changes_that_are_repeated_at_other_instances_are_made_once(store):
    seed = int(os.environ.get("BLOTTER_TEST_SEED", random.randrange(2**32)))
    print(f"reproduce the cuts with BLOTTER_TEST_SEED={seed}")
    chance = random.Random(seed)
    with instances(store, 3) as servers:
        [client, *_] = clients_of(servers)
        storm = Storm(client, lambda: chance.choice(servers).port, seed)
        storm.run()
        storm.assert_each_change_was_made_once()
