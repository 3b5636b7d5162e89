import { assignTransfer, type IncomingTransfer } from '@portal/contract/billing/payments/staff-incoming-transfers';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { ReasonDialog } from '../../../../../shared/ui/dialog/form-dialog.tsx';
import { useAssignTransfer } from '../api/incoming-transfers.ts';
import { sumOf } from '../transfer-labels.ts';

/** To whom, and how it is known that it is theirs, as far as a suggestion says so. */
export type Assignment = { readonly id: number; readonly name: string; readonly reason: string };

export type AssignDialogProps = { transfer: IncomingTransfer; to: Assignment; onClose: () => void };

/** Asks how staff know whose money it is, and says what then happens. */
export function AssignDialog({ transfer, to, onClose }: AssignDialogProps) {
  const assigning = useAssignTransfer(transfer.id);
  const name = bidiIsolate(to.name);
  return (
    <ReasonDialog
      title={`Give ${sumOf(transfer)} to ${name}`}
      confirm="Give it"
      doneTitle="Unmatched money"
      schema={assignTransfer.body}
      start={{ reason: to.reason }}
      beside={{ customerId: to.id }}
      call={assigning.mutateAsync}
      onClose={onClose}
    >
      <p className="soft">
        It pays what {name} owes, the oldest bill first; the rest is their credit. They get a receipt at once. To take
        it back, refund the payment.
      </p>
    </ReasonDialog>
  );
}
