import type { Page } from '@playwright/test';

/** Words, and stretches of words that run from right to left. */
const WORDS = /[\u0590-\u08ff][\u0590-\u08ff\s]*|[A-Za-z0-9]+/g;

/**
 * The words of a page that do not stand where a reader looks for them: left of the word before them in the same line of the same text, or with their own
 * letters turned round.
 */
export function findTurnedText(page: Page): Promise<string[]> {
  return page.evaluate((words) => {
    const turned: string[] = [];
    const leftOf = (node: Node, from: number, to: number): DOMRect => {
      const range = document.createRange();
      range.setStart(node, from);
      range.setEnd(node, to);
      return range.getBoundingClientRect();
    };
    const last = new Map<Element, DOMRect>();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const text = node.nodeValue ?? '';
      const parent = node.parentElement;
      if (!parent || parent.closest('script, style, option')) continue;
      for (const { 0: word, index } of text.matchAll(new RegExp(words, 'g'))) {
        const box = leftOf(node, index, index + word.trimEnd().length);
        if (box.width === 0) continue;
        const before = last.get(parent);
        const sameLine = before && Math.abs(before.y - box.y) < 2 && Math.abs(before.height - box.height) < 2;
        const [first, second] = [0, 1].map((at) => leftOf(node, index + at, Math.min(index + at + 1, text.length)));
        const back = /^\w\w/.test(word) && first?.y === second?.y && (second?.x ?? 0) < (first?.x ?? 0);
        if (back || (sameLine && box.x < before.x)) turned.push(`${word} in ${parent.textContent?.slice(0, 160)}`);
        last.set(parent, box);
      }
    }
    return turned;
  }, WORDS.source);
}
