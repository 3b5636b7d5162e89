import type { DeliveryKind, FailedDelivery } from '@portal/contract/console/operations';
import { retryDelivery } from '@portal/contract/console/operations';
import { RotateCw } from 'lucide-react';
import { formatMoment, formatTimeOrMoment } from '../../../../../shared/format/date.ts';
import { formatGateway } from '../../../../../shared/format/gateway.ts';
import { Allowed } from '../../../../../shared/staff/allowed.tsx';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { StatusBadge } from '../../../../../shared/ui/feedback/status-badge.tsx';
import { PageLink } from '../../../../../shared/ui/navigation/page-link.tsx';
import { deliveryStates } from '../operations-labels.ts';

export type DeliveryRowProps = {
  kind: DeliveryKind;
  delivery: FailedDelivery;
  busy: boolean;
  onRetry: () => void;
};

function titleOf(kind: DeliveryKind, { what, recipient, id }: FailedDelivery): string {
  if (kind === 'webhook') return `${recipient ? formatGateway(recipient) : 'Webhook'}: ${what}`;
  if (kind === 'email') return what;
  return kind === 'sms' ? `Text to ${recipient}` : `Push ${id}`;
}

/** One failed delivery: what, to whom, why, how often it was tried, and "Retry". */
export function DeliveryRow({ kind, delivery, busy, onRetry }: DeliveryRowProps) {
  const { recipient, reference, state, reason, attempts, createdAt, nextAttemptAt, canRetry } = delivery;
  const title = titleOf(kind, delivery);
  return (
    <li className="grid grid-cols-1 gap-x-4 gap-y-1.5 border-line border-b py-3.5 sm:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="semi wrap-anywhere min-w-0">{title}</span>
          <StatusBadge status={state} statuses={deliveryStates} />
        </p>
        {kind === 'email' && <p className="small wrap-anywhere">to {recipient}</p>}
        {reference && (
          <PageLink
            className="link small inline-flex min-h-11 items-center break-all"
            to={`/admin/payments/${encodeURIComponent(reference)}`}
          >
            {reference}
          </PageLink>
        )}
        <p className="soft small wrap-anywhere">{reason}</p>
        <p className="muted small">
          {attempts === 1 ? '1 attempt' : `${attempts} attempts`} since{' '}
          <time dateTime={createdAt}>{formatMoment(createdAt)}</time>
          {nextAttemptAt && `, next ${formatTimeOrMoment(nextAttemptAt)}`}
        </p>
      </div>
      {canRetry ? (
        <Allowed to={retryDelivery}>
          <Button
            variant="secondary"
            className="self-start justify-self-start"
            busy={busy}
            aria-label={`Retry: ${title}`}
            onClick={onRetry}
          >
            {!busy && <RotateCw className="icon-small" />}
            Retry
          </Button>
        </Allowed>
      ) : (
        <p className="muted small self-start sm:max-w-40 sm:text-right">Cannot be retried</p>
      )}
    </li>
  );
}
