"""Measures the contenders of a workload in turns, so that other activity of the machine affects all of them equally."""

import contextlib

from . import contenders
from .contenders import Contender, Setting
from .figures import Figure, Sample, summary
from .stores import Stores
from .workload import Workload


def interleaved(open_contenders: dict[str, Contender], rounds: int, seconds: int) -> dict[str, dict[str, Figure]]:
    """A, B, C, A, B, C, …: each is warmed up once, and checked before and after."""
    samples: dict[str, list[Sample]] = {name: [] for name in open_contenders}
    for contender in open_contenders.values():
        contender.check()
        contender.warm_up(seconds)
    for _ in range(rounds):
        for name, contender in open_contenders.items():
            samples[name].append(contender.sample(seconds))
    for contender in open_contenders.values():
        contender.check()
    return {name: summary(each) for name, each in samples.items()}


def measure(workload: Workload, stores: Stores, rounds: int, seconds: int) -> dict[str, dict[str, Figure]]:
    setting = Setting(stores, workload.engine, workload.population, workload.load)
    with contextlib.ExitStack() as stack:
        opened = {name: stack.enter_context(contenders.KINDS[name].open(setting)) for name in ("ours", *workload.beside)}
        # Without a goal, shorter rounds are enough.
        return interleaved(opened, rounds, seconds if workload.goals else max(1, seconds // 2))
