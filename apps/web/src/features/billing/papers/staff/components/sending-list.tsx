import { type DocumentSending, withdrawDocumentLink } from '@portal/contract/billing/papers/staff-papers';
import { CircleCheck, CircleHelp, CircleX, Clock, Send } from 'lucide-react';
import { messageOf } from '../../../../../shared/api/api-error.ts';
import { useMutateOnce } from '../../../../../shared/api/use-mutate-once.ts';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { formatDateTime } from '../../../../../shared/format/date.ts';
import { formatPhone } from '../../../../../shared/format/phone.ts';
import { Allowed } from '../../../../../shared/staff/allowed.tsx';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { Alert } from '../../../../../shared/ui/feedback/alert.tsx';
import { StatusBadge, type StatusLook } from '../../../../../shared/ui/feedback/status-badge.tsx';
import { useDocumentSendings, useWithdrawDocumentLink } from '../api/papers.ts';
import { nameOfPaper } from '../paper-rows.ts';

const OUTCOMES: Record<DocumentSending['outcome'], StatusLook> = {
  waiting: { label: 'On its way', kind: 'info', icon: Clock },
  sent: { label: 'Sent', kind: 'ok', icon: Send },
  delivered: { label: 'Delivered', kind: 'ok', icon: CircleCheck },
  failed: { label: 'Not delivered', kind: 'bad', icon: CircleX },
  unknown: { label: 'Not known any more', kind: 'mute', icon: CircleHelp },
};

/** What was sent of a customer's documents, to whom, and what became of it; nothing before the first. */
export function SendingList({ customerId }: { customerId: number }) {
  const sendings = useDocumentSendings(customerId);
  return (
    <AsyncBoundary
      query={sendings}
      failure="We could not load what was sent"
      skeleton={<Skeleton className="mt-5 h-16 w-full" />}
    >
      {(loaded) =>
        loaded.length > 0 && (
          <section className="mt-6" aria-labelledby="sent-papers">
            <h3 className="semi" id="sent-papers">
              Sent by staff
            </h3>
            <ul>
              {loaded.map((sending) => (
                <Entry key={sending.id} sending={sending} />
              ))}
            </ul>
          </section>
        )
      }
    </AsyncBoundary>
  );
}

function linkOf({ link, expiresAt }: DocumentSending): string {
  if (link === 'open' && expiresAt) return `, link open until ${formatDateTime(expiresAt)}`;
  return link === null ? '' : `, link ${link}`;
}

function Entry({ sending }: { sending: DocumentSending }) {
  const { id, papers, by, to, toOther, outcome, createdAt, createdBy, link } = sending;
  const withdrawal = useWithdrawDocumentLink();
  const withdraw = useMutateOnce(withdrawal);
  return (
    <li className="grid gap-1 border-line border-t py-3 first:border-t-0">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="semi wrap-anywhere">{papers.map(nameOfPaper).join(', ')}</span>
        <StatusBadge status={outcome} statuses={OUTCOMES} />
      </p>
      <p className="soft small wrap-anywhere">
        {by === 'text' ? `By text to ${formatPhone(to)}` : `By mail to ${bidiIsolate(to)}`}
        {toOther && ', not the customer’s own address'}
        {linkOf(sending)}
      </p>
      <p className="muted small">
        {formatDateTime(createdAt)}, {bidiIsolate(createdBy.name)}
      </p>
      {link === 'open' && (
        <Allowed to={withdrawDocumentLink}>
          <div>
            <Button variant="quiet" busy={withdrawal.isPending} busyLabel="Withdrawing..." onClick={() => withdraw(id)}>
              Withdraw the link
            </Button>
          </div>
        </Allowed>
      )}
      {withdrawal.error && <Alert kind="bad">{messageOf(withdrawal.error)}</Alert>}
    </li>
  );
}
