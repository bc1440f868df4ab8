import type { ViewProps } from "../address/view.ts";

export function Runs(_: ViewProps) {
  return <h1>Runs</h1>;
}
