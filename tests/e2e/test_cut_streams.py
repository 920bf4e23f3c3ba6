"""A stream that is cut at random moments while changes go on misses no event and sees none twice."""

import os
import random

from cut_stream import Following


def test_a_stream_that_is_cut_a_thousand_times_misses_nothing_and_sees_nothing_twice(guild):
    seed = int(os.environ.get("BLOTTER_TEST_SEED", random.randrange(2**32)))
    print(f"reproduce the moments of the cuts with BLOTTER_TEST_SEED={seed}")
    following = Following(guild, lambda: guild.server, seed)
    following.run()
    following.assert_complete(guild)
