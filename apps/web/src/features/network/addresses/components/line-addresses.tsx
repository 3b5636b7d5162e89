import type { LineAddress } from '@portal/contract/network/addresses';
import { useId } from 'react';
import { formatDate } from '../../../../shared/format/date.ts';
import { formatExactNaira } from '../../../../shared/format/naira.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { AsyncBoundary } from '../../../../shared/ui/async/async-boundary.tsx';
import { useLineAddresses } from '../api/list-line-addresses.ts';

/** The fixed addresses of the line, with what each costs; nothing without any. */
export function LineAddresses() {
  const t = useText();
  const addresses = useLineAddresses();
  return (
    <AsyncBoundary query={addresses} failure={t('We could not load the addresses of your line')} skeleton={null}>
      {(list) => (list.length === 0 ? null : <List addresses={list} />)}
    </AsyncBoundary>
  );
}

function List({ addresses }: { addresses: readonly LineAddress[] }) {
  const t = useText();
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className="border-ink border-t pt-5">
      <h2 className="h4 mb-2" id={headingId}>
        {t('Fixed address')}
      </h2>
      <ul>
        {addresses.map(({ product, address, price, since, until }) => (
          <li key={product} className="grid gap-1 border-line border-b py-3">
            <p className="semi wrap-anywhere">{address}</p>
            <p className="soft small">
              {t('{price} a month, yours since {day}', { price: formatExactNaira(price), day: formatDate(since) })}
            </p>
            {until !== null && (
              <p className="muted small">{t('It ends with your paid time on {day}', { day: formatDate(until) })}</p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
