import type { PaymentPage } from '@portal/contract/billing/payments/staff-payments';
import { formatExactNaira } from '../../../../../shared/format/naira.ts';
import { paymentStatuses, StatusBadge } from '../../../../../shared/ui/feedback/status-badge.tsx';
import { RefundList } from '../../../refunds/staff/components/refund-list.tsx';
import { DisputeContent } from './dispute-notice.tsx';
import { PaymentDecisions } from './payment-decisions.tsx';
import { PaymentFacts } from './payment-facts.tsx';
import { PaymentHistory } from './payment-history.tsx';

/** One payment: its facts, possible decisions, and its history. */
export function PaymentView({ payment }: { payment: PaymentPage }) {
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <h1 className="h1">{formatExactNaira(payment.amount)}</h1>
        <StatusBadge status={payment.status} statuses={paymentStatuses} />
      </div>
      <p className="soft mt-2 break-words">
        {payment.description}, {payment.reference}
      </p>
      <div className="mt-8 grid items-start gap-10 lg:grid-cols-[minmax(0,1fr)_400px] lg:gap-16">
        <div className="grid min-w-0 gap-10">
          <DisputeContent dispute={payment.dispute} status={payment.status} />
          <PaymentDecisions payment={payment} />
          <RefundList payment={payment} />
          <PaymentHistory payment={payment} />
        </div>
        <div className="min-w-0">
          <PaymentFacts payment={payment} />
        </div>
      </div>
    </>
  );
}
