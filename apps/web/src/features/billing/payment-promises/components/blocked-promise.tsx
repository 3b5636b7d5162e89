import { brand } from '@portal/brand';
import { lagosMidnight } from '@portal/kernel/calendar';
import type { RefObject } from 'react';
import { formatDay } from '../../../../shared/format/date.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { PageLink } from '../../../../shared/ui/navigation/page-link.tsx';

type BlockedPromiseProps = { nextFrom: string; heading: RefObject<HTMLHeadingElement | null> };

/** After a promise that was not kept: from when on another is possible, and what helps now. */
export function BlockedPromise({ nextFrom, heading }: BlockedPromiseProps) {
  const t = useText();
  return (
    <section className="grid max-w-xl gap-5">
      <div>
        <h2 className="soft scroll-mt-24 font-normal outline-none" ref={heading} tabIndex={-1}>
          {t('Next promise from')}
        </h2>
        <p className="h1 mt-1.5 font-light">{formatDay(lagosMidnight(nextFrom).toISOString())}</p>
      </div>
      <p className="soft">{t('An earlier promise was not kept, so another one is not possible until then.')}</p>
      <div>
        <h3 className="h4 mb-2">{t('What helps now')}</h3>
        <ul className="border-line border-y">
          <li className="flex min-h-12 items-center justify-between gap-4">
            <span>{t('Pay, and your line is on at once')}</span>
          </li>
          <li className="flex min-h-12 items-center justify-between gap-4 border-line border-t">
            <span>{t('Talk to us')}</span>
            <a className="link" href={brand.phone.href}>
              {t('Call')}
            </a>
          </li>
          <li className="flex min-h-12 items-center justify-between gap-4 border-line border-t">
            <span>{t('Write to us')}</span>
            <PageLink className="link" to="/support">
              {t('Support')}
            </PageLink>
          </li>
        </ul>
      </div>
    </section>
  );
}
