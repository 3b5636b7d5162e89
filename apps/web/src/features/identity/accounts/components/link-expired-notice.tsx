import { Unlink } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useText } from '../../../../shared/i18n/use-text.ts';

export type LinkExpiredNoticeProps = {
  /** How to get a new link. */
  children: ReactNode;
};

/** Replaces the form when a mailed link cannot be used any more. */
export function LinkExpiredNotice({ children }: LinkExpiredNoticeProps) {
  const t = useText();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <div>
        <Unlink className="auth-mark text-bad" />
        <h1 className="h1 outline-none" ref={heading} tabIndex={-1}>
          {t('This link cannot be used')}
        </h1>
        <p className="soft">
          {t(
            'It has been used, has expired, or was not copied whole. Open it from your mail again, or ask for a new one.',
          )}
        </p>
      </div>
      <div className="grid gap-3">{children}</div>
    </>
  );
}
