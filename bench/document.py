"""The results as Markdown, for docs/PERFORMANCE.md."""

from . import pictures, table
from .figures import KINDS, label, with_spread


def markdown(headings: list[str], rows: list[list[str]], aligned: str = "") -> str:
    """`aligned` has r for each column of numbers."""
    rule = ["---:" if side == "r" else "---" for side in aligned.ljust(len(headings))]
    return "\n".join("| " + " | ".join(cells) + " |" for cells in (headings, rule, *rows))


def goals(workloads: list[dict]) -> str:
    rows = []
    for workload in workloads:
        rows.append([f"**{workload['title']}** ({table.setting(workload)})", *[""] * (len(table.HEADINGS) - 1)])
        rows += [list(table.cells(workload, row)) for row in workload["rows"]]
    return markdown(list(table.HEADINGS), rows, " r rr")


def details(workloads: list[dict]) -> str:
    blocks = []
    for workload in workloads:
        names = [name for name in KINDS if any(name in each["figures"] for each in workload["contenders"].values())]
        rows = [
            [each["title"], *(with_spread(name, each["figures"][name]) if name in each["figures"] else "" for name in names)]
            for each in workload["contenders"].values()
        ]
        heading = f"**{workload['title']}** ({table.setting(workload)})"
        blocks.append(f"{heading}\n\n{markdown(['', *map(label, names)], rows, ' ' + 'r' * len(names))}")
    return "\n\n".join(blocks)


def blocks(bench: dict) -> dict[str, str]:
    """The blocks for the template."""
    steps = [[f"{each['title']} {each['variant']}".strip(), f"{each['ns']:,.0f} ns"] for each in bench["micro"]]
    return {
        "when": f"Measured on {bench['date']} with `{bench['command']}`. {table.verdict(bench['workloads'])}",
        "table": goals(bench["workloads"]),
        "pictures": "\n\n".join(f"![{name}](performance/{name}.svg)" for name in pictures.draw(bench["workloads"])),
        "details": details(bench["workloads"]),
        "steps": markdown(["Step", "CPU time"], steps, " r"),
        "machine": markdown(["", ""], [[name, value] for name, value in bench["machine"].items()]),
    }
