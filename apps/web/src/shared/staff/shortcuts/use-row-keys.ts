import type { RefObject } from 'react';
import { useShortcuts } from './shortcuts.ts';

/**
 * J and K go to the next and the previous row of a list: to its link with `data-row`, which Enter
 * follows. They begin at the row that is open, else at the first or the last.
 */
export function useRowKeys(list: RefObject<HTMLElement | null>, row: string): void {
  function go(step: 1 | -1): void {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
    const { activeElement } = document;
    const focused = activeElement instanceof HTMLElement ? rows.indexOf(activeElement) : -1;
    const at = focused === -1 ? rows.findIndex((one) => one.hasAttribute('aria-current')) : focused;
    const next = at === -1 ? (step === 1 ? rows[0] : rows.at(-1)) : rows[at + step];
    next?.focus();
  }
  useShortcuts([
    { key: 'j', label: `Next ${row}; Enter opens it`, run: () => go(1) },
    { key: 'k', label: `Previous ${row}`, run: () => go(-1) },
  ]);
}
