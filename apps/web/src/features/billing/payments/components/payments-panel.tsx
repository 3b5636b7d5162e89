import type { PaymentView } from '@portal/contract/billing/payments/payments';
import { ReceiptText } from 'lucide-react';
import { useLocation } from 'react-router';
import { formatDate } from '../../../../shared/format/date.ts';
import { formatGateway } from '../../../../shared/format/gateway.ts';
import { formatExactNaira } from '../../../../shared/format/naira.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { EmptyState } from '../../../../shared/ui/async/empty-state.tsx';
import { ErrorState } from '../../../../shared/ui/async/error-state.tsx';
import { LoadingAnnouncement } from '../../../../shared/ui/async/loading-announcement.tsx';
import { ShowMore } from '../../../../shared/ui/async/show-more.tsx';
import { Skeleton } from '../../../../shared/ui/async/skeleton.tsx';
import { paymentStatuses, StatusBadge } from '../../../../shared/ui/feedback/status-badge.tsx';
import { PageLink } from '../../../../shared/ui/navigation/page-link.tsx';
import { usePayments } from '../api/list-payments.ts';

/** The customer's payments with their receipts, newest first; 'Show more' brings the next ten. */
export function PaymentsPanel() {
  const t = useText();
  const payments = usePayments();
  return (
    <section id="bills" aria-labelledby="bills-heading" className="scroll-mt-6 border-ink border-t pt-5">
      <h2 className="h4 mb-4" id="bills-heading">
        {t('Payments and receipts')}
      </h2>
      {payments.isPending && (
        <LoadingAnnouncement>
          <Skeleton className="h-40 w-full" />
        </LoadingAnnouncement>
      )}
      {payments.isLoadingError && (
        <ErrorState
          title={t('We could not load your payments')}
          error={payments.error}
          onRetry={() => void payments.refetch()}
          retrying={payments.isFetching}
        />
      )}
      {payments.data?.length === 0 && (
        <EmptyState title={t('No payments yet')}>{t('Your payments and receipts appear here.')}</EmptyState>
      )}
      {payments.data && payments.data.length > 0 && <PaymentsTable payments={payments.data} />}
      <ShowMore query={payments} />
    </section>
  );
}

const HEAD = 'pr-4 pb-2.5 text-left font-semibold';

/** A table; below 640 px each row becomes a block. */
function PaymentsTable({ payments }: { payments: readonly PaymentView[] }) {
  const t = useText();
  return (
    <table className="w-full max-md:block">
      <thead className="micro muted max-md:hidden">
        <tr>
          <th className={HEAD}>{t('Date')}</th>
          <th className={HEAD}>{t('For')}</th>
          <th className={HEAD}>{t('Paid with')}</th>
          <th className={HEAD}>{t('Status')}</th>
          <th className={HEAD}>{t('Receipt')}</th>
          <th className="pb-2.5 text-right font-semibold">{t('Amount')}</th>
        </tr>
      </thead>
      <tbody className="max-md:block">
        {payments.map((payment) => (
          <PaymentRow key={payment.reference} payment={payment} />
        ))}
      </tbody>
    </table>
  );
}

const CELL = 'border-line py-3 pr-4 align-middle md:border-t max-md:block max-md:py-0';

function PaymentRow({ payment }: { payment: PaymentView }) {
  const t = useText();
  const { pathname, search } = useLocation();
  return (
    <tr className="border-line max-md:grid max-md:grid-cols-[1fr_auto] max-md:gap-y-1.5 max-md:border-t max-md:py-3.5">
      <td className={`${CELL} whitespace-nowrap max-md:text-ink-2 max-md:text-note`}>
        {formatDate(payment.paidAt ?? payment.createdAt)}
      </td>
      <td className={`${CELL} max-md:order-first max-md:font-semibold`}>
        {t(payment.description)}
        {payment.payerName !== undefined && (
          <span className="soft small block font-normal">
            {payment.payerName === '' ? t('Paid by somebody else') : t('Paid by {name}', { name: payment.payerName })}
          </span>
        )}
      </td>
      <td className={`${CELL} soft max-md:hidden`}>
        {[t(formatGateway(payment.gateway, payment.channel)), payment.paidWith].filter(Boolean).join(' ')}
      </td>
      <td className={`${CELL} max-md:pr-0 max-md:text-right`}>
        <StatusBadge status={payment.status} statuses={paymentStatuses} />
      </td>
      <td className={CELL}>
        {payment.receiptNumber ? (
          <PageLink
            className="link -my-3 flex min-h-11 w-fit items-center gap-1.5 whitespace-nowrap"
            to={`/receipts/${encodeURIComponent(payment.receiptNumber)}`}
            state={{ from: `${pathname}${search}#bills` }}
          >
            <ReceiptText className="icon-small" />
            {payment.receiptNumber}
          </PageLink>
        ) : (
          <span className="muted max-md:hidden">{t('None')}</span>
        )}
      </td>
      <td className="border-line py-3 text-right font-semibold md:border-t max-md:order-first max-md:py-0">
        {formatExactNaira(payment.received ?? payment.amount)}
        {payment.refundedOutside !== undefined && payment.refundedOutside > 0 && (
          <span className="soft small block font-normal">
            {t('Refunded: {amount}', { amount: formatExactNaira(payment.refundedOutside) })}
          </span>
        )}
      </td>
    </tr>
  );
}
