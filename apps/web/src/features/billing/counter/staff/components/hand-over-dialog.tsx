import { handOverTill } from '@portal/contract/billing/staff-counter';
import { useState } from 'react';
import type { z } from 'zod/mini';
import { newClientId } from '../../../../../shared/api/new-client-id.ts';
import { useCallForm } from '../../../../../shared/api/use-call-form.ts';
import { parseNaira } from '../../../../../shared/format/parse-naira.ts';
import { FormDialog } from '../../../../../shared/ui/dialog/form-dialog.tsx';
import { toast } from '../../../../../shared/ui/feedback/toast.ts';
import { AmountField } from '../../../../../shared/ui/form/amount-field.tsx';
import { Field } from '../../../../../shared/ui/form/field.tsx';
import { useHandOver } from '../api/till.ts';

type HandOver = z.output<typeof handOverTill.body>;
type Fields = { amount: string; bankReference: string };

/** Records cash that goes to the bank. */
export function HandOverDialog({ balance, onClose }: { balance: number; onClose: () => void }) {
  const handOver = useHandOver();
  const [clientRequestId] = useState(newClientId);
  const { field, amountField, ...form } = useCallForm<Fields, HandOver, { message: string }>({
    schema: handOverTill.body,
    start: { amount: String(balance), bankReference: '' },
    bodyOf: ({ amount, bankReference }) => ({ amount: parseNaira(amount), bankReference, clientRequestId }),
    call: handOver.mutateAsync,
    onDone: ({ message }) => {
      toast({ title: 'Cash to the bank', description: message });
      onClose();
    },
  });
  return (
    <FormDialog title="Cash to the bank" confirm="Record" form={form} onClose={onClose}>
      <AmountField label="Amount in naira" autoFocus {...amountField('amount')} />
      <Field label="Number on the bank’s slip" autoComplete="off" maxLength={60} {...field('bankReference')} />
    </FormDialog>
  );
}
