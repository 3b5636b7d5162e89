import { type StaffPaymentLink, withdrawPaymentLink } from '@portal/contract/billing/payments/staff-payment-links';
import { CircleCheck, Clock, Link2, Unlink } from 'lucide-react';
import { messageOf } from '../../../../../shared/api/api-error.ts';
import { useMutateOnce } from '../../../../../shared/api/use-mutate-once.ts';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { formatDateTime } from '../../../../../shared/format/date.ts';
import { formatExactNaira } from '../../../../../shared/format/naira.ts';
import { Allowed } from '../../../../../shared/staff/allowed.tsx';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { Alert } from '../../../../../shared/ui/feedback/alert.tsx';
import { StatusBadge, type StatusLook } from '../../../../../shared/ui/feedback/status-badge.tsx';
import { Panel } from '../../../../../shared/ui/layout/panel.tsx';
import { PageLink } from '../../../../../shared/ui/navigation/page-link.tsx';
import { usePaymentLinks, useWithdrawPaymentLink } from '../api/payment-links.ts';

const STATES: Record<StaffPaymentLink['state'], StatusLook> = {
  open: { label: 'Open', kind: 'info', icon: Link2 },
  paid: { label: 'Paid', kind: 'ok', icon: CircleCheck },
  settled: { label: 'Paid otherwise', kind: 'ok', icon: CircleCheck },
  expired: { label: 'Expired', kind: 'mute', icon: Clock },
  withdrawn: { label: 'Withdrawn', kind: 'mute', icon: Unlink },
};

const SENT_BY: Record<StaffPaymentLink['sentBy'], string> = {
  screen: 'shown as a QR code',
  mail: 'sent by mail',
  text: 'sent by text',
};

/** The payment links of a customer; open ones can be withdrawn. */
export function LinkList({ customerId }: { customerId: number }) {
  const links = usePaymentLinks(customerId);
  return (
    <Panel className="p-5 md:p-6">
      <h2 className="h3 mb-3">Payment links</h2>
      <AsyncBoundary
        query={links}
        failure="We could not load the payment links"
        skeleton={<Skeleton className="h-16 w-full" />}
      >
        {(found) =>
          found.length === 0 ? (
            <p className="small muted">None yet.</p>
          ) : (
            <ul>
              {found.map((link) => (
                <Entry key={link.id} link={link} />
              ))}
            </ul>
          )
        }
      </AsyncBoundary>
    </Panel>
  );
}

function Entry({ link }: { link: StaffPaymentLink }) {
  const { id, label, amount, state, sentBy, createdBy, createdAt, expiresAt, reference } = link;
  const withdrawal = useWithdrawPaymentLink();
  const withdraw = useMutateOnce(withdrawal);
  return (
    <li className="grid gap-1.5 border-line border-t py-3 first:border-t-0">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <span className="semi">{formatExactNaira(amount)}</span>
        <StatusBadge status={state} statuses={STATES} />
        <span className="wrap-anywhere">{label}</span>
      </p>
      <p className="muted small">
        {bidiIsolate(createdBy.name)}, {formatDateTime(createdAt)}, {SENT_BY[sentBy]}
        {state === 'open' && `, until ${formatDateTime(expiresAt)}`}
      </p>
      {reference && (
        <PageLink className="link small" to={`/admin/payments/${reference}`}>
          {reference}
        </PageLink>
      )}
      {state === 'open' && (
        <Allowed to={withdrawPaymentLink}>
          <div>
            <Button variant="quiet" busy={withdrawal.isPending} busyLabel="Withdrawing..." onClick={() => withdraw(id)}>
              Withdraw
            </Button>
          </div>
        </Allowed>
      )}
      {withdrawal.error && <Alert kind="bad">{messageOf(withdrawal.error)}</Alert>}
    </li>
  );
}
