import { handOverTill } from '@portal/contract/billing/staff-counter';
import { useState } from 'react';
import type { z } from 'zod/mini';
import { newClientId } from '../../../../../shared/api/new-client-id.ts';
import { useCallForm } from '../../../../../shared/api/use-call-form.ts';
import { parseNumber } from '../../../../../shared/format/parse-number.ts';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { Dialog } from '../../../../../shared/ui/dialog/dialog.tsx';
import { Alert } from '../../../../../shared/ui/feedback/alert.tsx';
import { toast } from '../../../../../shared/ui/feedback/toast.ts';
import { Field } from '../../../../../shared/ui/form/field.tsx';
import { useHandOver } from '../api/till.ts';

type HandOver = z.output<typeof handOverTill.body>;
type Fields = { amount: string; bankReference: string };

/** Records cash that goes to the bank. */
export function HandOverDialog({ balance, onClose }: { balance: number; onClose: () => void }) {
  const handOver = useHandOver();
  const [clientRequestId] = useState(newClientId);
  const { field, submit, busy, failure } = useCallForm<Fields, HandOver, { message: string }>({
    schema: handOverTill.body,
    start: { amount: String(balance), bankReference: '' },
    bodyOf: ({ amount, bankReference }) => ({ amount: parseNumber(amount), bankReference, clientRequestId }),
    call: handOver.mutateAsync,
    onDone: ({ message }) => {
      toast({ title: 'Cash to the bank', description: message });
      onClose();
    },
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title="Cash to the bank"
      actions={
        <>
          <Button type="submit" form="hand-over" busy={busy} busyLabel="Saving...">
            Record
          </Button>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <form id="hand-over" noValidate className="mt-4 grid gap-4" onSubmit={submit}>
        <Field label="Amount in naira" inputMode="decimal" autoComplete="off" autoFocus {...field('amount')} />
        <Field label="Number on the bank’s slip" autoComplete="off" maxLength={60} {...field('bankReference')} />
        {failure && <Alert kind="bad">{failure}</Alert>}
      </form>
    </Dialog>
  );
}
