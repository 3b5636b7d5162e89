import { type ReactNode, useEffect, useRef } from 'react';
import { PageLink } from './page-link.tsx';

export type ViewLink = {
  readonly id: string;
  readonly to: string;
  readonly label: string;
  /** Beside the label, for example how many there are. */
  readonly mark?: ReactNode;
};

export type LinkTabsProps = {
  /** The label of the choice, for example 'Which payments'. */
  label: string;
  views: readonly ViewLink[];
  current: string;
};

const LINK =
  'relative inline-flex min-h-12 flex-none items-center gap-2 font-medium text-ink-2 hover:text-ink focus-visible:-outline-offset-3 ' +
  'aria-[current]:font-semibold aria-[current]:text-ink aria-[current]:after:absolute aria-[current]:after:inset-x-0 ' +
  'aria-[current]:after:bottom-0 aria-[current]:after:h-[3px] aria-[current]:after:bg-primary';

/**
 * Views of one list that look like tabs, each with an address of its own; on a narrow screen they
 * scroll and keep the current one in view.
 */
export function LinkTabs({ label, views, current }: LinkTabsProps) {
  const list = useRef<HTMLElement>(null);
  useEffect(() => {
    const chosen = list.current?.querySelector<HTMLElement>(`[data-view="${CSS.escape(current)}"]`);
    if (list.current && chosen) list.current.scrollLeft = chosen.offsetLeft - list.current.offsetLeft - 16;
  }, [current]);
  return (
    <nav
      ref={list}
      aria-label={label}
      className="-mx-(--gutter) flex gap-6 overflow-x-auto border-line border-b px-(--gutter) lg:mx-0 lg:px-0"
    >
      {views.map(({ id, to, label: name, mark }) => (
        <PageLink key={id} className={LINK} to={to} data-view={id} aria-current={id === current ? 'page' : undefined}>
          {name}
          {mark}
        </PageLink>
      ))}
    </nav>
  );
}
