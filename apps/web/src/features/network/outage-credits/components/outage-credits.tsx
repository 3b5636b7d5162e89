import type { OutageCredit as Given } from '@portal/contract/network/outage-credits';
import { useId } from 'react';
import { formatDate, formatMoment } from '../../../../shared/format/date.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { AsyncBoundary } from '../../../../shared/ui/async/async-boundary.tsx';
import { useOutageCredits } from '../api/list-outage-credits.ts';

/** The outages that have extended the customer's paid time; nothing without any. */
export function OutageCredits() {
  const t = useText();
  const given = useOutageCredits();
  return (
    <AsyncBoundary query={given} failure={t('We could not load what outages have given back')} skeleton={null}>
      {(list) => (list.length === 0 ? null : <List given={list} />)}
    </AsyncBoundary>
  );
}

function List({ given }: { given: readonly Given[] }) {
  const t = useText();
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className="border-ink border-t pt-5">
      <h2 className="h4 mb-2" id={headingId}>
        {t('Time given back')}
      </h2>
      <ul>
        {given.map(({ title, startsAt, endsAt, minutes, creditedAt, paidUntil }) => (
          <li key={`${startsAt} ${creditedAt}`} className="grid gap-1 border-line border-b py-3">
            <p className="semi break-words">{title}</p>
            <p className="soft small">
              {t('{from} to {to}: {hours} h of your paid time', {
                from: formatMoment(startsAt),
                to: formatMoment(endsAt),
                hours: String(Math.round(minutes / 60)),
              })}
            </p>
            <p className="muted small">
              {t('Given back on {day}: paid until {until} since then', {
                day: formatDate(creditedAt),
                until: formatDate(paidUntil),
              })}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
