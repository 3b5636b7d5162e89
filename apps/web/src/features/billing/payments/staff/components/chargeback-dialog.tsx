import { type PaymentPage, recordChargeback } from '@portal/contract/billing/payments/staff-payments';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { formatGateway } from '../../../../../shared/format/gateway.ts';
import { formatExactNaira } from '../../../../../shared/format/naira.ts';
import { ReasonDialog } from '../../../../../shared/ui/dialog/form-dialog.tsx';
import { useRecordChargeback } from '../api/decide-payment.ts';

/** Records a chargeback of a payment, after showing its consequences. */
export function ChargebackDialog({ payment, onClose }: { payment: PaymentPage; onClose: () => void }) {
  const recording = useRecordChargeback(payment.reference);
  const { amount, received, refundedOutside, customer, gateway, period } = payment;
  return (
    <ReasonDialog
      title="Record a chargeback?"
      confirm="Record chargeback"
      schema={recordChargeback.body}
      call={recording.mutateAsync}
      onClose={onClose}
    >
      <ul className="grid gap-1.5">
        <li>
          {formatExactNaira((received ?? amount) - refundedOutside)} of {bidiIsolate(customer.name)} was charged back at{' '}
          {formatGateway(gateway)}.
        </li>
        <li>
          {period ? 'What it bought ends now' : 'Credit that it became is taken as far as it is there'}, and a reward
          that it earned is reversed.
        </li>
        {period?.kind === 'month' && (
          <li>
            Months paid after it come sooner. If there is none, the line goes off, and nothing is billed, charged or
            taken from credit until the customer pays again.
          </li>
        )}
        <li>Auto-Pay does not charge its card any more.</li>
        <li>A gateway that reports chargebacks itself is asked first and has to confirm it.</li>
        <li>It cannot be undone.</li>
      </ul>
    </ReasonDialog>
  );
}
