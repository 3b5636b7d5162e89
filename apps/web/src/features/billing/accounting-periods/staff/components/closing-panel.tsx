import {
  type AccountingMonth,
  type AccountingPeriod,
  type ClosingCheck,
  closeAccountingPeriod,
  requestReopening,
} from '@portal/contract/billing/accounting-periods';
import { CircleDot, Lock, LockOpen, UserRoundCheck } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../../../../../shared/api/api-error.ts';
import { useMutateOnce } from '../../../../../shared/api/use-mutate-once.ts';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { formatDateTime } from '../../../../../shared/format/date.ts';
import { useUser } from '../../../../../shared/session/use-session.ts';
import { Allowed } from '../../../../../shared/staff/allowed.tsx';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { ReasonDialog } from '../../../../../shared/ui/dialog/form-dialog.tsx';
import { Alert } from '../../../../../shared/ui/feedback/alert.tsx';
import { StatusBadge, type StatusLook } from '../../../../../shared/ui/feedback/status-badge.tsx';
import { toast } from '../../../../../shared/ui/feedback/toast.ts';
import { useDecideReopening, useRequestReopening } from '../api/accounting-months.ts';
import { monthName } from '../month-name.ts';
import { CloseMonthDialog } from './close-month-dialog.tsx';

export const PERIOD_STATUSES: Record<AccountingPeriod['status'], StatusLook> = {
  open: { label: 'Open', kind: 'info', icon: CircleDot },
  closed: { label: 'Closed', kind: 'ok', icon: Lock },
  reopening: { label: 'Waits for a second person', kind: 'warn', icon: UserRoundCheck },
  reopened: { label: 'Open again', kind: 'warn', icon: LockOpen },
};

const many = (count: number, one: string, more: string) => (count === 1 ? one : `${count} ${more}`);

const CHECKS: Record<ClosingCheck['id'], (count: number) => string> = {
  'not-over': () => 'It is not over yet.',
  'earlier-open': (count) => `Close the ${count === 1 ? 'month' : `${count} months`} before it first.`,
  unbalanced: (count) => many(count, 'One transaction does not add up.', 'transactions do not add up.'),
  differences: (count) => many(count, 'Ledger and documents differ once.', 'times ledger and documents differ.'),
  'documents-waiting': (count) =>
    many(count, 'One document is not registered yet.', 'documents are not registered yet.'),
  'documents-refused': (count) =>
    many(count, 'The tax authority has refused one document.', 'documents were refused by the tax authority.'),
  'certificates-missing': (count) =>
    many(count, 'One document of withheld tax is missing.', 'documents of withheld tax are missing.'),
};

/** Whether a month is closed, what is to be looked at before, and the ways to close and open it. */
export function ClosingPanel({ month }: { month: AccountingMonth }) {
  const { period, checks, hasChanged } = month;
  const isShut = period.status === 'closed' || period.status === 'reopening';
  return (
    <div className="grid max-w-[46em] gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <StatusBadge status={period.status} statuses={PERIOD_STATUSES} />
        {period.closedBy && period.closedAt && (
          <p className="soft small">
            by {bidiIsolate(period.closedBy.name)}, {formatDateTime(period.closedAt)}
          </p>
        )}
      </div>
      {period.note && <p className="wrap-anywhere">{period.note}</p>}
      {hasChanged && (
        <Alert kind="bad">
          The ledger has other figures for it than when it was closed. Run “npm run ledger-check”.
        </Alert>
      )}
      {checks.length > 0 && (
        <ul className="grid gap-2">
          {checks.map(({ id, blocks, count }) => (
            <li key={id}>
              <Alert kind={blocks ? 'info' : 'warn'}>{CHECKS[id](count)}</Alert>
            </li>
          ))}
        </ul>
      )}
      {period.status === 'reopening' && <Reopening period={period} />}
      <Allowed to={isShut ? requestReopening : closeAccountingPeriod}>
        <Actions period={period} isBlocked={checks.some(({ blocks }) => blocks)} />
      </Allowed>
    </div>
  );
}

function Actions({ period, isBlocked }: { period: AccountingPeriod; isBlocked: boolean }) {
  const { month, status } = period;
  const [open, setOpen] = useState<'close' | 'reopen' | null>(null);
  const requesting = useRequestReopening(month);
  if (status === 'reopening' || (isBlocked && status !== 'closed')) return null;
  return (
    <div>
      {status === 'closed' ? (
        <Button variant="secondary" onClick={() => setOpen('reopen')}>
          Ask to open it again
        </Button>
      ) : (
        <Button onClick={() => setOpen('close')}>Close {monthName(month)}</Button>
      )}
      {open === 'close' && <CloseMonthDialog month={month} onClose={() => setOpen(null)} />}
      {open === 'reopen' && (
        <ReasonDialog
          title={`Open ${monthName(month)} again`}
          confirm="Ask for it"
          schema={requestReopening.body}
          call={requesting.mutateAsync}
          onClose={() => setOpen(null)}
        >
          <p>It stays closed until somebody else has agreed.</p>
        </ReasonDialog>
      )}
    </div>
  );
}

/** Who asked for it and why, and what a second person decides. */
function Reopening({ period }: { period: AccountingPeriod }) {
  const { month, reopenRequestedBy, reopenReason } = period;
  const user = useUser();
  const deciding = useDecideReopening(month);
  const isOwn = user?.id === reopenRequestedBy?.id;
  const send = useMutateOnce(deciding);
  const decide = (approve: boolean) =>
    void send(
      { approve },
      {
        onSuccess: ({ message }) => toast({ title: monthName(month), description: message }),
        onError: (error) => toast({ title: 'Not done', description: messageOf(error), variant: 'destructive' }),
      },
    );
  return (
    <div className="grid gap-3">
      <p className="wrap-anywhere">
        {bidiIsolate(reopenRequestedBy?.name ?? '')} asks to open it: {reopenReason}
      </p>
      <Allowed to={requestReopening}>
        {isOwn && <p className="soft small">Somebody else has to agree. You may take it back.</p>}
        <div className="flex flex-wrap gap-3">
          {!isOwn && (
            <Button busy={deciding.isPending} onClick={() => decide(true)}>
              Open the month
            </Button>
          )}
          <Button variant="secondary" busy={deciding.isPending} onClick={() => decide(false)}>
            {isOwn ? 'Take it back' : 'Leave it closed'}
          </Button>
        </div>
      </Allowed>
    </div>
  );
}
