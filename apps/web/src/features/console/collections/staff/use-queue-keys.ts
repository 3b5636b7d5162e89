import { useEffect } from 'react';
import { useShortcuts, useShortcutsOn } from '../../../../shared/staff/shortcuts/shortcuts.ts';

const ROW = '[data-collection-row]';

/**
 * Up and down move through the rows of the queue, and Enter saves the open call, unless somebody types or
 * uses another control. Enter on a row presses it, as on every button.
 */
export function useQueueKeys(): void {
  const on = useShortcutsOn();
  // The list of keys names them; none of these texts is a key that it would run.
  useShortcuts([
    { key: '↑ ↓', label: 'Move through the list', run: () => {} },
    { key: 'Enter', label: 'Take the account of the list, or save the call and take the next', run: () => {} },
  ]);
  useEffect(() => {
    if (!on) return;
    function press(event: KeyboardEvent) {
      const { target, key } = event;
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (!(target instanceof HTMLElement) || document.querySelector('dialog[open]')) return;
      const isRow = target.matches(ROW);
      if (!isRow && target !== document.body && !target.matches('#main')) return;
      if (key === 'ArrowDown' || key === 'ArrowUp') move(event, target, key === 'ArrowDown' ? 1 : -1);
      else if (key === 'Enter' && !isRow) document.querySelector<HTMLFormElement>('[data-call-form]')?.requestSubmit();
    }
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [on]);
}

function move(event: KeyboardEvent, from: HTMLElement, step: 1 | -1) {
  const rows = [...document.querySelectorAll<HTMLElement>(ROW)];
  const start = rows.findIndex((row) => row === from || row.getAttribute('aria-current') !== null);
  const next = rows[start === -1 ? 0 : rows.indexOf(from) === -1 ? start : rows.indexOf(from) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
