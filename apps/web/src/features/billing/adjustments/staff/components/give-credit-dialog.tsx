import { giveCredit } from '@portal/contract/billing/staff-adjustments';
import { useState } from 'react';
import type { z } from 'zod/mini';
import { newClientId } from '../../../../../shared/api/new-client-id.ts';
import { useCallForm } from '../../../../../shared/api/use-call-form.ts';
import { parseNaira } from '../../../../../shared/format/parse-naira.ts';
import { FormDialog } from '../../../../../shared/ui/dialog/form-dialog.tsx';
import { toast } from '../../../../../shared/ui/feedback/toast.ts';
import { AmountField } from '../../../../../shared/ui/form/amount-field.tsx';
import { TextAreaField } from '../../../../../shared/ui/form/text-area-field.tsx';
import { useGiveCredit } from '../api/adjustments.ts';

type Fields = { amount: string; reason: string };
type Grant = z.output<typeof giveCredit.body>;

/** Gives a customer credit. */
export function GiveCreditDialog({ customerId, onClose }: { customerId: number; onClose: () => void }) {
  const giving = useGiveCredit(customerId);
  const [clientRequestId] = useState(newClientId);
  const { field, amountField, ...form } = useCallForm<Fields, Grant, { message: string }>({
    schema: giveCredit.body,
    start: { amount: '', reason: '' },
    bodyOf: ({ amount, reason }) => ({ amount: parseNaira(amount), reason, clientRequestId }),
    call: giving.mutateAsync,
    onDone: ({ message }) => {
      toast({ title: 'Give credit', description: message });
      onClose();
    },
  });
  return (
    <FormDialog title="Give credit" confirm="Give credit" form={form} onClose={onClose}>
      <p>The customer is told of the amount. A large one waits for a second person.</p>
      <AmountField label="Amount in naira" autoFocus {...amountField('amount')} />
      <TextAreaField
        label="Reason"
        rows={3}
        maxLength={500}
        hint="It stays on record with your name; the customer does not see it."
        {...field('reason')}
      />
    </FormDialog>
  );
}
