import type { PromisesOfLine } from '@portal/contract/billing/payment-promises';
import { CalendarCheck } from 'lucide-react';
import { type RefObject, useState } from 'react';
import { messageOf } from '../../../../shared/api/api-error.ts';
import { useMutateOnce } from '../../../../shared/api/use-mutate-once.ts';
import { now } from '../../../../shared/format/clock.ts';
import { formatDay } from '../../../../shared/format/date.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { Button } from '../../../../shared/ui/button/button.tsx';
import { Alert } from '../../../../shared/ui/feedback/alert.tsx';
import { toast } from '../../../../shared/ui/feedback/toast.ts';
import { useOnline } from '../../../../shared/ui/hooks/use-online.ts';
import { Panel } from '../../../../shared/ui/layout/panel.tsx';
import { useMakePaymentPromise } from '../api/payment-promises.ts';
import { nextAfterBroken, offeredDays, type PromiseDay } from '../promise-days.ts';
import { DayChoice } from './day-choice.tsx';

type PromiseFormProps = { promises: PromisesOfLine; heading: RefObject<HTMLHeadingElement | null> };

/** One press: a day, what follows from it, and the promise. */
export function PromiseForm({ promises, heading }: PromiseFormProps) {
  const t = useText();
  const online = useOnline();
  const making = useMakePaymentPromise();
  const promise = useMutateOnce(making);
  const days = offeredDays(promises, now());
  const [chosen, setChosen] = useState<string | null>(null);
  const day = days.find((each) => each.day === chosen);
  const last = days.at(-1);
  if (!last) return null;
  return (
    <Panel className="grid max-w-xl gap-6 p-5 md:p-8!">
      <div>
        <h2 className="h2 scroll-mt-24 outline-none" ref={heading} tabIndex={-1}>
          {t('I will pay on')}
        </h2>
        <p className="soft mt-1.5">
          {t('Choose a day up to {date}. Once for each bill, and it costs nothing.', {
            date: formatDay(last.at.toISOString()),
          })}
        </p>
      </div>
      <DayChoice legend={t('Choose a day')} days={days} chosen={chosen} onChoose={setChosen} />
      {day ? <Consequences day={day} promises={promises} /> : <p className="small soft">{t('No day chosen yet.')}</p>}
      {making.error && <Alert kind="bad">{t(messageOf(making.error))}</Alert>}
      <Button
        variant="secondary"
        size="large"
        disabled={!day || !online}
        busy={making.isPending}
        onClick={() => {
          if (day)
            void promise(day.day, {
              onSuccess: ({ message }) => toast({ title: t('Promised'), description: t(message) }),
            });
        }}
      >
        <CalendarCheck />
        {day ? t('Promise {date}', { date: formatDay(day.at.toISOString()) }) : t('Choose a day')}
      </Button>
    </Panel>
  );
}

function Consequences({ day, promises }: { day: PromiseDay; promises: PromisesOfLine }) {
  const t = useText();
  const date = formatDay(day.at.toISOString());
  const facts = [
    {
      label: t('Until then'),
      text: t('Your line stays on until {date}, 23:59. We remind you that morning.', { date }),
    },
    ...(promises.dueAt
      ? [
          {
            label: t('If you pay'),
            text: t('Your month still counts from {date}. Nothing is added.', { date: formatDay(promises.dueAt) }),
          },
        ]
      : []),
    {
      label: t('If you do not'),
      text: t('The line goes off when that day ends, and the next promise waits until {date}.', {
        date: formatDay(nextAfterBroken(day.day, promises.brokenDays).toISOString()),
      }),
    },
  ];
  return (
    <dl className="border-line border-y" aria-live="polite">
      {facts.map(({ label, text }) => (
        <div key={label} className="grid gap-x-4 gap-y-0.5 border-line border-t py-3.5 first:border-t-0 sm:grid-cols-2">
          <dt className="font-semibold">{label}</dt>
          <dd className="soft">{text}</dd>
        </div>
      ))}
    </dl>
  );
}
