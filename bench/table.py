"""Results as rows that a newcomer can read: what, ours, what stands beside it, the ratio, what is wanted, and whether it is met."""

from dataclasses import asdict

from . import contenders
from .figures import Figure, shown
from .workloads import Goal, Workload


def goal_row(goal: Goal, figures: dict[str, dict[str, Figure]]) -> dict:
    value = figures[goal.of][goal.figure].median
    other = figures[goal.beside][goal.figure].median if goal.beside else None
    judged = value / other if other else value
    return {
        "figure": goal.figure, "of": goal.of, "beside": goal.beside, "value": value, "other": other,
        "ratio": judged if other else None, "wanted": goal.wanted, "met": goal.verdict(judged),
    }  # fmt: skip


def result(workload: Workload, figures: dict[str, dict[str, Figure]]) -> dict:
    """What bench.json keeps of a workload."""
    wanted = {goal.beside for goal in workload.goals if goal.figure == "requests_per_second"}
    goals = [*workload.goals, *(Goal(beside=name) for name in workload.beside if name not in wanted)]
    return {
        "name": workload.name,
        "title": workload.title,
        "engine": workload.engine,
        "population": str(workload.population),
        "connections": workload.load.connections,
        "contenders": {
            name: {"title": contenders.title(name, workload.engine), "figures": {figure: asdict(each) for figure, each in kinds.items()}}
            for name, kinds in figures.items()
        },
        "rows": [goal_row(goal, figures) for goal in goals],
    }


HEADINGS = ("What", "Blotter", "Beside it", "", "Ratio", "Wanted", "Met?")
MET = {True: "yes", False: "NO", None: ""}


def cells(workload: dict) -> list[tuple[str, ...]]:
    """One row per comparison or goal; only the first names the workload."""
    what = f"{workload['title']}, {workload['engine']}, {workload['connections']} connections"
    rows = []
    for row in workload["rows"]:
        beside = workload["contenders"][row["beside"]]["title"] if row["beside"] else row["figure"].removesuffix("_ms").removesuffix("_mb")
        rows.append((
            "" if rows else what,
            shown(row["figure"], row["value"]),
            beside,
            shown(row["figure"], row["other"]) if row["other"] is not None else "",
            f"{row['ratio']:.2f}" if row["ratio"] is not None else "",
            row["wanted"],
            MET[row["met"]],
        ))  # fmt: skip
    return rows


def text(results: list[dict]) -> str:
    rows = [HEADINGS, *(row for workload in results for row in cells(workload))]
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEADINGS))]
    left = {0, 2, 5}
    lines = [
        "  ".join(cell.ljust(width) if column in left else cell.rjust(width) for column, (cell, width) in enumerate(zip(row, widths)))
        for row in rows
    ]
    return "\n".join([lines[0], "-" * len(lines[0]), *lines[1:]])
