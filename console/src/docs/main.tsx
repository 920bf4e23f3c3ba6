// The interactive API reference: Swagger UI with the OpenAPI document of this server.
import { render } from "preact";
import SwaggerUI from "swagger-ui-dist/swagger-ui-es-bundle";
import "swagger-ui-dist/swagger-ui.css";
import { access, watch } from "./access";
import { AccessBar } from "./AccessBar";
import "./docs.css";
import { plugin } from "./plugin";

render(<AccessBar />, document.getElementById("access")!);

function authorise(): void {
  for (const scheme of ["key", "guild"] as const) {
    const value = access()[scheme];
    if (value) ui.preauthorizeApiKey(scheme, value);
    else ui.authActions.logout([scheme]);
  }
}

const ui = SwaggerUI({
  url: "/openapi.json",
  domNode: document.getElementById("reference")!,
  plugins: [plugin],
  onComplete: () => {
    authorise();
    watch(authorise);
  },
  deepLinking: true,
  docExpansion: "list",
  filter: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  // By default Swagger UI sends the document to an online validator.
  validatorUrl: null,
});
