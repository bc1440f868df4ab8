/** The fields of the page, by the options of the command that do the same. */
const FIELDS: Readonly<Record<string, string>> = {
  time: "Time",
  "time-unit": "Unit of the times",
  unit: "Unit of the times",
  outcome: "Outcome",
  arm: "Option",
  instance: "Input",
  reward: "Reward",
  cut: "What the outcomes mean",
  done: "What the outcomes mean",
  failed: "What the outcomes mean",
  skip: "What the outcomes mean",
};

/**
 * A message of the command in the words of the page: with its fields instead of options, and without the advice about
 * options, which stands in parentheses.
 */
export function pageWords(message: string): string {
  return message
    .replaceAll(/ \([^()]*--[^()]*\)/g, "")
    .replace(/^--([\w-]+):/, (_, option) => `${FIELDS[option] ?? option}:`)
    .replaceAll(/\barm from\b/g, "option from")
    .replaceAll(/`([^`]*)`/g, "“$1”");
}
