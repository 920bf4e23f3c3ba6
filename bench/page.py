"""build/bench.html: one self-contained page with the pictures and all figures."""

from html import escape

from . import pictures, table
from .figures import KINDS, label, with_spread

STYLE = """
body { font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; color: #1f2937; margin: 2rem auto; max-width: 72rem; padding: 0 1rem }
table { border-collapse: collapse; margin: 1rem 0 2rem; font-size: 14px }
th, td { padding: .25rem .75rem; border-bottom: 1px solid #e5e7eb; text-align: left; vertical-align: top }
td.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap }
tr.head td { font-weight: 600; padding-top: 1rem; border-bottom-color: #9ca3af }
td.yes { color: #15803d } td.NO { color: #b91c1c; font-weight: 600 }
svg { max-width: 100%; height: auto; margin: 1rem 0; border: 1px solid #e5e7eb; border-radius: 6px }
small { color: #6b7280 }
"""


def row(cells: list[str], tag: str = "td", classes: list[str] | None = None) -> str:
    classes = classes or [""] * len(cells)
    return "<tr>" + "".join(f"<{tag} class='{kind}'>{escape(cell)}</{tag}>" for cell, kind in zip(cells, classes)) + "</tr>"


def heading(workload: dict, width: int) -> str:
    return f"<tr class='head'><td colspan='{width}'>{escape(workload['title'])} <small>{escape(table.setting(workload))}</small></td></tr>"


def goals(results: list[dict]) -> str:
    lines = [row(list(table.HEADINGS), "th")]
    for workload in results:
        lines.append(heading(workload, len(table.HEADINGS)))
        for each in workload["rows"]:
            cells = table.cells(workload, each)
            lines.append(row(list(cells), classes=["", "n", "", "n", "n", "n", cells[-1]]))
    return f"<table>{''.join(lines)}</table>"


def details(results: list[dict]) -> str:
    """All measured figures: the median and the spread."""
    lines = []
    for workload in results:
        names = [name for name in KINDS if any(name in each["figures"] for each in workload["contenders"].values())]
        lines.append(heading(workload, len(names) + 1))
        lines.append(row(["", *map(label, names)], "th"))
        for each in workload["contenders"].values():
            cells = [with_spread(name, each["figures"][name]) if name in each["figures"] else "" for name in names]
            lines.append(row([each["title"], *cells], classes=["", *["n"] * len(names)]))
    return f"<table>{''.join(lines)}</table>"


def html(bench: dict) -> str:
    machine = "".join(row([name, value]) for name, value in bench["machine"].items())
    steps = "".join(row([f"{each['title']} {each['variant']}", f"{each['ns']:,.0f} ns"], classes=["", "n"]) for each in bench["micro"])
    return f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Blotter: speed</title><style>{STYLE}</style></head><body>
<h1>Blotter: speed</h1>
<p>{escape(bench['date'])}, by <code>{escape(bench['command'])}</code>. {escape(table.verdict(bench['workloads']))}</p>
{goals(bench['workloads'])}
{''.join(pictures.draw(bench['workloads']).values())}
<h2>All figures</h2>
{details(bench['workloads'])}
<h2>Single steps of a request</h2><table>{steps}</table>
<h2>The machine</h2><table>{machine}</table>
</body></html>
"""
