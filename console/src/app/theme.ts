// The theme: system, light or dark.
const slot = "blotter.theme";

export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

export function theme(): Theme {
  const chosen = localStorage.getItem(slot);
  return themes.find((each) => each === chosen) ?? "system";
}

/** Styles depend on an attribute of the root element; without it they follow the system. */
export function applyTheme(): void {
  const chosen = theme();
  if (chosen === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = chosen;
}

export function chooseTheme(chosen: Theme): void {
  if (chosen === "system") localStorage.removeItem(slot);
  else localStorage.setItem(slot, chosen);
  applyTheme();
}
