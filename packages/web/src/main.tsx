import * as preact from "preact";
import * as hooks from "preact/hooks";
import * as jsx from "preact/jsx-runtime";
import "./design/style.css";
import { Page } from "./page.tsx";

// What the views with scripts of their own share with the page, by path. `../build.mjs` lets them find it here.
const own = import.meta.glob(["./{browser,design,charts}/*.{ts,tsx}", "!./charts/*-worker.ts"], {
  eager: true,
});
globalThis.mulliganPage = {
  ...own,
  preact,
  "preact/hooks": hooks,
  "preact/jsx-runtime": jsx,
};
// All styles are in one file, also those of views that are loaded later.
import.meta.glob("./*/*.css", { eager: true });

// A file that is dropped where no view takes it would replace the page.
for (const kind of ["dragover", "drop"] as const) {
  document.addEventListener(kind, (event) => {
    if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
  });
}

const place = document.getElementById("page");
if (place !== null) preact.render(<Page />, place);
