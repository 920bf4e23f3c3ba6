"""What a program prints, line by line."""

import threading
import time


class Lines:
    """All lines of a stream, read by a thread so that the program never blocks on a full pipe."""

    def __init__(self, stream):
        self._lines: list[str] = []
        self._ended = False
        self._changed = threading.Condition()
        self._thread = threading.Thread(target=self._read, args=(stream,), daemon=True)
        self._thread.start()

    def _read(self, stream) -> None:
        with stream:
            for raw in stream:
                with self._changed:
                    self._lines.append(raw.decode("utf-8", "replace").rstrip("\n"))
                    self._changed.notify_all()
        with self._changed:
            self._ended = True
            self._changed.notify_all()

    def wait_for(self, matches, seconds: float) -> str | None:
        """The first line that `matches`; None if the stream ends or the wait times out."""
        deadline = time.monotonic() + seconds
        with self._changed:
            while True:
                found = next((line for line in self._lines if matches(line)), None)
                left = deadline - time.monotonic()
                if found is not None or self._ended or left <= 0:
                    return found
                self._changed.wait(left)

    def all(self) -> list[str]:
        with self._changed:
            return list(self._lines)

    def join(self) -> None:
        self._thread.join(10)
