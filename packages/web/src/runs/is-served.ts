const place = () => document.querySelector<HTMLMetaElement>('meta[name="mulligan-service"]');

/** Whether `mulligan serve` is where the page comes from: it says so in the page. */
export function isServed(): boolean {
  return place() !== null;
}

/** Whether it will answer nothing without a token. */
export function asksToken(): boolean {
  return place()?.dataset.token !== undefined;
}
