// The interactive API reference: Swagger UI with the OpenAPI document of this server, in the look of the console.
import { render } from "preact";
import SwaggerUI from "swagger-ui-dist/swagger-ui-es-bundle";
import type { OutgoingRequest } from "swagger-ui-dist/swagger-ui-es-bundle";
import { applyTheme } from "../app/theme";
import "../styles/index.css";
import { access } from "./access";
import "./docs.css";
import { loadDocument } from "./document";
import type { ApiDocument } from "./document";
import { Frame } from "./Frame";
import { thingOf } from "./hash";
import { plugin } from "./plugin";

// The tab that opened this one has given it a copy of its session. Nothing else is shared.
window.opener = null;
applyTheme();

function withAccess(request: OutgoingRequest): OutgoingRequest {
  const { key, guild } = access.value;
  // Health and metrics need no key.
  if (!new URL(request.url, location.href).pathname.startsWith("/api/")) return request;
  if (key) request.headers["Authorization"] = key;
  if (guild) request.headers["Guild"] = guild;
  return request;
}

type UI = ReturnType<typeof SwaggerUI>;

function openNamed(ui: UI): void {
  const thing = thingOf(location.hash);
  if (!thing) return;
  ui.layoutActions.show(thing, true);
  // After Swagger UI has shown it.
  setTimeout(() => document.querySelector(".opblock.is-open")?.scrollIntoView());
}

function show(api: ApiDocument, domNode: Element): UI {
  const ui = SwaggerUI({
    spec: api,
    domNode,
    plugins: [plugin],
    layout: "Reference",
    requestInterceptor: withAccess,
    onComplete: () => openNamed(ui),
    // Swagger UI complains about operations with an underscore.
    deepLinking: false,
    docExpansion: "list",
    filter: true,
    tryItOutEnabled: true,
    displayRequestDuration: true,
    // By default Swagger UI sends the document to an online validator.
    validatorUrl: null,
  });
  return ui;
}

const page = document.getElementById("page")!;
const operations = document.createElement("div");
let ui: UI | null = null;

const mount = (element: HTMLElement | null) => element?.append(operations);
const filter = (text: string) => ui?.layoutActions.updateFilter(text || true);

function renderPage(api: ApiDocument | null, problem = ""): void {
  render(
    <Frame groups={api?.tags.map(({ name }) => name) ?? []} version={api?.info.version ?? ""} onFilter={filter}>
      {problem && <p class="problem">{problem}</p>}
      <div ref={mount} />
    </Frame>,
    page,
  );
}

renderPage(null);
loadDocument().then(
  (api) => {
    renderPage(api);
    ui = show(api, operations);
  },
  () => renderPage(null, "The server does not respond. Reload this page to try again."),
);
