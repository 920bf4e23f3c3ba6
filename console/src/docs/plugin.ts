// A Swagger UI plugin: code snippets below every operation, for the request as entered.
import type { Collection, Plugin, System } from "swagger-ui-dist/swagger-ui-es-bundle";
import { access, watch } from "./access";
import { languages, type Call } from "./snippets";

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly value?: string | number | boolean | null;
  readonly schema?: { readonly examples?: readonly (string | number | boolean)[] };
}

interface OperationAt {
  readonly path: string;
  readonly method: string;
}

/** The value as typed; if empty and required, the example. */
function valueOf({ value, required, schema }: Parameter): string {
  if (value !== undefined && value !== null && value !== "") return String(value);
  return required ? String(schema?.examples?.[0] ?? "") : "";
}

function queryOf(system: System, { path, method }: OperationAt): string {
  const operation = system.specSelectors.operationWithMeta(path, method).toJS() as { parameters?: Parameter[] };
  const query = (operation.parameters ?? [])
    .filter((parameter) => parameter.in === "query" && valueOf(parameter) !== "")
    .map((parameter) => `${parameter.name}=${encodeURIComponent(valueOf(parameter))}`)
    .join("&");
  return query && `?${query}`;
}

/** The body as typed, if it is valid JSON; otherwise the example. */
function bodyOf(system: System, { path, method }: OperationAt): string | undefined {
  const place = ["paths", path, method, "requestBody", "content", "application/json", "example"];
  const example = system.specSelectors.specJson().getIn(place) as Collection | undefined;
  if (!example) return undefined;
  const typed = system.oas3Selectors.requestBodyValue(path, method);
  try {
    if (typeof typed === "string") return JSON.stringify(JSON.parse(typed));
  } catch {
    // The body is still incomplete.
  }
  return JSON.stringify(example.toJS());
}

function callOf(system: System, operation: OperationAt): Call {
  const { key, guild } = access();
  const isOpen =
    system.specSelectors.specJson().getIn(["paths", operation.path, operation.method, "security"]) !== undefined;
  const body = bodyOf(system, operation);
  return {
    method: operation.method.toUpperCase(),
    url: location.origin + operation.path + queryOf(system, operation),
    headers: {
      ...(isOpen ? {} : { Authorization: key || "YOUR_KEY", Guild: guild || "YOUR_GUILD" }),
      ...(body ? { "Content-Type": "application/json" } : {}),
    },
    ...(body ? { body } : {}),
  };
}

function snippetsOf(system: System) {
  const { createElement, useEffect, useState } = system.React;
  return function Snippets({ operation }: { operation: OperationAt }) {
    const [chosen, choose] = useState(0);
    const [, redraw] = useState(access());
    useEffect(() => watch(() => redraw(access())), []);
    const tabs = languages.map(({ title }, index) =>
      createElement(
        "button",
        { key: title, type: "button", "aria-pressed": index === chosen, onClick: () => choose(index) },
        title,
      ),
    );
    const text = languages[chosen]?.write(callOf(system, operation));
    return createElement(
      "section",
      { className: "snippets", "aria-label": "Snippets" },
      createElement("div", { className: "languages" }, tabs),
      createElement("pre", { tabIndex: 0 }, text),
      createElement(
        "button",
        { type: "button", className: "copy", onClick: () => void navigator.clipboard.writeText(text ?? "") },
        "Copy",
      ),
    );
  };
}

export const plugin: Plugin = (system) => {
  const Snippets = snippetsOf(system);
  const { createElement, Fragment } = system.React;
  return {
    wrapComponents: {
      responses: (Original) => (props: OperationAt) =>
        createElement(
          Fragment,
          null,
          createElement(Snippets, { operation: { path: props.path, method: props.method } }),
          createElement(Original, props),
        ),
      // The snippets include curl.
      curl: () => () => null,
      // Key and guild are entered once, in the bar at the top.
      authorizeBtn: () => () => null,
      authorizeOperationBtn: () => () => null,
      // There is only one server.
      ServersContainer: () => () => null,
    },
  };
};
