import { render } from "preact";
import { Version } from "./version";

render(
  <h1>
    Blotter <Version />
  </h1>,
  document.getElementById("page")!,
);
