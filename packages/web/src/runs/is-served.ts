/** Whether `mulligan serve` is where the page comes from: it says so in the page. */
export function isServed(): boolean {
  return document.querySelector('meta[name="mulligan-service"]') !== null;
}
