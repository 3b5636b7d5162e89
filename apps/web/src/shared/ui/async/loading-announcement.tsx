import type { ReactNode } from 'react';
import { useText } from '../../i18n/use-text.ts';

/** Announces a skeleton to screen readers as loading. */
export function LoadingAnnouncement({ children }: { children: ReactNode }) {
  const t = useText();
  return (
    <>
      {/* No live region: a page has many, and their coming and going is not worth a word each. */}
      <span className="sr-only">{t('Loading...')}</span>
      {children}
    </>
  );
}
