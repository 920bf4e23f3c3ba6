// Debian's Chromium. Its sandbox does not work as root, for example in containers.
export const browser = {
  launchOptions: { executablePath: "/usr/bin/chromium", chromiumSandbox: process.getuid?.() !== 0 },
  locale: "en-GB",
  timezoneId: "UTC",
} as const;

export const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
