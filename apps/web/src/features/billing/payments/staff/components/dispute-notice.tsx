import type { PaymentPage } from '@portal/contract/billing/payments/staff-payments';
import { formatDate, formatDateTime } from '../../../../../shared/format/date.ts';
import { Alert } from '../../../../../shared/ui/feedback/alert.tsx';

/** A dispute of a payment, with its deadline or its outcome. */
export function DisputeContent({ dispute, status }: Pick<PaymentPage, 'dispute' | 'status'>) {
  if (!dispute) return null;
  const { openedAt, dueAt, outcome } = dispute;
  if (outcome === 'won') return <Alert kind="info">The bank wanted this payment back and did not get it.</Alert>;
  if (outcome === 'lost' && status === 'successful') {
    return (
      <Alert kind="bad">
        The bank wanted this payment back and got a part of it. The ledger does not have this yet.
      </Alert>
    );
  }
  if (outcome === 'lost') return <Alert kind="bad">The bank wanted this payment back and got it.</Alert>;
  return (
    <Alert kind="warn">
      The payer’s bank wants this payment back since {formatDate(openedAt)}.{' '}
      {dueAt === null
        ? 'Answer it with evidence at the gateway.'
        : `Evidence is taken at the gateway until ${formatDateTime(dueAt)}.`}
    </Alert>
  );
}
