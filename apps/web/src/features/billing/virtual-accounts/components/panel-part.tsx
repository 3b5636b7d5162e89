import type { ReactNode } from 'react';

/** A part of the panel of account numbers, below a rule. */
export function PanelPart({ children }: { children: ReactNode }) {
  return <div className="grid gap-3 border-line border-t px-5 py-5 md:px-8 md:py-6">{children}</div>;
}
