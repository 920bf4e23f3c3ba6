"""The parts of SVG that our charts need."""

from html import escape

FONT = "font-family='system-ui, -apple-system, Segoe UI, Roboto, DejaVu Sans, sans-serif'"
INK, SOFT, FAINT = "#1f2937", "#6b7280", "#e5e7eb"


class Picture:
    """Elements are drawn from back to front; the height is set at the end."""

    def __init__(self, width: int, title: str):
        self.width = width
        self._title = title
        self._pieces: list[str] = []

    def text(self, x: float, y: float, words: str, size: int = 13, fill: str = INK, anchor: str = "start", weight: str = "normal") -> None:
        self._pieces.append(
            f"<text x='{x:.1f}' y='{y:.1f}' font-size='{size}' fill='{fill}' text-anchor='{anchor}' font-weight='{weight}'>{escape(words)}</text>"
        )

    def bar(self, x: float, y: float, width: float, height: float, fill: str) -> None:
        self._pieces.append(f"<rect x='{x:.1f}' y='{y:.1f}' width='{max(width, 1):.1f}' height='{height:.1f}' rx='2' fill='{fill}'/>")

    def line(self, points: list[tuple[float, float]], stroke: str = FAINT, width: float = 1, dashes: str = "") -> None:
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        dashed = f" stroke-dasharray='{dashes}'" if dashes else ""
        self._pieces.append(f"<polyline points='{path}' fill='none' stroke='{stroke}' stroke-width='{width}'{dashed}/>")

    def dot(self, x: float, y: float, fill: str) -> None:
        self._pieces.append(f"<circle cx='{x:.1f}' cy='{y:.1f}' r='3.5' fill='{fill}'/>")

    def finish(self, height: float) -> str:
        body = "\n".join(self._pieces)
        return (
            f"<svg xmlns='http://www.w3.org/2000/svg' width='{self.width}' height='{height:.0f}' viewBox='0 0 {self.width} {height:.0f}' {FONT}>\n"
            f"<title>{escape(self._title)}</title>\n<rect width='100%' height='100%' fill='#ffffff'/>\n{body}\n</svg>\n"
        )
