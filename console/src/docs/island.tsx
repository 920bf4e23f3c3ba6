// Parts of the page that Preact renders within Swagger UI's React.
import { render } from "preact";
import type { ComponentType } from "preact";
import type { System } from "swagger-ui-dist/swagger-ui-es-bundle";

/** A React component that shows a Preact component. */
export function island<Props extends object>({ React }: System, Shown: ComponentType<Props>) {
  const { createElement, useLayoutEffect, useRef } = React;
  return function Island(props: Props) {
    const place = useRef<HTMLElement>(null);
    useLayoutEffect(() => {
      if (place.current) render(<Shown {...props} />, place.current);
    });
    useLayoutEffect(() => {
      const element = place.current;
      return () => {
        if (element) render(null, element);
      };
    }, []);
    return createElement("div", { ref: place });
  };
}
