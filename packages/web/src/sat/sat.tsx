import type { ViewProps } from "../address/view.ts";

export function Sat(_: ViewProps) {
  return <h1>Sat</h1>;
}
