import type { Page } from "playwright-core";

/**
 * All that the page says, in texts and in the attributes that are read aloud, without lines to copy and the words that
 * have a tooltip. In a figure nothing is read aloud but its own label.
 */
export function pageStrings(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      if (node instanceof Element) {
        const isInFigure = node.parentElement?.closest("[role=img]") != null;
        const names = isInFigure ? [] : ["aria-label", "aria-valuetext", "title", "alt", "placeholder"];
        found.push(...names.map((name) => (node as Element).getAttribute(name) ?? ""));
      } else if (node.parentElement?.closest("script, code, .term") === null)
        found.push(node.textContent ?? "");
    }
    return [...new Set(found.map((text) => text.trim()).filter((text) => /[a-z]/i.test(text)))];
  });
}
