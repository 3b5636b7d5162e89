import type { PaymentPromise } from '@portal/contract/billing/payment-promises';
import { lagosMidnight } from '@portal/kernel/calendar';
import { CalendarCheck } from 'lucide-react';
import type { RefObject } from 'react';
import { now } from '../../../../shared/format/clock.ts';
import { formatDay, formatMoment } from '../../../../shared/format/date.ts';
import { formatNaira } from '../../../../shared/format/naira.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { Button } from '../../../../shared/ui/button/button.tsx';
import { classNames } from '../../../../shared/ui/layout/class-names.ts';
import { GlassSlab } from '../../../../shared/ui/layout/glass-slab.tsx';
import { promiseCalendar, saveCalendar } from '../promise-calendar.ts';
import './running-promise.css';

type RunningPromiseProps = {
  promise: PaymentPromise;
  heading: RefObject<HTMLHeadingElement | null>;
  onPay: () => void;
};

/** Until when the line stays on, and what happens on the way there. */
export function RunningPromise({ promise, heading, onPay }: RunningPromiseProps) {
  const t = useText();
  const { id, until, endsAt, amount, madeAt } = promise;
  const promisedDay = lagosMidnight(until).toISOString();
  const isToday = new Date(promisedDay) <= now();
  const steps = [
    { label: t('Promised'), text: formatMoment(madeAt), state: 'lit' },
    {
      label: t('Reminder on {date}', { date: formatDay(promisedDay) }),
      text: t('In the morning. Paying earlier ends the promise.'),
      state: isToday ? 'lit' : 'ahead',
    },
    {
      label: formatMoment(endsAt),
      text: t('Off, if {amount} is still open', { amount: formatNaira(amount) }),
      state: 'ahead',
    },
  ];
  function keep() {
    const title = t('Pay {amount} for your line', { amount: formatNaira(amount) });
    saveCalendar(promiseCalendar({ id, day: until, title, link: `${location.origin}/payment`, now: now() }));
  }
  return (
    <GlassSlab cut className="p-5 md:p-8">
      <h2 className="soft scroll-mt-24 font-normal outline-none" ref={heading} tabIndex={-1}>
        {t('Your line stays on until')}
      </h2>
      <p className="h1 mt-2.5 font-light">
        <span className="whitespace-nowrap">{formatDay(promisedDay)},</span>{' '}
        <span className="whitespace-nowrap">23:59</span>
      </p>
      <ol className="promise-way mt-8">
        {steps.map(({ label, text, state }) => (
          <li key={label} className={classNames(state === 'lit' && 'lit')}>
            <b className="block font-semibold">{label}</b>
            <span className="soft small block">{text}</span>
          </li>
        ))}
      </ol>
      <div className="mt-8 flex flex-wrap gap-2.5">
        <Button variant="glass" onClick={onPay}>
          {t('Pay now')}
        </Button>
        <Button variant="glass-outline" onClick={keep}>
          <CalendarCheck />
          {t('Add to my calendar')}
        </Button>
      </div>
    </GlassSlab>
  );
}
