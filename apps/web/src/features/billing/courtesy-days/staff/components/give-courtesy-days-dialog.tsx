import { giveCourtesyDays } from '@portal/contract/billing/staff-courtesy-days';
import { useState } from 'react';
import type { z } from 'zod/mini';
import { newClientId } from '../../../../../shared/api/new-client-id.ts';
import { useCallForm } from '../../../../../shared/api/use-call-form.ts';
import { FormDialog } from '../../../../../shared/ui/dialog/form-dialog.tsx';
import { toast } from '../../../../../shared/ui/feedback/toast.ts';
import { Field } from '../../../../../shared/ui/form/field.tsx';
import { TextAreaField } from '../../../../../shared/ui/form/text-area-field.tsx';
import { useGiveCourtesyDays } from '../api/courtesy-days.ts';

type Customer = { readonly id: number; readonly lineId: number };

type Fields = { days: string; reason: string };
type Grant = z.output<typeof giveCourtesyDays.body>;

/** Gives free days to the line that the page shows. */
export function GiveCourtesyDaysDialog({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const giving = useGiveCourtesyDays(customer.id);
  const [clientRequestId] = useState(newClientId);
  const { field, ...form } = useCallForm<Fields, Grant, { message: string }>({
    schema: giveCourtesyDays.body,
    start: { days: '1', reason: '' },
    bodyOf: ({ days, reason }) => ({ days: Number(days), reason, lineId: customer.lineId, clientRequestId }),
    call: giving.mutateAsync,
    onDone: ({ message }) => {
      toast({ title: 'Courtesy days', description: message });
      onClose();
    },
  });
  return (
    <FormDialog title="Courtesy days" confirm="Give the days" form={form} onClose={onClose}>
      <p>
        The paid time ends so much later, at no cost, and the customer is told. Many days wait for a second person. To
        let a bill wait, record a promise to pay instead.
      </p>
      <Field
        label="Days"
        inputMode="numeric"
        maxLength={2}
        autoFocus
        hint="Limits: your role’s at once, and the line’s in a year."
        {...field('days')}
      />
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
