import type { ReactNode } from 'react';
import { useText } from '../i18n/use-text.ts';

/** What is coming, in its shape; who cannot see shapes is told. */
export function Awaited({ children }: { children: ReactNode }) {
  const t = useText();
  return (
    <>
      {/* No live region: a page has many, and their coming and going is not worth a word each. */}
      <span className="sr-only">{t('Loading...')}</span>
      {children}
    </>
  );
}
