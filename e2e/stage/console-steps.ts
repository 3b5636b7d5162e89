import type { Locator, Page } from '@playwright/test';
import type { Form } from './form-sweep.ts';

export const AT = '2026-01-05T09:00:00.000Z';
export const SOMEBODY = { id: 999_999, name: 'Ifeoma Eze' };

export const reason = (page: Page) => page.getByRole('dialog').getByLabel('Reason').fill('Seen and agreed');

/** The button that confirms, in the dialog that another opens, where a reason is asked for if there is a field for it. */
export function confirmed(opener: string | RegExp, name: string, fill: (page: Page) => Promise<unknown> = reason) {
  return async (page: Page): Promise<Locator> => {
    await page.getByRole('main').getByRole('button', { name: opener }).first().click();
    await fill(page);
    return page.getByRole('dialog').getByRole('button', { name, exact: true });
  };
}

export const nothing = async (): Promise<void> => undefined;

/** Opens the first of a list. */
export function opened(link: RegExp, ready: Form['ready']): Form['ready'] {
  return async (page) => {
    await page.getByRole('main').getByRole('link', { name: link }).first().click();
    return ready(page);
  };
}
