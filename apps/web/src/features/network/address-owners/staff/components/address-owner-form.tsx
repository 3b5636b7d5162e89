import { type AddressAnswer, type AddressQuestion, findAddressOwner } from '@portal/contract/network/address-owners';
import { useState } from 'react';
import { useCallForm } from '../../../../../shared/api/use-call-form.ts';
import { now } from '../../../../../shared/format/clock.ts';
import { fromLagosInput, toLagosInput } from '../../../../../shared/format/lagos-input.ts';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { Alert } from '../../../../../shared/ui/feedback/alert.tsx';
import { Field } from '../../../../../shared/ui/form/field.tsx';
import { TextAreaField } from '../../../../../shared/ui/form/text-area-field.tsx';
import { useOnline } from '../../../../../shared/ui/hooks/use-online.ts';
import { useFindAddressOwner } from '../api/address-owners.ts';
import { AddressOwners } from './address-owners.tsx';

type Answered = { readonly question: AddressQuestion; readonly answer: AddressAnswer };

/** Asks which customer had an address at a moment, and shows the answer. */
export function AddressOwnerForm() {
  const online = useOnline();
  const { mutateAsync } = useFindAddressOwner();
  const [answered, setAnswered] = useState<Answered | null>(null);
  const { field, submit, busy, failure } = useCallForm({
    schema: findAddressOwner.query,
    start: { address: '', at: '', port: '', reason: '', caseNumber: '' },
    bodyOf: ({ at, port, ...values }) => ({
      ...values,
      at: fromLagosInput(at) ?? '',
      ...(port.trim() && { port: port.trim() }),
    }),
    call: async (question: AddressQuestion) => {
      setAnswered(null);
      return { question, answer: await mutateAsync(question) };
    },
    onDone: setAnswered,
  });
  return (
    <div className="mt-6 grid items-start gap-8 lg:grid-cols-[minmax(0,22rem)_minmax(0,1fr)]">
      <form noValidate className="grid gap-4" onSubmit={submit}>
        <Field
          label="Address"
          placeholder="100.64.10.7"
          maxLength={60}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...field('address')}
        />
        <Field
          label="At (Lagos time)"
          type="datetime-local"
          step={1}
          max={toLagosInput(now())}
          hint="One moment: ten minutes before and after it are looked at, too."
          {...field('at')}
        />
        <Field
          label="Port, if it was given"
          inputMode="numeric"
          maxLength={5}
          autoComplete="off"
          hint="It goes on record. Our log has no ports, so it narrows nothing."
          {...field('port')}
        />
        <Field label="Case number" maxLength={60} autoComplete="off" {...field('caseNumber')} />
        <TextAreaField
          label="Why you ask"
          rows={3}
          maxLength={500}
          hint="It stays on record with your name, also when nothing is found."
          {...field('reason')}
        />
        {!online && <Alert kind="warn">You are offline. You can ask once you are connected again.</Alert>}
        {failure && <Alert kind="bad">{failure}</Alert>}
        <div>
          <Button type="submit" disabled={!online} busy={busy} busyLabel="Looking...">
            Who had it?
          </Button>
        </div>
      </form>
      <div aria-live="polite" className="min-w-0">
        {answered && <AddressOwners {...answered} />}
      </div>
    </div>
  );
}
