import { useEffect } from 'react';

const BADGE = /^\(\d+\) /;

/** Puts '(2) ' before the title of the tab, whatever page sets it, while something is unread. */
export function useTitleBadge(unread: number): void {
  useEffect(() => {
    const title = document.querySelector('title');
    if (!title) return;
    const badge = unread > 0 ? `(${unread}) ` : '';
    const show = (): void => {
      const wanted = badge + document.title.replace(BADGE, '');
      if (document.title !== wanted) document.title = wanted;
    };
    show();
    const observer = new MutationObserver(show);
    observer.observe(title, { childList: true, characterData: true, subtree: true });
    return () => {
      observer.disconnect();
      document.title = document.title.replace(BADGE, '');
    };
  }, [unread]);
}
