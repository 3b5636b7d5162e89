import {
  type BulkActionPage,
  bulkNeeds,
  cancelBulkAction,
  decideBulkAction,
  exportBulkRows,
} from '@portal/contract/console/bulk-actions';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../../../../../shared/api/api-error.ts';
import { useOneAtATime } from '../../../../../shared/api/use-one-at-a-time.ts';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { formatMoment } from '../../../../../shared/format/date.ts';
import { formatExactNaira } from '../../../../../shared/format/naira.ts';
import { downloadOnClick } from '../../../../../shared/proof/start-download.ts';
import { useUser } from '../../../../../shared/session/use-session.ts';
import { Allowed } from '../../../../../shared/staff/allowed.tsx';
import { Button, buttonClass } from '../../../../../shared/ui/button/button.tsx';
import { ReasonDialog } from '../../../../../shared/ui/dialog/form-dialog.tsx';
import { Alert } from '../../../../../shared/ui/feedback/alert.tsx';
import { StatusBadge } from '../../../../../shared/ui/feedback/status-badge.tsx';
import { toast } from '../../../../../shared/ui/feedback/toast.ts';
import { DescriptionList, type Fact } from '../../../../../shared/ui/layout/description-list.tsx';
import { PageLink } from '../../../../../shared/ui/navigation/page-link.tsx';
import { queryOf } from '../../../customers/staff/customer-filter.ts';
import { useCancelBulkAction, useDecideBulkAction } from '../api/bulk-actions.ts';
import { bulkStates, bulkTitle, customersLabel, progressLabel } from '../bulk-labels.ts';
import { BulkRows } from './bulk-rows.tsx';

/** One bulk action: how far it is, what became of each customer, and how to stop or approve it. */
export function BulkView({ bulkAction }: { bulkAction: BulkActionPage }) {
  const { id, action, state, total, done, skipped, failed, skippedWhy, failedWhy } = bulkAction;
  const ended = done + skipped + failed;
  return (
    <>
      <h1 className="h2 wrap-anywhere">{bidiIsolate(bulkTitle(action))}</h1>
      <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1.5" aria-live="polite">
        <StatusBadge status={state} statuses={bulkStates} />
        <span>{progressLabel(bulkAction)}</span>
      </p>
      {state === 'running' && (
        <progress
          className="mt-3 block w-full max-w-md accent-primary"
          max={total}
          value={ended}
          aria-label="Progress"
        />
      )}
      <DescriptionList className="small mt-4 max-w-xl" facts={factsOf(bulkAction)} />
      {'text' in action && <p className="mt-3 max-w-xl whitespace-pre-line wrap-anywhere">{action.text}</p>}
      <div className="mt-5 flex flex-wrap gap-3">
        {state === 'awaiting-approval' && <Decisions bulkAction={bulkAction} />}
        {state === 'running' && (
          <Allowed to={cancelBulkAction}>
            <CancelButton id={id} label="Cancel the rest" />
          </Allowed>
        )}
        <Allowed to={action.kind === 'export' ? { permission: bulkNeeds.export } : exportBulkRows}>
          <a
            className={buttonClass({ variant: 'secondary' })}
            href={exportBulkRows.path.replace(':id', id)}
            download
            onClick={downloadOnClick}
          >
            <Download className="icon-small" />
            Result as CSV
          </a>
        </Allowed>
      </div>
      <Reasons title="Left out" reasons={skippedWhy} />
      <Reasons title="Failed" reasons={failedWhy} />
      <BulkRows id={id} ended={ended} />
    </>
  );
}

function factsOf(bulkAction: BulkActionPage): Fact[] {
  const { requestedBy, createdAt, finishedAt, sum, decidedBy, decisionReason, cancelledBy, filter } = bulkAction;
  const query = filter ? queryOf(filter) : '';
  return [
    { label: 'Started by', value: `${bidiIsolate(requestedBy.name)}, ${formatMoment(createdAt)}` },
    {
      label: 'Customers',
      value: filter ? (
        <PageLink className="link" to={`/admin/customers${query && `?${query}`}`}>
          All whom a filter found
        </PageLink>
      ) : (
        'Selected in the list'
      ),
    },
    ...(sum === null ? [] : [{ label: 'Together', value: formatExactNaira(sum) }]),
    ...(decidedBy ? [{ label: 'Decided by', value: `${bidiIsolate(decidedBy.name)}: ${decisionReason}` }] : []),
    ...(cancelledBy ? [{ label: 'Cancelled by', value: bidiIsolate(cancelledBy.name) }] : []),
    ...(finishedAt ? [{ label: 'Ended', value: formatMoment(finishedAt) }] : []),
  ];
}

function Reasons({ title, reasons }: { title: string; reasons: BulkActionPage['skippedWhy'] }) {
  if (reasons.length === 0) return null;
  return (
    <section aria-label={title} className="mt-6">
      <h2 className="h4">{title}</h2>
      <ul className="small mt-1">
        {reasons.map(({ reason, count }) => (
          <li key={reason}>
            {customersLabel(count)}: {reason}
          </li>
        ))}
      </ul>
    </section>
  );
}

function CancelButton({ id, label }: { id: string; label: string }) {
  const cancelling = useCancelBulkAction(id);
  const oneAtATime = useOneAtATime();
  const cancel = () =>
    oneAtATime(async () => {
      const done = await cancelling.mutateAsync().catch(() => null);
      if (done) toast({ title: 'Cancelled', description: done.message });
    });
  return (
    <>
      <Button variant="secondary" busy={cancelling.isPending} busyLabel="Cancelling..." onClick={cancel}>
        {label}
      </Button>
      {cancelling.error && <Alert kind="bad">{messageOf(cancelling.error)}</Alert>}
    </>
  );
}

const DECISIONS = {
  approve: { title: 'Approve this credit', confirm: 'Approve' },
  decline: { title: 'Decline this credit', confirm: 'Decline' },
} as const;

function Decisions({ bulkAction: { id, requestedBy, sum, total, skipped } }: { bulkAction: BulkActionPage }) {
  const user = useUser();
  const deciding = useDecideBulkAction(id);
  const [decision, setDecision] = useState<keyof typeof DECISIONS | null>(null);
  if (user?.id === requestedBy.id)
    return (
      <Allowed to={cancelBulkAction}>
        <p className="soft small w-full">Somebody else has to approve it. You may cancel it.</p>
        <CancelButton id={id} label="Cancel it" />
      </Allowed>
    );
  return (
    <Allowed to={decideBulkAction}>
      <Button onClick={() => setDecision('approve')}>Approve credit</Button>
      <Button variant="secondary" onClick={() => setDecision('decline')}>
        Decline credit
      </Button>
      {decision && (
        <ReasonDialog
          {...DECISIONS[decision]}
          schema={decideBulkAction.body}
          beside={{ approve: decision === 'approve' }}
          call={deciding.mutateAsync}
          onClose={() => setDecision(null)}
        >
          <p>
            {decision === 'approve'
              ? `${formatExactNaira(sum ?? 0)} together become the credit of ${customersLabel(total - skipped)}.`
              : 'Nothing is booked.'}
          </p>
        </ReasonDialog>
      )}
    </Allowed>
  );
}
