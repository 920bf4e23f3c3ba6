"""The people in the guilds, by the same rule as programs/people.hpp and load/people.lua."""

from dataclasses import dataclass


def guild(number: int) -> str:
    return f"guild-{number:04}"


def civilian(number: int) -> str:
    return f"Civilian Number {number:07}"


def plate(number: int) -> str:
    return f"PL{number:07}"


@dataclass(frozen=True)
class Population:
    """The number of guilds and of civilians in each; each civilian has a vehicle and five entries, every second one a firearm."""

    guilds: int
    civilians: int

    def __str__(self) -> str:
        return f"{self.guilds:,} guilds of {self.civilians:,}" if self.guilds > 1 else f"{self.civilians:,} civilians"
