/** Saves a text or a blob as a file on the reader's machine. */
export function saveFile(name: string, content: Blob | string, type = "text/plain;charset=utf-8"): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(typeof content === "string" ? new Blob([content], { type }) : content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/**
 * Draws an SVG document as PNG, twice as large by default so that it is sharp in print. The SVG must have a width and a
 * height, and must not refer to anything outside it, such as the colours of the style sheet.
 */
export async function pngFromSvg(svg: string, scale = 2): Promise<Blob> {
  const image = await loadImage(new Blob([svg], { type: "image/svg+xml" }));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(scale * image.naturalWidth);
  canvas.height = Math.round(scale * image.naturalHeight);
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const png = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (png === null) throw new Error("The browser cannot make a PNG of this size.");
  return png;
}

async function loadImage(content: Blob): Promise<HTMLImageElement> {
  const url = URL.createObjectURL(content);
  try {
    const image = new Image();
    await new Promise((resolve, reject) => {
      image.onload = resolve;
      image.onerror = () => reject(new Error("The browser cannot draw this picture."));
      image.src = url;
    });
    return image;
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** One column of a CSV file. A cell without a value is null. */
export interface CsvColumn {
  readonly name: string;
  readonly cells: ArrayLike<string | number | null | undefined>;
}

/** The columns as CSV (RFC 4180), with their names in the first line. Shorter columns end with empty cells. */
export function csvText(columns: readonly CsvColumn[]): string {
  const rows = Math.max(0, ...columns.map(({ cells }) => cells.length));
  const lines = [columns.map(({ name }) => csvCell(name))];
  for (let row = 0; row < rows; row++) lines.push(columns.map(({ cells }) => csvCell(cells[row])));
  return lines.map((cells) => `${cells.join(",")}\r\n`).join("");
}

/**
 * Texts are names here. A spreadsheet would run a name that begins like a formula, so that gets an apostrophe before it;
 * numbers stay as they are, also below zero, and infinity is `inf`, as the command writes it.
 */
function csvCell(value: string | number | null | undefined): string {
  if (value === null || value === undefined || Number.isNaN(value)) return "";
  if (typeof value === "number") return String(value).replace("Infinity", "inf");
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
