import { giveDataCredit } from '@portal/contract/network/data-credits';
import { useState } from 'react';
import type { z } from 'zod/mini';
import { newClientId } from '../../../../../shared/api/new-client-id.ts';
import { useCallForm } from '../../../../../shared/api/use-call-form.ts';
import { FormDialog } from '../../../../../shared/ui/dialog/form-dialog.tsx';
import { toast } from '../../../../../shared/ui/feedback/toast.ts';
import { Field } from '../../../../../shared/ui/form/field.tsx';
import { TextAreaField } from '../../../../../shared/ui/form/text-area-field.tsx';
import { useGiveDataCredit } from '../api/data-credits.ts';

type Customer = { readonly id: number; readonly lineId: number };
type Fields = { gigabytes: string; reason: string };
type Grant = z.output<typeof giveDataCredit.body>;

/** Adds data to the present month of the line that the page shows. */
export function GiveDataCreditDialog({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const giving = useGiveDataCredit(customer.id);
  const [clientRequestId] = useState(newClientId);
  const { field, ...form } = useCallForm<Fields, Grant, { message: string }>({
    schema: giveDataCredit.body,
    start: { gigabytes: '10', reason: '' },
    bodyOf: ({ gigabytes, reason }) => ({
      gigabytes: Number(gigabytes),
      reason,
      lineId: customer.lineId,
      clientRequestId,
    }),
    call: giving.mutateAsync,
    onDone: ({ message }) => {
      toast({ title: 'Data added', description: message });
      onClose();
    },
  });
  return (
    <FormDialog title="Add data" confirm="Add the data" form={form} onClose={onClose}>
      <p>
        Counts for this month only, at no cost, and the customer is told. A line that was slower or stopped because its
        data were used up gets its speed back at once, if the data suffice.
      </p>
      <Field label="Data in GB" inputMode="numeric" maxLength={3} autoFocus {...field('gigabytes')} />
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
