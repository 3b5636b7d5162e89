import { type KeyboardEvent as KeyEvent, type MouseEvent, type ReactNode, useEffect, useRef } from 'react';

export type DisclosureMenuProps = {
  className: string;
  /** The content and the label of the button. */
  summary: ReactNode;
  /** The list: links and buttons. */
  children: ReactNode;
  /** Of those of one group one is open at a time. */
  group?: string;
  /** Its buttons act on the list itself: it stays open. */
  staysForButtons?: boolean;
  onToggle?: (open: boolean) => void;
};

/**
 * A button that opens a list under it. It opens without script, and closes on choosing a link or
 * button, on Escape and on a press elsewhere.
 */
export function DisclosureMenu({
  className,
  summary,
  children,
  group,
  staysForButtons = false,
  onToggle,
}: DisclosureMenuProps) {
  const menu = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    function closeFromOutside({ target }: Event) {
      if (target instanceof Node && !menu.current?.contains(target)) menu.current?.removeAttribute('open');
    }
    // The focused item may have been removed meanwhile: then the page has the focus.
    function closeFromNowhere({ key, target }: KeyboardEvent) {
      if (key === 'Escape' && target === document.body) close(menu.current);
    }
    document.addEventListener('keydown', closeFromNowhere);
    document.addEventListener('pointerdown', closeFromOutside);
    document.addEventListener('focusin', closeFromOutside);
    return () => {
      document.removeEventListener('keydown', closeFromNowhere);
      document.removeEventListener('pointerdown', closeFromOutside);
      document.removeEventListener('focusin', closeFromOutside);
    };
  }, []);
  function closeOnChoice({ target }: MouseEvent) {
    if (target instanceof Element && target.closest(staysForButtons ? 'a' : 'a, button'))
      menu.current?.removeAttribute('open');
  }
  function closeOnEscape(event: KeyEvent) {
    if (event.key !== 'Escape' || !menu.current?.open) return;
    event.stopPropagation();
    close(menu.current);
  }
  return (
    <details
      className={className}
      ref={menu}
      name={group}
      onClick={closeOnChoice}
      onKeyDown={closeOnEscape}
      onToggle={(event) => onToggle?.(event.currentTarget.open)}
    >
      <summary>{summary}</summary>
      {children}
    </details>
  );
}

/** The focus returns to where it came from. */
function close(menu: HTMLDetailsElement | null): void {
  if (!menu?.open) return;
  menu.removeAttribute('open');
  menu.querySelector('summary')?.focus();
}
