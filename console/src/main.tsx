import { render } from "preact";
import { App } from "./app/App";
import { applyTheme } from "./app/theme";
import "./styles/index.css";

applyTheme();
render(<App />, document.getElementById("page")!);
