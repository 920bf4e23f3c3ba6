// Types for the parts of Swagger UI that we use; it has none of its own.
declare module "swagger-ui-dist/swagger-ui-es-bundle" {
  /** Swagger UI keeps its state in Immutable collections. */
  export interface Collection {
    get(name: string): unknown;
    getIn(path: readonly string[]): unknown;
    toJS(): unknown;
  }

  export interface ListOf<T> {
    readonly size: number;
    filter(keep: (each: T) => boolean): ListOf<T>;
  }

  export interface Group {
    get(name: "operations"): ListOf<Collection>;
    set(name: "operations", operations: ListOf<Collection>): Group;
  }

  export interface Groups {
    map(change: (group: Group) => Group): Groups;
    filter(keep: (group: Group) => boolean): Groups;
  }

  export interface System {
    // Swagger UI's own React; hooks work only with it.
    React: {
      readonly createElement: (type: unknown, props: object | null, ...children: unknown[]) => unknown;
      readonly Fragment: unknown;
      readonly useRef: <T>(first: T | null) => { readonly current: T | null };
      readonly useLayoutEffect: (effect: () => void | (() => void), when?: readonly unknown[]) => void;
    };
    getComponent(name: string, isContainer?: boolean): unknown;
    specSelectors: {
      specJson(): Collection;
      operationWithMeta(path: string, method: string): Collection;
    };
    oas3Selectors: { requestBodyValue(path: string, method: string): string | Collection | undefined };
  }

  export type Plugin = (system: System) => {
    readonly fn?: Record<string, unknown>;
    readonly components?: Record<string, unknown>;
    readonly wrapComponents?: Record<string, (original: unknown, system: System) => (props: never) => unknown>;
    readonly statePlugins?: object;
  };

  interface UI {
    layoutActions: {
      updateFilter(text: string | boolean): void;
      show(thing: readonly string[], isShown: boolean): void;
    };
  }

  export interface OutgoingRequest {
    url: string;
    headers: Record<string, string>;
  }

  interface Options {
    spec: object;
    domNode: Element;
    plugins: readonly Plugin[];
    requestInterceptor(request: OutgoingRequest): OutgoingRequest;
    onComplete(): void;
    [option: string]: unknown;
  }

  export default function SwaggerUI(options: Options): UI;
}
