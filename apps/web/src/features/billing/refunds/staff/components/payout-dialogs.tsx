import { payOutInCash, recordPayoutTransfer } from '@portal/contract/billing/payments/staff-payouts';
import { payOutByAgent } from '@portal/contract/billing/staff-agents';
import { useState } from 'react';
import type { z } from 'zod/mini';
import { newClientId } from '../../../../../shared/api/new-client-id.ts';
import { useCallForm } from '../../../../../shared/api/use-call-form.ts';
import { formatExactNaira } from '../../../../../shared/format/naira.ts';
import { FormDialog } from '../../../../../shared/ui/dialog/form-dialog.tsx';
import { toast } from '../../../../../shared/ui/feedback/toast.ts';
import { Field } from '../../../../../shared/ui/form/field.tsx';
import { usePayOutByAgent, usePayOutInCash, useRecordTransfer } from '../api/payouts.ts';

type PayoutDialogProps = { reference: string; amount: number; onClose: () => void };

/** Hands a refund out of the till; the same click sent twice pays once. */
export function CashDialog({ reference, amount, onClose }: PayoutDialogProps) {
  const paying = usePayOutInCash(reference);
  const [clientRequestId] = useState(newClientId);
  const form = useCallForm<Record<never, string>, z.output<typeof payOutInCash.body>, { message: string }>({
    schema: payOutInCash.body,
    start: {},
    bodyOf: () => ({ clientRequestId }),
    call: paying.mutateAsync,
    onDone: ({ message }) => {
      toast({ title: 'Refund in cash', description: message });
      onClose();
    },
  });
  return (
    <FormDialog
      title={`Pay out ${formatExactNaira(amount)} in cash`}
      confirm="Paid in cash"
      form={form}
      onClose={onClose}
    >
      <p>Count it out to the customer. It leaves your till, and what the payment bought ends with it.</p>
    </FormDialog>
  );
}

/** Takes a mistaken sale back from the agent who made it. */
export function AgentDialog({ reference, amount, onClose }: PayoutDialogProps) {
  const paying = usePayOutByAgent(reference);
  const [clientRequestId] = useState(newClientId);
  const form = useCallForm<Record<never, string>, z.output<typeof payOutByAgent.body>, { message: string }>({
    schema: payOutByAgent.body,
    start: {},
    bodyOf: () => ({ clientRequestId }),
    call: paying.mutateAsync,
    onDone: ({ message }) => {
      toast({ title: 'Refund by the agent', description: message });
      onClose();
    },
  });
  return (
    <FormDialog
      title={`The agent gives back ${formatExactNaira(amount)}`}
      confirm="Given back"
      form={form}
      onClose={onClose}
    >
      <p>
        For a sale that was a mistake. The agent hands the cash back to who paid, owes that much less and keeps no
        commission of it. Only for a refund that was asked for on the day of the sale.
      </p>
    </FormDialog>
  );
}

type Fields = { bankReference: string };

/** Records the transfer of a refund, which staff have made at the bank. */
export function TransferDialog({ reference, amount, onClose }: PayoutDialogProps) {
  const recording = useRecordTransfer(reference);
  const [clientRequestId] = useState(newClientId);
  const { field, ...form } = useCallForm<Fields, z.output<typeof recordPayoutTransfer.body>, { message: string }>({
    schema: recordPayoutTransfer.body,
    start: { bankReference: '' },
    bodyOf: ({ bankReference }) => ({ bankReference, clientRequestId }),
    call: recording.mutateAsync,
    onDone: ({ message }) => {
      toast({ title: 'Refund by transfer', description: message });
      onClose();
    },
  });
  return (
    <FormDialog title={`Transfer of ${formatExactNaira(amount)}`} confirm="Record" form={form} onClose={onClose}>
      <p>Make the transfer at the bank first. The refund is done, and the customer told, when it is recorded.</p>
      <Field
        label="The bank’s number of the transfer"
        autoComplete="off"
        maxLength={60}
        autoFocus
        {...field('bankReference')}
      />
    </FormDialog>
  );
}
