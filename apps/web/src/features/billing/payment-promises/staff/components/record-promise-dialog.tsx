import type { StaffPromisesOfLine } from '@portal/contract/billing/staff-payment-promises';
import { errorCodes } from '@portal/contract/platform/error-codes';
import { MessageSquareText } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../../../../../shared/api/api-error.ts';
import { useMutateOnce } from '../../../../../shared/api/use-mutate-once.ts';
import { now } from '../../../../../shared/format/clock.ts';
import { formatDate, formatDay } from '../../../../../shared/format/date.ts';
import { formatExactNaira } from '../../../../../shared/format/naira.ts';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { Dialog } from '../../../../../shared/ui/dialog/dialog.tsx';
import { Alert } from '../../../../../shared/ui/feedback/alert.tsx';
import { toast } from '../../../../../shared/ui/feedback/toast.ts';
import { DescriptionList } from '../../../../../shared/ui/layout/description-list.tsx';
import { DayChoice } from '../../components/day-choice.tsx';
import { offeredDays, type PromiseDay } from '../../promise-days.ts';
import { usePromisesOfLine, useRecordPromise } from '../api/payment-promises.ts';
import { PROMISE_STATES } from '../promise-states.ts';

type Customer = { readonly id: number; readonly lineId: number };

/** Records a customer's promise to pay the bill of the line that the page shows. */
export function RecordPromiseDialog({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const promises = usePromisesOfLine(customer);
  const recording = useRecordPromise(customer);
  const record = useMutateOnce(recording);
  const [chosen, setChosen] = useState<string | null>(null);
  const isPossible = promises.data?.days !== null;
  return (
    <Dialog
      open
      onClose={onClose}
      title="Promise to pay"
      actions={
        <>
          {isPossible && (
            <Button
              disabled={chosen === null}
              busy={recording.isPending}
              busyLabel="Saving..."
              onClick={() => {
                if (chosen === null) return;
                void record(chosen, {
                  onSuccess: ({ message }) => {
                    toast({ title: 'Promise to pay', description: message });
                    onClose();
                  },
                });
              }}
            >
              Record promise
            </Button>
          )}
          <Button variant="secondary" onClick={onClose}>
            {isPossible ? 'Cancel' : 'Close'}
          </Button>
        </>
      }
    >
      <div className="mt-4 grid gap-4">
        <AsyncBoundary
          query={promises}
          failure="We could not load the promises"
          skeleton={<Skeleton className="h-64 w-full" />}
        >
          {(loaded) => <Choice promises={loaded} chosen={chosen} onChoose={setChosen} />}
        </AsyncBoundary>
        {recording.error && <Alert kind="bad">{messageOf(recording.error)}</Alert>}
      </div>
    </Dialog>
  );
}

type ChoiceProps = {
  promises: StaffPromisesOfLine;
  chosen: string | null;
  onChoose: (day: string) => void;
};

function Choice({ promises, chosen, onChoose }: ChoiceProps) {
  const { amount, dueAt, obstacle, nextFrom, running } = promises;
  const days = offeredDays(promises, now());
  const day = days.find((each) => each.day === chosen);
  if (obstacle)
    return (
      <Alert kind="warn">
        {errorCodes[obstacle].message}
        {nextFrom && ` The next is possible from ${formatDate(`${nextFrom}T12:00:00Z`)}.`}
      </Alert>
    );
  return (
    <>
      {dueAt && (
        <p className="soft">
          {formatExactNaira(amount)} {new Date(dueAt) <= now() ? 'since' : 'due on'} {formatDay(dueAt)}
        </p>
      )}
      {running && <Alert kind="warn">The promise of {formatDate(`${running.until}T12:00:00Z`)} is replaced.</Alert>}
      <div>
        <p className="field-label mb-1.5">Pays on</p>
        <DayChoice legend="Pays on" days={days} chosen={chosen} onChoose={onChoose} />
        <p className="soft small mt-2">{limitText(promises)}</p>
      </div>
      <Facts promises={promises} day={day} />
      <p className="soft small flex gap-2">
        <MessageSquareText className="icon-small mt-[calc((1lh-16px)/2)]" />
        The customer is told now, and reminded on the morning of the day. Nothing is given away.
      </p>
    </>
  );
}

function limitText({ limitDays, longestDays }: StaffPromisesOfLine): string {
  const own = `Your limit is ${limitDays} days, counted from the first promise for the bill.`;
  return longestDays > limitDays ? `${own} Longer, up to ${longestDays}, asks a manager.` : own;
}

function Facts({ promises, day }: { promises: StaffPromisesOfLine; day: PromiseDay | undefined }) {
  const { dueAt, ofPeriod, history } = promises;
  const last = history.find(({ state }) => state !== 'running');
  return (
    <DescriptionList
      className="border-line border-y py-4"
      facts={[
        {
          label: 'Line stays on until',
          value: day ? `${formatDay(day.at.toISOString())}, 23:59` : 'No day chosen yet',
        },
        ...(dueAt ? [{ label: 'Due day of the invoice', value: `Stays ${formatDay(dueAt)}` }] : []),
        { label: 'Promises for this bill', value: String(ofPeriod) },
        {
          label: 'Last promise',
          value: last ? `${PROMISE_STATES[last.state].label}, ${formatDay(`${last.until}T12:00:00Z`)}` : 'None yet',
        },
      ]}
    />
  );
}
