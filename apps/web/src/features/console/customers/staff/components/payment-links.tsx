import type { CustomerPage } from '@portal/contract/console/customers';
import { formatMoment } from '../../../../../shared/format/date.ts';
import { formatGateway } from '../../../../../shared/format/gateway.ts';
import { paymentStatuses, StatusBadge } from '../../../../../shared/ui/feedback/status-badge.tsx';
import { PageLink } from '../../../../../shared/ui/navigation/page-link.tsx';
import { paidSum } from '../../../../billing/payments/staff/paid-sum.ts';

/** Payments in short, each leading to its page. */
export function PaymentLinks({ payments }: { payments: CustomerPage['payments'] }) {
  return (
    <ul>
      {payments.map(({ reference, gateway, amount, creditUsed, status, description, createdAt }) => (
        <li
          key={reference}
          className="relative grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 border-line border-t py-3 first:border-t-0 hover:bg-sheet sm:grid-cols-[minmax(0,1fr)_auto_minmax(110px,auto)]"
        >
          <div className="min-w-0">
            <PageLink
              className="font-medium break-words after:absolute after:inset-0 hover:underline"
              to={`/admin/payments/${encodeURIComponent(reference)}`}
            >
              {description}
            </PageLink>
            <p className="small muted break-words">
              {formatMoment(createdAt)}, {formatGateway(gateway)}, {reference}
            </p>
          </div>
          <StatusBadge status={status} statuses={paymentStatuses} />
          <p className="semi max-sm:col-span-2 sm:text-right">{paidSum({ gateway, amount, creditUsed })}</p>
        </li>
      ))}
    </ul>
  );
}
