// Types for the parts of Swagger UI that we use; it has none of its own.
declare module "swagger-ui-dist/swagger-ui-es-bundle" {
  /** Swagger UI keeps its state in Immutable collections. */
  export interface Collection {
    getIn(path: readonly string[]): unknown;
    toJS(): unknown;
  }

  export interface System {
    // Swagger UI's own React; hooks work only with it.
    React: {
      readonly createElement: (type: unknown, props: object | null, ...children: unknown[]) => unknown;
      Fragment: unknown;
      readonly useState: <T>(first: T) => [T, (next: T) => void];
      readonly useEffect: (effect: () => () => void, when: readonly unknown[]) => void;
    };
    specSelectors: {
      specJson(): Collection;
      operationWithMeta(path: string, method: string): Collection;
    };
    oas3Selectors: { requestBodyValue(path: string, method: string): string | Collection | undefined };
  }

  export type Plugin = (system: System) => {
    wrapComponents: Record<string, (original: unknown, system: System) => (props: never) => unknown>;
  };

  interface UI {
    preauthorizeApiKey(scheme: string, value: string): void;
    authActions: { logout(schemes: readonly string[]): void };
  }

  interface Options {
    url: string;
    domNode: Element;
    plugins: readonly Plugin[];
    onComplete(): void;
    [option: string]: unknown;
  }

  export default function SwaggerUI(options: Options): UI;
}
