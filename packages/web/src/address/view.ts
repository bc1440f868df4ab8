/** What every view is given: what the address says after its name. */
export interface ViewProps {
  readonly settings: URLSearchParams;
}
