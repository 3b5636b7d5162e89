import { type IncomingTransfer, returnTransfer } from '@portal/contract/billing/payments/staff-incoming-transfers';
import { useCallForm } from '../../../../../shared/api/use-call-form.ts';
import { formatGateway } from '../../../../../shared/format/gateway.ts';
import { FormDialog } from '../../../../../shared/ui/dialog/form-dialog.tsx';
import { toast } from '../../../../../shared/ui/feedback/toast.ts';
import { TextAreaField } from '../../../../../shared/ui/form/text-area-field.tsx';
import { useReturnTransfer } from '../api/incoming-transfers.ts';
import { sumOf } from '../transfer-labels.ts';

/** Records that a transfer goes back to its bank, or agrees to what a colleague has proposed. */
export function ReturnDialog({ transfer, onClose }: { transfer: IncomingTransfer; onClose: () => void }) {
  const returning = useReturnTransfer(transfer.id);
  const isProposed = transfer.status === 'returning';
  const { field, ...form } = useCallForm({
    schema: returnTransfer.body,
    start: { note: '' },
    bodyOf: (values) => values,
    call: returning.mutateAsync,
    onDone: ({ message }) => {
      toast({ title: 'Unmatched money', description: message });
      onClose();
    },
  });
  return (
    <FormDialog
      title={isProposed ? `Agree to send ${sumOf(transfer)} back` : `Send ${sumOf(transfer)} back`}
      confirm={isProposed ? 'Agree' : 'Record it'}
      form={form}
      onClose={onClose}
    >
      <p className="soft">
        {isProposed
          ? 'With your word it is recorded as sent back. Whoever proposed it cannot agree.'
          : `The portal records it and sends nothing: have ${formatGateway(transfer.provider)} or your bank send the money back. A large sum waits for a second person.`}
      </p>
      <TextAreaField label="How and when it goes back" rows={3} maxLength={500} {...field('note')} />
    </FormDialog>
  );
}
