// A page on a wall screen: full screen, always on, and nobody there to scroll.
import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import { onShortcut } from "./shortcut";

// Also true if the browser itself was started in full screen, as a kiosk.
const kiosk = matchMedia("(display-mode: fullscreen)");
const isFullscreen = () => document.fullscreenElement !== null || kiosk.matches;

export const canFullscreen = document.fullscreenEnabled;

export function toggleFullscreen(): void {
  const done = document.fullscreenElement
    ? document.exitFullscreen()
    : document.documentElement.requestFullscreen({ navigationUI: "hide" });
  done.catch(() => undefined); // The user or the browser may refuse it.
}

/** Whether the page fills the screen. The key "f" switches it. */
export function useFullscreen(): boolean {
  const [isFull, setFull] = useState(isFullscreen);
  useLayoutEffect(() => onShortcut("f", toggleFullscreen), []);
  useEffect(() => {
    const follow = () => setFull(isFullscreen());
    document.addEventListener("fullscreenchange", follow);
    kiosk.addEventListener("change", follow);
    return () => {
      document.removeEventListener("fullscreenchange", follow);
      kiosk.removeEventListener("change", follow);
    };
  }, []);
  return isFull;
}

/** Keeps the screen on. Browsers allow it only over TLS and on localhost, and end it when the tab is hidden. */
export function useWakeLock(isOn: boolean): void {
  useEffect(() => {
    if (!isOn || !("wakeLock" in navigator)) return;
    let isOver = false;
    let lock: WakeLockSentinel | undefined;
    const take = () => {
      if (document.visibilityState !== "visible") return;
      navigator.wakeLock.request("screen").then(
        (taken) => {
          lock = taken;
          if (isOver) void taken.release();
        },
        () => undefined, // The battery is low, for example.
      );
    };
    take();
    document.addEventListener("visibilitychange", take);
    return () => {
      isOver = true;
      document.removeEventListener("visibilitychange", take);
      void lock?.release();
    };
  }, [isOn]);
}

const screenShownFor = 12_000;

/** Shows one screen after the other if the page is longer than one. Begins at the top again when `start` changes. */
export function useScreens(isOn: boolean, start: unknown): void {
  useEffect(() => {
    if (!isOn) return;
    scrollTo({ top: 0 });
    const timer = setInterval(() => {
      const { scrollHeight, clientHeight } = document.documentElement;
      const isAtEnd = scrollY + clientHeight >= scrollHeight - 1;
      // A row that was cut off is shown whole on the next screen.
      scrollTo({ top: isAtEnd ? 0 : scrollY + clientHeight * 0.75, behavior: "smooth" });
    }, screenShownFor);
    return () => clearInterval(timer);
  }, [isOn, start]);
}
