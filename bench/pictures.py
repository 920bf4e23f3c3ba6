"""Charts of the results: bars for comparisons, curves for growth."""

import math
import re

from .figures import main_figure, shown
from .svg import FAINT, INK, SOFT, Picture
from .table import setting

OURS, OURS_VARIANT, PEER, LIMIT = "#2563eb", "#93b4f5", "#9ca3af", "#4b5563"
COLORS = {"ours": OURS, "one-each": OURS_VARIANT, "busy": OURS_VARIANT, "nginx": LIMIT, "bare": LIMIT, "disk": LIMIT, "with-key": OURS_VARIANT, "fan-out": LIMIT}
WIDTH = 880
CURVE_WIDTH = 340
BAR_X, BAR_WIDTH, BAR_HEIGHT, BAR_STEP = 270, 460, 15, 21


def _wanted_lines(workload: dict, figure: str) -> list[float]:
    """Lines that our bar must reach."""
    return [
        float(row["wanted"].removeprefix("≥ ")) * (row["other"] or 1)
        for row in workload["rows"]
        if row["of"] == "ours" and row["figure"] == figure and row["wanted"].startswith("≥")
    ]


def _bar_group(picture: Picture, y: float, workload: dict) -> float:
    """Draws one workload from `y` down; returns the start of the next one."""
    figure = main_figure(next(iter(workload["contenders"].values()))["figures"])
    shares = {name: each["figures"][figure] for name, each in workload["contenders"].items()}
    wanted = _wanted_lines(workload, figure)
    scale = BAR_WIDTH / max([each["high"] for each in shares.values()] + wanted)
    picture.text(16, y + 14, workload["title"], 14, weight="600")
    picture.text(16, y + 31, setting(workload), 12, SOFT)
    y += 42
    for name, share in shares.items():
        picture.text(BAR_X - 10, y + 12, workload["contenders"][name]["title"], 12, anchor="end")
        picture.bar(BAR_X, y, share["median"] * scale, BAR_HEIGHT, COLORS.get(name, PEER))
        # From the worst to the best round.
        middle = y + BAR_HEIGHT / 2
        picture.line([(BAR_X + share["low"] * scale, middle), (BAR_X + share["high"] * scale, middle)], INK, 1.2)
        for goal in wanted if name == "ours" else []:
            picture.line([(BAR_X + goal * scale, y - 3), (BAR_X + goal * scale, y + BAR_HEIGHT + 3)], "#dc2626", 1.5, "3 2")
        picture.text(BAR_X + share["high"] * scale + 8, y + 12, shown(figure, share["median"]), 12, SOFT)
        y += BAR_STEP
    return y + 16


def bars(title: str, workloads: list[dict]) -> str:
    picture = Picture(WIDTH, title)
    picture.text(16, 28, title, 17, weight="700")
    picture.text(16, 48, "More is better. A thin line shows the range of the rounds; a red line is the goal for Blotter.", 12, SOFT)
    y = 68
    for workload in workloads:
        y = _bar_group(picture, y, workload)
    return picture.finish(y)


# Curves.


def number_of(title: str) -> int:
    """`10,000 idle` is 10000."""
    return int(re.match(r"[\d,]+", title)[0].replace(",", ""))


def points(workload: dict, figure: str) -> list[tuple[int, dict]]:
    found = [(number_of(each["title"]), each["figures"][figure]) for each in workload["contenders"].values() if "half" not in each["title"]]
    return sorted(found, key=lambda point: point[0])


def _curve(picture: Picture, x: float, y: float, workload: dict, figure: str, heading: str, log: bool) -> None:
    width, height = CURVE_WIDTH, 150
    found = points(workload, figure)
    top = max(each["high"] for _, each in found) * 1.15

    def place(number: int) -> float:
        if not log:
            return x + (number - found[0][0]) / max(found[-1][0] - found[0][0], 1) * width
        # Zero has a position too, one step before the first.
        lowest = math.log10(min(n for n, _ in found if n) / (10 if found[0][0] == 0 else 1))
        return x + ((math.log10(number) if number else lowest) - lowest) / (math.log10(found[-1][0]) - lowest) * width

    def level(value: float) -> float:
        return y + height - value / top * height

    picture.text(x, y - 10, heading, 13, weight="600")
    picture.line([(x, y + height), (x + width, y + height)], FAINT)
    for number, each in found:
        picture.line([(place(number), level(each["low"])), (place(number), level(each["high"]))], SOFT, 1.2)
    picture.line([(place(number), level(each["median"])) for number, each in found], OURS, 2)
    for number, each in found:
        picture.dot(place(number), level(each["median"]), OURS)
        picture.text(place(number), level(each["high"]) - 8, shown(figure, each["median"]), 11, INK, "middle")
        picture.text(place(number), y + height + 16, f"{number:,}", 11, SOFT, "middle")


def curves(workload: dict, grows: str, figures: dict[str, str], log: bool) -> str:
    """Two figures side by side, over the growing number."""
    picture = Picture(WIDTH, workload["title"])
    picture.text(16, 28, workload["title"], 17, weight="700")
    picture.text(16, 48, setting(workload), 12, SOFT)
    for index, (figure, heading) in enumerate(figures.items()):
        _curve(picture, 50 + index * 430, 92, workload, figure, heading, log)
        picture.text(50 + index * 430 + CURVE_WIDTH / 2, 278, grows, 11, SOFT, "middle")
    return picture.finish(294)


BARS = {
    "lookups-sqlite": ("Lookups and lists on SQLite", r"^(info|plate|list).*-sqlite$"),
    "changes-sqlite": ("Changes on SQLite, each on disk before its response", r"^(cite|create|mixed).*-sqlite$"),
    "streams": ("Events to streams", r"^streams-delivery-"),
    "postgres": ("On PostgreSQL", r"^(info|plate|list|cite|create|mixed).*-postgres$"),
}
MANY = {"requests_per_second": "requests of all instances", "p99_ms": "99th percentile latency at full load"}
STREAMS = {"resident_mb": "memory of the server", "cpu_percent": "CPU time at rest"}
CURVES = {
    "growth-sqlite": ("civilians", {"cpu_us": "CPU time per request", "requests_per_second": "requests"}, True),
    "idle-sqlite": ("idle connections", {"resident_mb": "memory of the server", "requests_per_second": "requests of the active connections"}, True),
    "streams-rest-sqlite": ("open streams", STREAMS, True),
    "streams-cite-sqlite": ("open streams", {"requests_per_second": "changes", "p99_ms": "99th percentile latency"}, True),
    "instances-info-postgres": ("instances", MANY, False),
    "instances-cite-postgres": ("instances", MANY, False),
}


def draw(results: list[dict]) -> dict[str, str]:
    """All charts for which there are results, by name."""
    drawn = {}
    for name, (title, pattern) in BARS.items():
        if chosen := [each for each in results if re.search(pattern, each["name"])]:
            drawn[name] = bars(title, chosen)
    for each in results:
        if each["name"] in CURVES:
            drawn[each["name"]] = curves(each, *CURVES[each["name"]])
    return drawn
