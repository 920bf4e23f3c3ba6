"""Clients that repeat their changes over connections that break: each change is made once, and all get the same response."""

import os
import random

from retry_storm import Storm


def test_changes_that_many_clients_repeat_over_broken_connections_are_made_once(guild):
    seed = int(os.environ.get("BLOTTER_TEST_SEED", random.randrange(2**32)))
    print(f"reproduce the cuts with BLOTTER_TEST_SEED={seed}")
    storm = Storm(guild, lambda: guild.server.port, seed)
    storm.run()
    storm.assert_each_change_was_made_once()
