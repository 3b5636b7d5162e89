import { findBarriers, findKeyboardTraps, findOverflow } from './accessibility.ts';
import { expect, type Page } from './stage.ts';

/**
 * Looks at pages of the console as they are once everything has arrived: no barriers at 1280 and 320 px, nor on the narrow one in the dark those that colours make, nothing wider than its frame,
 * and on the narrow one every control reached by the keyboard. Nothing moves meanwhile.
 */
export async function expectUsable(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    for (const width of [1280, 320]) {
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height: 900 });
      await page.goto(path);
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
      await page.waitForLoadState('networkidle');
      expect(await findBarriers(page), `${path} at ${width}`).toEqual([]);
      expect(await findOverflow(page), `${path} at ${width}`).toEqual([]);
      const main = await page.getByRole('main').evaluate((box) => box.scrollWidth - box.clientWidth);
      expect(main, `${path} at ${width}, inside`).toBe(0);
      // The console's bar stays where it is: only what is below it scrolls.
      const empty = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
      if (path.includes('/admin')) expect(empty, `${path} at ${width}, below the window`).toBe(0);
    }
    expect(await findKeyboardTraps(page), path).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await findBarriers(page, 'colours'), `${path} in the dark`).toEqual([]);
  }
}
