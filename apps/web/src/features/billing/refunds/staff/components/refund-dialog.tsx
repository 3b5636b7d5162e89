import { type PaymentPage, requestRefund } from '@portal/contract/billing/payments/staff-payments';
import { useState } from 'react';
import { ReasonDialog } from '../../../../../shared/ui/dialog/form-dialog.tsx';
import { Alert } from '../../../../../shared/ui/feedback/alert.tsx';
import { useRequestRefund } from '../../../payments/staff/api/decide-payment.ts';
import { refundConsequences } from '../refund-labels.ts';

/** Refunds a whole payment, after showing the consequences. */
export function RefundDialog({ payment, onClose }: { payment: PaymentPage; onClose: () => void }) {
  const requesting = useRequestRefund(payment.reference);
  const laterMonthPaid = payment.refundable?.laterMonthPaid === true;
  const bundleUsed = payment.refundable?.bundleUsed === true;
  const [keepService, setKeepService] = useState(laterMonthPaid || bundleUsed);
  return (
    <ReasonDialog
      title="Refund this payment"
      confirm={payment.refundable?.needsApproval ? 'Ask for approval' : 'Refund'}
      schema={requestRefund.body}
      beside={{ keepService }}
      call={requesting.mutateAsync}
      onClose={onClose}
    >
      <ul className="grid gap-1.5">
        {refundConsequences(payment, keepService).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      {(payment.period?.kind === 'month' || payment.period?.kind === 'bundle') && (
        <label className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            className="size-5 accent-primary"
            checked={keepService}
            onChange={({ target }) => setKeepService(target.checked)}
          />
          {payment.period.kind === 'bundle' ? 'The customer keeps the extra data' : 'The customer keeps the month'}
        </label>
      )}
      {laterMonthPaid && !keepService && (
        <Alert kind="warn">
          A later month has been paid. Refund that one first, or leave this month to the customer.
        </Alert>
      )}
      {bundleUsed && !keepService && (
        <Alert kind="warn">The extra data have been used. They can only be left to the customer.</Alert>
      )}
    </ReasonDialog>
  );
}
