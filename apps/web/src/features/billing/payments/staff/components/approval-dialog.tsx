import { decideRefund, type PaymentPage, type StaffRefund } from '@portal/contract/billing/payments/staff-payments';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { formatExactNaira } from '../../../../../shared/format/naira.ts';
import { ReasonDialog } from '../../../../../shared/ui/dialog/form-dialog.tsx';
import { isPaidOutByHand } from '../../../refunds/staff/refund-labels.ts';
import { useDecideRefund } from '../api/decide-payment.ts';

export type Approval = 'approve' | 'decline' | 'take-back' | 'withdraw';

const WORDS: Record<Approval, { title: string; confirm: string }> = {
  approve: { title: 'Approve this refund', confirm: 'Approve' },
  decline: { title: 'Decline this refund', confirm: 'Decline' },
  'take-back': { title: 'Take this refund back', confirm: 'Take back' },
  withdraw: { title: 'Withdraw this refund', confirm: 'Withdraw' },
};

type ApprovalDialogProps = { payment: PaymentPage; refund: StaffRefund; approval: Approval; onClose: () => void };

/** Decides about a refund that waits for a second person. */
export function ApprovalDialog({ payment, refund, approval, onClose }: ApprovalDialogProps) {
  const deciding = useDecideRefund(payment.reference);
  return (
    <ReasonDialog
      {...WORDS[approval]}
      schema={decideRefund.body}
      beside={{ approve: approval === 'approve' }}
      call={deciding.mutateAsync}
      onClose={onClose}
    >
      <p>{consequenceOf(approval, payment, refund)}</p>
    </ReasonDialog>
  );
}

function consequenceOf(
  approval: Approval,
  { period, gateway }: PaymentPage,
  { amount, requestedBy, keepService }: StaffRefund,
): string {
  if (approval === 'withdraw') return 'The customer is told, and the payment stays as it is.';
  if (approval !== 'approve') return 'The payment stays as it is. A refund can be requested again.';
  const ends =
    period?.kind === 'invoice' ? 'A credit note corrects the invoices that it paid.' : 'What it bought ends.';
  const bought = keepService ? 'The customer keeps what it bought.' : ends;
  const way = isPaidOutByHand(gateway)
    ? 'is to be paid out to the customer, who is told'
    : 'is refunded to the customer at once';
  return `${formatExactNaira(amount)}, requested by ${bidiIsolate(requestedBy.name)}, ${way}. ${bought}`;
}
