// A Swagger UI plugin: what the reference shows instead of Swagger UI's own parts.
import type { Collection, Group, Groups, Plugin, System } from "swagger-ui-dist/swagger-ui-es-bundle";
import { callOf } from "./call";
import type { OperationAt } from "./call";
import { CodeSnippets } from "./CodeSnippets";
import { groupTitle } from "./document";
import { hashOf } from "./hash";
import { island } from "./island";
import { ParameterInput } from "./ParameterInput";
import { PossibleResponses, ReceivedResponse } from "./Responses";
import type { Received } from "./Responses";

interface ResponsesProps extends OperationAt {
  readonly responses: Collection;
  readonly tryItOutResponse?: Collection;
}

const nothing = () => () => null;

/** Operations that contain the text in their group, path or summary. */
function filterOperations(groups: Groups, text: string): Groups {
  const wanted = text.toLowerCase();
  const isWanted = (operation: Collection) =>
    [operation.get("path"), operation.getIn(["operation", "summary"]), operation.getIn(["operation", "tags", "0"])]
      .map((each) => String((each ?? "") as string).toLowerCase())
      .some((each) => each.includes(wanted));
  return groups
    .map((group: Group) => group.set("operations", group.get("operations").filter(isWanted)))
    .filter((group: Group) => group.get("operations").size > 0);
}

function layoutOf(system: System) {
  const { createElement, Fragment } = system.React;
  return () =>
    createElement(
      Fragment,
      null,
      createElement(
        "details",
        { className: "card about-requests" },
        createElement("summary", null, createElement("h2", null, "How requests work")),
        createElement(system.getComponent("Markdown", true), {
          source: system.specSelectors.specJson().getIn(["info", "description"]),
        }),
      ),
      createElement("h2", { className: "hidden" }, "Operations"),
      createElement(system.getComponent("operations", true), null),
    );
}

export const plugin: Plugin = (system) => {
  const { createElement, Fragment } = system.React;
  const Snippets = island(system, CodeSnippets);
  const Received = island(system, ReceivedResponse);
  const Possible = island(system, PossibleResponses);
  const Input = island(system, ParameterInput);
  return {
    fn: { opsFilter: filterOperations },
    components: { Reference: layoutOf(system) },
    wrapComponents: {
      responses: () => (props: ResponsesProps) => {
        const { path, method, responses, tryItOutResponse } = props;
        const title = `${method.toUpperCase()} ${path}`;
        const received = tryItOutResponse?.toJS() as Received | undefined;
        return createElement(
          Fragment,
          null,
          received && createElement(Received, { received, title }),
          createElement(Snippets, { title, call: (who: Parameters<typeof callOf>[2]) => callOf(system, props, who) }),
          createElement(Possible, { responses: responses.toJS() }),
        );
      },
      JsonSchemaForm: () => (props: { schema: Collection; description: string; value: unknown; onChange: unknown }) =>
        createElement(Input, { ...props, schema: props.schema.toJS() }),
      TextArea: (Original) => (props: object) => createElement(Original, { ...props, "aria-label": "Body" }),
      // The names of groups, and paths. Links do not belong into the button that opens an operation.
      DeepLink: () => (props: { text: string }) => createElement("span", null, groupTitle(props.text)),
      // The form for the key and the snippets take the place of these.
      curl: nothing,
      authorizeBtn: nothing,
      authorizeOperationBtn: nothing,
      CopyToClipboardBtn: nothing,
      TryItOutButton: nothing,
      SvgAssets: nothing,
      contentType: nothing,
    },
    statePlugins: {
      layout: {
        wrapActions: {
          // The location names the operation that was opened last, for links to it.
          show: (act: (...words: unknown[]) => unknown) => (thing: readonly string[], isShown: boolean) => {
            if (isShown && thing[0] === "operations") history.replaceState(null, "", hashOf(thing));
            return act(thing, isShown);
          },
        },
      },
    },
  };
};
