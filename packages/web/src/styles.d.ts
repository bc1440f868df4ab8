/** Vite joins the imported style sheets. */
declare module "*.css";

interface ImportMeta {
  /** Vite imports all files of these patterns, by path. */
  glob(
    patterns: string | readonly string[],
    options: { readonly eager: true },
  ): Readonly<Record<string, unknown>>;
}

/** The modules of the page that views with scripts of their own use. */
declare var mulliganPage: Readonly<Record<string, unknown>>;
