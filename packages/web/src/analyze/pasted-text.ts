import { readTime } from "mulligan/readers";

/**
 * What was pasted as a log. Times may stand side by side, with blanks or commas between them; but lines with as many cells
 * each are a table, of which the columns are asked for.
 */
export function pastedText(text: string): string {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const cells = lines.map((line) => line.split(/[\s,;]+/).filter((word) => word !== ""));
  const isTable = lines.length > 1 && cells.every((words) => words.length === cells[0].length);
  if (isTable || !cells.every((words) => words.every((word) => readTime(word) !== undefined))) return text;
  return `${cells.flat().join("\n")}\n`;
}
