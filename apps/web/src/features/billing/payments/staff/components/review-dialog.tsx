import { decideReview, type PaymentPage } from '@portal/contract/billing/payments/staff-payments';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { formatGateway } from '../../../../../shared/format/gateway.ts';
import { formatExactNaira } from '../../../../../shared/format/naira.ts';
import { ReasonDialog } from '../../../../../shared/ui/dialog/form-dialog.tsx';
import { useDecideReview } from '../api/decide-payment.ts';

export type ReviewDecision = Exclude<PaymentPage['decisions'][number], 'refund' | 'chargeback'>;

const WORDS: Record<ReviewDecision, { title: string; confirm: string }> = {
  recheck: { title: 'Ask the gateway again', confirm: 'Ask again' },
  credit: { title: 'Book as account credit', confirm: 'Book' },
  reject: { title: 'Reject this payment', confirm: 'Reject' },
};

const PROPOSAL = { title: 'Propose to book it as account credit', confirm: 'Propose' };

function consequenceOf(decision: ReviewDecision, payment: PaymentPage): string {
  const { customer, gateway, amount, bookable, booking } = payment;
  const name = bidiIsolate(customer.name);
  if (decision === 'recheck')
    return `${formatGateway(gateway)} is asked for the status of the ${formatExactNaira(amount)}. If its answer matches now, the payment is settled and the month is added. If not, it stays in review.`;
  if (decision === 'credit' && booking?.proposedBy === null)
    return `${formatExactNaira(bookable ?? 0)} needs two people: a colleague finds your reason here and approves it. Until then nothing is booked.`;
  if (decision === 'credit')
    return `${formatExactNaira(bookable ?? 0)}, which the gateway reports as received, becomes account credit of ${name}, with a receipt. It buys no month by itself.`;
  return `No money of this payment is ours: it counts as failed, and ${name} is notified by mail. Nothing is refunded, since nothing was received.`;
}

type ReviewDialogProps = { payment: PaymentPage; decision: ReviewDecision; onClose: () => void };

/** Leads a payment out of review. */
export function ReviewDialog({ payment, decision, onClose }: ReviewDialogProps) {
  const deciding = useDecideReview(payment.reference);
  const proposes = decision === 'credit' && payment.booking?.proposedBy === null;
  return (
    <ReasonDialog
      {...(proposes ? PROPOSAL : WORDS[decision])}
      schema={decideReview.body}
      beside={{ decision }}
      call={deciding.mutateAsync}
      onClose={onClose}
    >
      <p>{consequenceOf(decision, payment)}</p>
    </ReasonDialog>
  );
}
