/** The examples are plain JavaScript, as a reader would paste them. */
// biome-ignore lint/suspicious/noExplicitAny: no types are declared for them
export const load = (name: string): Promise<any> =>
  import(new URL(`../../examples/${name}.mjs`, import.meta.url).href);
