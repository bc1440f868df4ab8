// Parts of libraries that nothing here uses, and that a bundler cannot leave out by itself: Vega's packages for maps, trees,
// networks, word clouds, regressions and cross filters, which no other package of Vega imports; what BullMQ needs for jobs that
// repeat; and Zod's messages in other languages. A figure that needs one of the first fails with "Unrecognized transform".
const UNUSED =
  /^(vega-(crossfilter|force|geo|hierarchy|label|regression|voronoi|wordcloud)|cron-parser|\.\.\/locales\/index\.js)$/;
const NOTHING = "\0nothing";

/** A plugin of Rolldown and Vite, which puts an empty module in their place. */
export const withoutUnusedParts = {
  name: "without-unused-parts",
  enforce: "pre",
  resolveId: { filter: { id: UNUSED }, handler: () => NOTHING },
  load: { filter: { id: /^\0nothing$/ }, handler: () => "export {};" },
};
