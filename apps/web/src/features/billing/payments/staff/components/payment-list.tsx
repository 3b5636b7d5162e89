import type { StaffPayment } from '@portal/contract/billing/payments/staff-payments';
import { listStaffPayments } from '@portal/contract/billing/payments/staff-payments';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { formatMoment } from '../../../../../shared/format/date.ts';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { DataAsOf } from '../../../../../shared/ui/async/data-as-of.tsx';
import { EmptyState } from '../../../../../shared/ui/async/empty-state.tsx';
import { ShowMore } from '../../../../../shared/ui/async/show-more.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { paymentStatuses, StatusBadge } from '../../../../../shared/ui/feedback/status-badge.tsx';
import { PageLink } from '../../../../../shared/ui/navigation/page-link.tsx';
import { useStaffPayments } from '../api/list-staff-payments.ts';
import { paidSum } from '../paid-sum.ts';
import { isLimited, type PaymentFilter, type PaymentView } from '../payment-filter.ts';
import { wayOfPaying } from '../way-of-paying.ts';

const EMPTY: Readonly<Record<PaymentView, string>> = {
  all: 'No payments',
  review: 'No payment is in review',
  approval: 'No refund waits for approval',
  dispute: 'No bank wants a payment back',
};

const ROW =
  'relative grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 gap-y-1 border-line border-b py-3 hover:bg-sheet md:grid-cols-[minmax(0,1fr)_150px_130px_minmax(110px,auto)]';

/** The chosen payments, newest first; each leads to its page. */
export function PaymentList({ choice }: { choice: PaymentFilter }) {
  const payments = useStaffPayments(choice);
  return (
    <AsyncBoundary query={payments} failure="We could not load the payments" skeleton={<ListSkeleton />}>
      {(loaded) =>
        loaded.length === 0 ? (
          <EmptyState title={EMPTY[choice.view]}>{isLimited(choice) && 'None fits the choice above.'}</EmptyState>
        ) : (
          <>
            <DataAsOf label="As of" path={listStaffPayments.path} />
            <ul className="border-ink border-t">
              {loaded.map((payment) => (
                <PaymentRow key={payment.reference} payment={payment} />
              ))}
            </ul>
            <ShowMore query={payments} />
          </>
        )
      }
    </AsyncBoundary>
  );
}

function PaymentRow({ payment }: { payment: StaffPayment }) {
  const { reference, customer, gateway, channel, status, description, createdAt } = payment;
  return (
    <li className={ROW}>
      <div className="min-w-0">
        <PageLink
          className="semi break-words after:absolute after:inset-0 hover:underline"
          to={`/admin/payments/${encodeURIComponent(reference)}`}
        >
          {bidiIsolate(customer.name)}
        </PageLink>
        <p className="small soft break-words">{description}</p>
        <p className="small muted break-words">
          {formatMoment(createdAt)}, {reference}
        </p>
      </div>
      <p className="small soft max-md:order-last">{wayOfPaying(gateway, channel)}</p>
      <p className="max-md:order-last max-md:text-right">
        <StatusBadge status={status} statuses={paymentStatuses} />
      </p>
      <p className="semi self-start text-right md:self-center">{paidSum(payment)}</p>
    </li>
  );
}

function ListSkeleton() {
  return (
    <div className="grid gap-3">
      {['a', 'b', 'c', 'd', 'e', 'f'].map((row) => (
        <Skeleton key={row} className="h-16 w-full" />
      ))}
    </div>
  );
}
