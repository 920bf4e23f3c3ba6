"""A stand-in for a webhook of Discord: it enforces the limits of the real one, and replies as it does."""

import json
import time
from collections import deque
from typing import Any

from receiver import Received, Receiver, Reply

EMBEDS_MAX = 10
TEXT_MAX = 6000
FIELDS_MAX = 25


def units(text: str) -> int:
    """The length as JavaScript counts it."""
    return len(text.encode("utf-16-le")) // 2


def problem_of(message: dict[str, Any]) -> str | None:
    embeds = message.get("embeds", [])
    if not embeds and not message.get("content"):
        return "Cannot send an empty message"
    if len(embeds) > EMBEDS_MAX:
        return "too many embeds"
    total = 0
    for embed in embeds:
        texts = [(embed.get("title", ""), 256), (embed.get("description", ""), 4096)]
        texts.append((embed.get("footer", {}).get("text", ""), 2048))
        if len(embed.get("fields", [])) > FIELDS_MAX:
            return "too many fields"
        for field in embed.get("fields", []):
            if not field["name"] or not field["value"]:
                return "This field is required"
            texts += [(field["name"], 256), (field["value"], 1024)]
        for text, limit in texts:
            if units(text) > limit:
                return f"Must be {limit} or fewer in length"
            total += units(text)
    if total > TEXT_MAX:
        return "Embed size exceeds maximum size of 6000"
    if message.get("allowed_mentions") != {"parse": []}:
        return "somebody could be notified"
    return None


class Discord(Receiver):
    """Allows a few messages in a short time, as Discord does, and answers 429 to others."""

    def __init__(self, per_window: int = 5, window_seconds: float = 1):
        super().__init__(self._respond)
        self.messages: list[dict[str, Any]] = []
        self.problems: list[str] = []
        self.is_deleted = False
        self.limited = 0
        self._per_window, self._window = per_window, window_seconds
        self._recent: deque[float] = deque()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/api/webhooks/1/token"

    def embeds(self) -> list[dict[str, Any]]:
        return [embed for message in list(self.messages) for embed in message["embeds"]]

    def _respond(self, received: Received) -> Reply:
        if self.is_deleted:
            return Reply(404, b'{"message": "Unknown Webhook", "code": 10015}')
        if received.path != "/api/webhooks/1/token?wait=true":
            self.problems.append(f"unexpected path {received.path}")
        now = time.monotonic()
        while self._recent and self._recent[0] < now - self._window:
            self._recent.popleft()
        if len(self._recent) >= self._per_window:
            self.limited += 1
            wait = self._recent[0] + self._window - now
            body = {"message": "You are being rate limited.", "retry_after": round(wait, 3), "global": False}
            return Reply(429, json.dumps(body).encode(), (("Retry-After", str(int(wait) + 1)),))
        self._recent.append(now)
        problem = problem_of(received.json)
        if problem:
            self.problems.append(problem)
            return Reply(400, json.dumps({"message": problem, "code": 50035}).encode())
        self.messages.append(received.json)
        return Reply(200, b'{"id": "1"}')
