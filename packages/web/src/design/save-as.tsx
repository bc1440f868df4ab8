import { useState } from "preact/hooks";
import { type CsvColumn, csvText, pngFromSvg, saveFile } from "../browser/download.ts";

interface SaveAsProps {
  /** What is saved, for screen readers: "Save the rate curve as PNG". */
  readonly what: string;
  /** The name of the file without its ending. */
  readonly file: string;
  /** The picture as an SVG document, if there is one. It is asked for only when it is needed. */
  readonly svg?: () => string | Promise<string>;
  /** The numbers in columns, if there are any. */
  readonly csv?: () => readonly CsvColumn[];
}

/** Small buttons that save a figure as PNG, SVG or CSV. */
export function SaveAs({ what, file, svg, csv }: SaveAsProps) {
  const [problem, setProblem] = useState("");
  const save = async (save: () => void | Promise<void>) => {
    setProblem("");
    try {
      await save();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  const button = (format: string, write: () => void | Promise<void>) => (
    <button
      type="button"
      class="small-button"
      aria-label={`Save ${what} as ${format}`}
      onClick={() => save(write)}
    >
      {format}
    </button>
  );
  return (
    <p class="save-as">
      <span aria-hidden="true">Save as</span>
      {svg !== undefined && button("PNG", async () => saveFile(`${file}.png`, await pngFromSvg(await svg())))}
      {svg !== undefined && button("SVG", async () => saveFile(`${file}.svg`, await svg(), "image/svg+xml"))}
      {csv !== undefined &&
        button("CSV", () => saveFile(`${file}.csv`, csvText(csv()), "text/csv;charset=utf-8"))}
      <span role="status">{problem}</span>
    </p>
  );
}
