import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** What axe judges by colour: all that another theme changes. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** Everything axe finds on the page as it stands, or only what its colours do, one line each; an empty list when it finds nothing. */
export async function findBarriers(page: Page, among: 'everything' | 'colours' = 'everything'): Promise<string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  const { violations } = await (among === 'colours' ? axe.withRules(COLOUR_RULES) : axe).analyze();
  return violations.flatMap(({ id, impact, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} (${impact}) ${target.join(' ')}: ${failureSummary}`),
  );
}

/** What sticks out of the window to the right, or of the dialog that is open, which the window does not scroll to. */
export async function findOverflow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { documentElement, body } = document;
    const width = documentElement.clientWidth;
    const boxes = [...document.querySelectorAll('dialog[open]')].filter((box) => box.scrollWidth > box.clientWidth);
    if (Math.max(documentElement.scrollWidth, body.scrollWidth) > width) boxes.push(body);
    return boxes.flatMap((box) => {
      const right = Math.min(width, box.getBoundingClientRect().left + box.clientLeft + box.clientWidth);
      return [...box.querySelectorAll('*')]
        .filter((element) => element.getBoundingClientRect().right > right + 0.5)
        .map((element) => `${element.tagName} ${element.className} reaches ${element.getBoundingClientRect().right}`);
    });
  });
}

/** How often the key is pressed before the page is asked where it has been. */
const AT_ONCE = 8;

declare global {
  interface Window {
    whereFocusWas?: () => [string, boolean][];
  }
}

const CONTROLS = 'a[href], button, input, select, textarea, summary, [tabindex="0"]';

/**
 * Goes through the page with the Tab key and tells which controls it does not reach and which show no focus: no outline on the control,
 * on what it stands in, or on its label.
 */
export async function findKeyboardTraps(page: Page): Promise<string[]> {
  const expected = await page.evaluate(markControls, CONTROLS);
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    window.scrollTo(0, 0);
  });
  await page.evaluate(noteFocus);
  // Twice around: the way may begin in the middle.
  let reached = new Map<string, boolean>();
  for (let step = 0; step < 2 * expected.length + 4 && reached.size < expected.length; step += AT_ONCE) {
    for (let press = 0; press < AT_ONCE; press++) await page.keyboard.press('Tab');
    reached = new Map(await page.evaluate(() => window.whereFocusWas?.() ?? []));
  }
  // A toast may have gone meanwhile, and its button with it.
  const left = new Set(
    await page
      .locator('[data-mark]')
      .evaluateAll((marked) => marked.map((element) => element.getAttribute('data-mark'))),
  );
  return expected.flatMap(({ mark, name }) => {
    if (!left.has(mark)) return [];
    if (!reached.has(mark)) return [`${name} is not reached`];
    return reached.get(mark) ? [] : [`${name} shows no focus`];
  });
}

/** Runs in the page. Radio buttons of one name and tabs of one list count as one control: arrows move inside them. */
function markControls(selector: string): { mark: string; name: string }[] {
  for (const marked of document.querySelectorAll('[data-mark]')) marked.removeAttribute('data-mark');
  const open = document.querySelector('dialog[open]') ?? document.body;
  const controls = [...open.querySelectorAll<HTMLElement>(selector)].filter(
    (element) => element.tabIndex >= 0 && !element.matches(':disabled') && element.checkVisibility(),
  );
  const named = controls.map((element, index) => {
    const list = element.closest<HTMLElement>('[role="tablist"]');
    const radio = element instanceof HTMLInputElement && element.type === 'radio';
    const mark = radio ? `radio ${element.name}` : list ? 'tabs' : String(index);
    element.dataset.mark = mark;
    for (const tab of list?.querySelectorAll<HTMLElement>('[role="tab"]') ?? []) tab.dataset.mark = mark;
    const name = element.getAttribute('aria-label') ?? element.textContent?.trim() ?? '';
    return [mark, { mark, name: `${element.tagName.toLowerCase()} "${name.slice(0, 40)}"` }] as const;
  });
  return [...new Map(named).values()];
}

/**
 * Runs in the page: keeps which marks the focus is on, and whether it can be seen there, as it is when the key is pressed again. What has come meanwhile carries no mark, as the chat's
 * button that is fetched last.
 */
function noteFocus(): void {
  const reached: Record<string, boolean> = {};
  const hasOutline = (element: Element | null, level: number): boolean => {
    if (!element || level === 3) return false;
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    const isThick = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
    return isThick || hasOutline(element.parentElement, level + 1);
  };
  const look = (): void => {
    const focused = document.activeElement;
    const takesFocus = focused instanceof HTMLElement || focused instanceof SVGElement;
    if (!takesFocus || !focused.dataset.mark) return;
    const box = focused.getBoundingClientRect();
    reached[focused.dataset.mark] ||= hasOutline(focused, 0) && box.bottom > 0 && box.top < innerHeight;
  };
  document.addEventListener('keydown', look, { capture: true });
  window.whereFocusWas = () => {
    look();
    return Object.entries(reached);
  };
}
