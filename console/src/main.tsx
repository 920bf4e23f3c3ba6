import { render } from "preact";
import { App } from "./app/App";
import { takeLinks } from "./app/links";
import { applyTheme } from "./app/theme";
import "./styles/index.css";

applyTheme();
takeLinks();
render(<App />, document.getElementById("page")!);
