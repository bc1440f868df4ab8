import { render } from "preact";
import "./design/style.css";
import { Page } from "./page.tsx";

// A file that is dropped where no view takes it would replace the page.
for (const kind of ["dragover", "drop"] as const) {
  document.addEventListener(kind, (event) => {
    if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
  });
}

const place = document.getElementById("page");
if (place !== null) render(<Page />, place);
