import type { ReactNode } from 'react';
import { classNames } from '../../ui/layout/class-names.ts';

/** A key that does the same as what stands beside it; not shown on a phone unless `always`. */
export function KeyCap({ always = false, children }: { always?: boolean; children: ReactNode }) {
  return (
    <span
      aria-hidden={!always || undefined}
      className={classNames(
        'pointer-events-none rounded-badge border border-current px-1.5 py-0.5 font-medium font-sans text-fine opacity-75',
        !always && 'max-md:hidden',
      )}
    >
      {children}
    </span>
  );
}
