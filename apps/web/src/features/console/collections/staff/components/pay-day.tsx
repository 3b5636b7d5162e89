import type { StaffPromisesOfLine } from '@portal/contract/billing/staff-payment-promises';
import type { CollectionAccount } from '@portal/contract/console/collections';
import { errorCodes } from '@portal/contract/platform/error-codes';
import { lagosDate } from '@portal/kernel/calendar';
import { now } from '../../../../../shared/format/clock.ts';
import { formatDate, formatDay } from '../../../../../shared/format/date.ts';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { Alert } from '../../../../../shared/ui/feedback/alert.tsx';
import { Field } from '../../../../../shared/ui/form/field.tsx';
import { DayChoice } from '../../../../billing/payment-promises/components/day-choice.tsx';
import { offeredDays } from '../../../../billing/payment-promises/promise-days.ts';
import { usePromisesOfLine } from '../../../../billing/payment-promises/staff/api/payment-promises.ts';
import { PROMISE_STATES } from '../../../../billing/payment-promises/staff/promise-states.ts';

type PayDayProps = { account: CollectionAccount; chosen: string | null; onChoose: (day: string | null) => void };

/** The day on which they pay: of a line one that a promise may have, of anything else any day ahead. */
export function PayDay({ account, chosen, onChoose }: PayDayProps) {
  const lineId = account.debts.find((debt) => debt.lineId !== null)?.lineId ?? null;
  if (lineId !== null)
    return <LinePayDay customer={{ id: account.customer.id, lineId }} chosen={chosen} onChoose={onChoose} />;
  return (
    <Field
      label="Pays on"
      type="date"
      min={lagosDate(now())}
      value={chosen ?? ''}
      hint="No line stays on by it"
      onChange={({ target }) => onChoose(target.value || null)}
    />
  );
}

type LinePayDayProps = Omit<PayDayProps, 'account'> & { customer: { readonly id: number; readonly lineId: number } };

function LinePayDay({ customer, chosen, onChoose }: LinePayDayProps) {
  const promises = usePromisesOfLine(customer);
  return (
    <AsyncBoundary
      query={promises}
      failure="We could not load the possible days"
      skeleton={<Skeleton className="h-24 w-full" />}
    >
      {(loaded) => {
        const { obstacle, nextFrom, running } = loaded;
        if (obstacle)
          return (
            <Alert kind="warn">
              {errorCodes[obstacle].message}
              {nextFrom && ` The next is possible from ${formatDate(`${nextFrom}T12:00:00Z`)}.`}
            </Alert>
          );
        return (
          <div>
            <p className="field-label mb-1.5">Pays on</p>
            <DayChoice legend="Pays on" days={offeredDays(loaded, now())} chosen={chosen} onChoose={onChoose} />
            <p className="small soft mt-2">
              {lastPromise(loaded)} Your limit is {loaded.limitDays} days.
              {running && ' It replaces the promise that runs.'}
            </p>
          </div>
        );
      }}
    </AsyncBoundary>
  );
}

function lastPromise({ history }: StaffPromisesOfLine): string {
  const last = history.find(({ state }) => state !== 'running');
  if (!last) return 'No promise before.';
  return `Last promise ${PROMISE_STATES[last.state].label.toLowerCase()}, ${formatDay(`${last.until}T12:00:00Z`)}.`;
}
