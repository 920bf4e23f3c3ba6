"""Results as table rows: what, ours, the alternative, the ratio, the goal, and whether it is met."""

from dataclasses import asdict

from . import contenders
from .figures import Figure, label, main_figure, shown
from .workload import Goal, Workload

ENGINES = {"sqlite": "SQLite", "postgres": "PostgreSQL"}
HEADINGS = ("What", "Blotter", "Compared with", "", "Ratio", "Goal", "Met?")
MET = {True: "yes", False: "NO", None: ""}


def rounded(figure: Figure) -> dict[str, float]:
    return {name: round(value, 3) for name, value in asdict(figure).items()}


def goal_row(goal: Goal, figures: dict[str, dict[str, Figure]]) -> dict:
    value = figures[goal.of][goal.figure].median
    other = figures[goal.beside][goal.figure].median if goal.beside else None
    judged = value if other is None else value - other if goal.is_distance else value / other
    return {
        "figure": goal.figure, "of": goal.of, "beside": goal.beside, "value": value, "other": other, "judged": judged,
        "is_distance": goal.is_distance, "wanted": goal.wanted, "met": goal.verdict(judged),
    }  # fmt: skip


def result(workload: Workload, figures: dict[str, dict[str, Figure]]) -> dict:
    """The part of bench.json for a workload: all figures, and a row for each goal and for each peer without a goal."""
    judged = {name for goal in workload.goals for name in (goal.of, goal.beside)}
    told = [name for name in workload.beside if name not in judged]
    goals = [*workload.goals, *(Goal(main_figure(figures["ours"]), beside=name) for name in told)]
    return {
        "name": workload.name,
        "title": workload.title,
        "engine": workload.engine,
        "population": str(workload.population),
        "connections": workload.load.connections,
        "contenders": {
            name: {"title": contenders.title(name, workload.engine), "figures": {figure: rounded(each) for figure, each in kinds.items()}}
            for name, kinds in figures.items()
        },
        "rows": [goal_row(goal, figures) for goal in goals],
    }


def setting(workload: dict) -> str:
    where = f"{ENGINES[workload['engine']]}, {workload['population']}"
    if not workload["connections"]:
        return where
    return f"{where}, {workload['connections']} connection{'s' * (workload['connections'] > 1)}"


def cells(workload: dict, row: dict) -> tuple[str, ...]:
    titles = {name: each["title"] for name, each in workload["contenders"].items()}
    what = label(row["figure"]) if row["of"] == "ours" else f"{titles[row['of']]}: {label(row['figure'])}"
    if row["beside"] is None:
        ratio = ""
    else:
        ratio = ("+" if row["judged"] >= 0 else "") + shown(row["figure"], row["judged"]) if row["is_distance"] else f"{row['judged']:.2f}"
    return (
        what,
        shown(row["figure"], row["value"]),
        titles[row["beside"]] if row["beside"] else "",
        shown(row["figure"], row["other"]) if row["beside"] else "",
        ratio,
        row["wanted"],
        MET[row["met"]],
    )


def text(results: list[dict]) -> str:
    """For a terminal: a line per workload, followed by its results."""
    rows = [HEADINGS]
    for workload in results:
        rows.append((f"{workload['title']}  ({setting(workload)})",))
        rows += [("  " + first, *rest) for first, *rest in (cells(workload, row) for row in workload["rows"])]
    full = [row for row in rows if len(row) == len(HEADINGS)]
    widths = [max(len(row[column]) for row in full) for column in range(len(HEADINGS))]
    aligned = [str.ljust, str.rjust, str.ljust, str.rjust, str.rjust, str.ljust, str.ljust]
    lines = [
        "  ".join(align(cell, width) for align, cell, width in zip(aligned, row, widths)).rstrip() if len(row) > 1 else f"\n{row[0]}"
        for row in rows
    ]
    return "\n".join(lines)


def verdict(results: list[dict]) -> str:
    judged = [row["met"] for workload in results for row in workload["rows"] if row["met"] is not None]
    return f"{sum(judged)} of {len(judged)} goals are met."
