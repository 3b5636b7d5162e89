import { makePaymentPromiseForCustomer } from '@portal/contract/billing/staff-payment-promises';
import { type CallOutcome, type CollectionAccount, callOutcomes } from '@portal/contract/console/collections';
import { createTicketForCustomer } from '@portal/contract/support/staff-tickets';
import { type FormEvent, useRef, useState } from 'react';
import { ApiError, messageOf } from '../../../../../shared/api/api-error.ts';
import { newClientId } from '../../../../../shared/api/new-client-id.ts';
import { useMutateOnce } from '../../../../../shared/api/use-mutate-once.ts';
import { useOneAtATime } from '../../../../../shared/api/use-one-at-a-time.ts';
import { now } from '../../../../../shared/format/clock.ts';
import { fromLagosInput, toLagosInput } from '../../../../../shared/format/lagos-input.ts';
import { KeyCap } from '../../../../../shared/staff/shortcuts/key-cap.tsx';
import { useShortcuts } from '../../../../../shared/staff/shortcuts/shortcuts.ts';
import { useMay } from '../../../../../shared/staff/use-may.ts';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { Alert } from '../../../../../shared/ui/feedback/alert.tsx';
import type { ToastRequest } from '../../../../../shared/ui/feedback/toast.ts';
import { Field } from '../../../../../shared/ui/form/field.tsx';
import { TextAreaField } from '../../../../../shared/ui/form/text-area-field.tsx';
import { useGiveBack, useRecordCall } from '../api/collections.ts';
import { outcomeNames } from '../collection-labels.ts';
import { PayDay } from './pay-day.tsx';

const NOTE_LENGTH = 2000;

/** How a call ended; saving it takes the next account. */
export function CallForm({ account, onNext }: { account: CollectionAccount; onNext: (saved: ToastRequest) => void }) {
  const accountId = account.customer.id;
  const recording = useRecordCall(accountId);
  const oneAtATime = useOneAtATime();
  const givingBack = useGiveBack(accountId);
  const giveBack = useMutateOnce(givingBack);
  const requestId = useRef(newClientId());
  const [outcome, setOutcome] = useState<CallOutcome | null>(null);
  const [until, setUntil] = useState<string | null>(null);
  const [nextCall, setNextCall] = useState('');
  const [note, setNote] = useState('');
  const [missing, setMissing] = useState<string | null>(null);
  const offered = useOfferedOutcomes();

  function choose(chosen: CallOutcome) {
    setOutcome(chosen);
    setMissing(null);
  }
  function save(event: FormEvent) {
    event.preventDefault();
    const lacks = whatIsMissing({ outcome, until, nextCall });
    setMissing(lacks);
    if (lacks !== null || outcome === null) return;
    const at = fromLagosInput(nextCall);
    const body = {
      outcome,
      ...(outcome === 'promised' && until !== null && { until }),
      ...(at !== null && { nextCallAt: new Date(at).toISOString() }),
      note,
      clientRequestId: requestId.current,
    };
    void oneAtATime(async () => {
      // Not by the options of the call: this form is gone once the account is not the caller's any more.
      const saved = await recording.mutateAsync(body).catch((refusal: unknown) => {
        // Another answer to the same question is another request.
        if (refusal instanceof ApiError && refusal.status < 500) requestId.current = newClientId();
        return null;
      });
      if (!saved) return;
      onNext({ title: outcomeNames[outcome] ?? outcome, description: saved.message });
    });
  }
  function leave() {
    void giveBack();
  }
  useShortcuts([
    ...offered.map((each) => ({
      key: String(callOutcomes.indexOf(each) + 1),
      label: outcomeNames[each] ?? each,
      run: () => choose(each),
    })),
    { key: 'g', label: 'Give back', run: leave },
  ]);
  const failure = recording.error ?? givingBack.error;
  return (
    <form noValidate data-call-form onSubmit={save} className="grid gap-5">
      <fieldset className="min-w-0">
        <legend className="field-label mb-1.5">How did it end?</legend>
        <div className="grid grid-cols-2 gap-2">
          {offered.map((each) => (
            <label key={each} className="collection-outcome">
              <input
                type="radio"
                name="outcome"
                value={each}
                checked={outcome === each}
                onChange={() => choose(each)}
              />
              {outcomeNames[each]}
              <KeyCap>{callOutcomes.indexOf(each) + 1}</KeyCap>
            </label>
          ))}
        </div>
      </fieldset>
      {outcome === 'promised' && <PayDay account={account} chosen={until} onChoose={setUntil} />}
      {outcome === 'disputed' && (
        <p className="small soft">A ticket is opened with the note, and the customer gets its number.</p>
      )}
      {outcome === 'wrong-number' && (
        <p className="small soft">Nobody calls this number for the account until it is corrected.</p>
      )}
      <Field
        label="Next call (Lagos time)"
        type="datetime-local"
        min={toLagosInput(now())}
        value={nextCall}
        hint={outcome === 'call-later' ? undefined : 'Leave it empty where none is needed'}
        onChange={({ target }) => setNextCall(target.value)}
      />
      <TextAreaField
        label="Note"
        rows={2}
        maxLength={NOTE_LENGTH}
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
      {missing && <Alert kind="bad">{missing}</Alert>}
      {failure && !missing && <Alert kind="bad">{messageOf(failure)}</Alert>}
      <div className="grid grid-cols-2 gap-2">
        <Button type="submit" busy={recording.isPending} busyLabel="Saving...">
          Save, next
          <KeyCap>Enter</KeyCap>
        </Button>
        <Button variant="secondary" busy={givingBack.isPending} busyLabel="Giving back..." onClick={leave}>
          Give back
          <KeyCap>G</KeyCap>
        </Button>
      </div>
    </form>
  );
}

/** Without those that lead to what the reader may not do. */
function useOfferedOutcomes(): CallOutcome[] {
  const may = useMay();
  return callOutcomes.filter((outcome) => {
    if (outcome === 'promised') return may(makePaymentPromiseForCustomer);
    return outcome !== 'disputed' || may(createTicketForCustomer);
  });
}

type Answers = { outcome: CallOutcome | null; until: string | null; nextCall: string };

function whatIsMissing({ outcome, until, nextCall }: Answers): string | null {
  if (outcome === null) return 'Choose how the call ended.';
  if (outcome === 'promised' && until === null) return 'Choose the day on which they pay.';
  if (outcome === 'call-later' && nextCall === '') return 'Choose when to call again.';
  if (nextCall !== '' && nextCall <= toLagosInput(now())) return 'Choose a time from now on for the next call.';
  return null;
}
