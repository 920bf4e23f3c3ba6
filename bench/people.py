"""Who lives in the guilds: the rule of programs/people.hpp and load/people.lua."""

from dataclasses import dataclass


def guild(number: int) -> str:
    return f"guild-{number:04}"


def civilian(number: int) -> str:
    return f"Civilian Number {number:07}"


def plate(number: int) -> str:
    return f"PL{number:07}"


@dataclass(frozen=True)
class Population:
    """So many guilds with so many civilians each; each civilian has a vehicle, every second a firearm, and five entries."""

    guilds: int
    civilians: int

    def __str__(self) -> str:
        return f"{self.guilds:,} guilds of {self.civilians:,}" if self.guilds > 1 else f"{self.civilians:,} civilians"
