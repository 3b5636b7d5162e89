import { formatExactNaira } from '../../../shared/format/naira.ts';
import { Alert } from '../../../shared/ui/alert.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import type { UnfinishedPayment } from '../unfinished-payment.ts';

export type UnfinishedPaymentNoticeProps = {
  payment: UnfinishedPayment;
  verifying: boolean;
  onVerify: () => void;
  onResume: () => void;
};

/** For a customer who comes back with a payment that was opened and not settled. */
export function UnfinishedPaymentNotice({ payment, verifying, onVerify, onResume }: UnfinishedPaymentNoticeProps) {
  return (
    <Alert kind="warn" className="mb-8">
      <p className="font-semibold">You have an unfinished payment</p>
      <p className="mt-0.5">
        {payment.amountNaira !== null && `${formatExactNaira(payment.amountNaira)}, `}reference {payment.reference}. If
        you have already paid, verify it before you pay again.
      </p>
      <div className="mt-3 flex flex-wrap gap-2.5">
        <Button variant="secondary" busy={verifying} busyLabel="Verifying..." onClick={onVerify}>
          Verify now
        </Button>
        <Button variant="secondary" onClick={onResume}>
          Resume
        </Button>
      </div>
    </Alert>
  );
}
