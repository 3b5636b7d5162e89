import { decideIdentityApproval, type IdentityApproval } from '@portal/contract/identity/identity-approvals';
import { ArrowRight, Clock } from 'lucide-react';
import { useId, useState } from 'react';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { useUser } from '../../../../../shared/session/use-session.ts';
import { Allowed } from '../../../../../shared/staff/allowed.tsx';
import { ErrorState } from '../../../../../shared/ui/async/error-state.tsx';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { ReasonDialog } from '../../../../../shared/ui/dialog/form-dialog.tsx';
import { Badge } from '../../../../../shared/ui/feedback/badge.tsx';
import { PageLink } from '../../../../../shared/ui/navigation/page-link.tsx';
import { useCountdown } from '../../../phone-verification/use-countdown.ts';
import { useDecideApproval, useWaitingApprovals } from '../api/identity-approvals.ts';
import { approvalTitles, changeLabels, formatMinutes } from '../approval-labels.ts';

/** What waits for a second member of staff, with their decision: of one customer, or of all. Nothing while nothing waits. */
export function WaitingApprovals({ customerId }: { customerId?: number }) {
  const titleId = useId();
  const waiting = useWaitingApprovals(customerId);
  if (waiting.data === undefined && waiting.error) {
    return (
      <ErrorState
        title="We could not load what waits for a second person"
        error={waiting.error}
        onRetry={() => void waiting.refetch()}
        retrying={waiting.isFetching}
      />
    );
  }
  if (!waiting.data?.length) return null;
  return (
    <section aria-labelledby={titleId} className="panel my-5 border-warn">
      <h2 className="h4 mb-1" id={titleId}>
        Needs two of you
      </h2>
      <ul>
        {waiting.data.map((approval) => (
          <Entry key={approval.id} approval={approval} isNamed={customerId === undefined} />
        ))}
      </ul>
    </section>
  );
}

function Entry({ approval, isNamed }: { approval: IdentityApproval; isNamed: boolean }) {
  const { kind, customer, changes, identifiedBy, reason, requestedBy, expiresAt } = approval;
  const secondsLeft = useCountdown(Date.parse(expiresAt));
  return (
    <li className="grid gap-2 border-line border-t py-4 first:border-t-0 last:pb-0">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <span className="semi">{approvalTitles[kind]}</span>
        <Badge kind={secondsLeft === 0 ? 'mute' : 'warn'} icon={Clock}>
          {secondsLeft === 0 ? 'Time is over' : `${formatMinutes(secondsLeft)} left`}
        </Badge>
        {isNamed && (
          <PageLink className="link" to={`/admin/customers/${customer.id}`}>
            {bidiIsolate(customer.name)}
          </PageLink>
        )}
      </p>
      <dl className="grid gap-1">
        {changes.map((change) => (
          <Change key={`${change.field} ${change.from}`} change={change} />
        ))}
      </dl>
      <p className="small wrap-anywhere">
        {bidiIsolate(requestedBy.name)}, {identifiedBy}: {reason}
      </p>
      {secondsLeft > 0 && (
        <Allowed to={decideIdentityApproval}>
          <Decision approval={approval} />
        </Allowed>
      )}
    </li>
  );
}

function Change({ change }: { change: IdentityApproval['changes'][number] }) {
  const { name, from, to } = changeLabels(change);
  return (
    <div className="flex flex-wrap items-baseline gap-x-3">
      <dt className="small soft min-w-24">{name}</dt>
      <dd className="wrap-anywhere inline-flex flex-wrap items-center gap-x-2">
        <span className="soft">{bidiIsolate(from)}</span>
        <ArrowRight className="icon-small" aria-hidden="true" />
        <span className="sr-only">becomes</span>
        <span className="semi">{bidiIsolate(to)}</span>
      </dd>
    </div>
  );
}

const DIALOGS = {
  confirm: {
    title: 'Confirm as the second person',
    confirm: 'Confirm',
    text: 'You have the customer and their card before you, not only a colleague’s word. It is done at once, and the customer is told at the old address too.',
  },
  refuse: {
    title: 'Refuse it',
    confirm: 'Refuse',
    text: 'Nothing changes. The customer is told that somebody asked for it.',
  },
  withdraw: { title: 'Withdraw it', confirm: 'Withdraw', text: 'Nothing changes, and nobody is told.' },
} as const;

function Decision({ approval: { id, requestedBy } }: { approval: IdentityApproval }) {
  const user = useUser();
  const deciding = useDecideApproval(id);
  const [decision, setDecision] = useState<keyof typeof DIALOGS | null>(null);
  const isOwn = user?.id === requestedBy.id;
  return (
    <>
      {isOwn && <p className="soft small">A second member of staff confirms it on their own screen.</p>}
      <div className="flex flex-wrap gap-3">
        {isOwn ? (
          <Button variant="secondary" onClick={() => setDecision('withdraw')}>
            Withdraw
          </Button>
        ) : (
          <>
            <Button onClick={() => setDecision('confirm')}>I have seen the card too</Button>
            <Button variant="secondary" onClick={() => setDecision('refuse')}>
              Refuse
            </Button>
          </>
        )}
      </div>
      {decision && (
        <ReasonDialog
          title={DIALOGS[decision].title}
          confirm={DIALOGS[decision].confirm}
          schema={decideIdentityApproval.body}
          beside={{ approve: decision === 'confirm' }}
          call={deciding.mutateAsync}
          onClose={() => setDecision(null)}
        >
          <p>{DIALOGS[decision].text}</p>
        </ReasonDialog>
      )}
    </>
  );
}
