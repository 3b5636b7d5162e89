import { type RefObject, useEffect, useRef } from 'react';
import { useNavigationType } from 'react-router';

/**
 * A link far down the page may open another tab. Then the tabs scroll into view, and the focus,
 * whose link is gone, moves to the open one.
 */
export function useTabFocus(tab: string): RefObject<HTMLDivElement | null> {
  const tabs = useRef<HTMLDivElement>(null);
  const lastTab = useRef(tab);
  const wentBack = useNavigationType() === 'POP';
  useEffect(() => {
    const changed = lastTab.current !== tab;
    lastTab.current = tab;
    const element = tabs.current;
    if (!changed || !element) return;
    if (!wentBack && element.getBoundingClientRect().top < 0) element.scrollIntoView({ behavior: 'instant' });
    if (document.activeElement === document.body) {
      element.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')?.focus({ preventScroll: true });
    }
  }, [tab, wentBack]);
  return tabs;
}
