import { type AccountMerge, endAccountMerge, listMergeSuggestions } from '@portal/contract/console/account-merges';
import type { CustomerPage } from '@portal/contract/console/customers';
import { formatAccountNumber } from '@portal/kernel/account-number';
import { ArrowRight } from 'lucide-react';
import { useId, useState } from 'react';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { now } from '../../../../../shared/format/clock.ts';
import { formatDate, formatMoment } from '../../../../../shared/format/date.ts';
import { Allowed } from '../../../../../shared/staff/allowed.tsx';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { ReasonDialog } from '../../../../../shared/ui/dialog/form-dialog.tsx';
import { Badge, type BadgeKind } from '../../../../../shared/ui/feedback/badge.tsx';
import { PageLink } from '../../../../../shared/ui/navigation/page-link.tsx';
import { useAccountMerges, useEndMerge } from '../api/account-merges.ts';
import { mergeStates } from '../merge-labels.ts';
import { MergeSuggestions } from './merge-suggestions.tsx';

/** Merges of a customer's account, and other accounts that may be of the same person. */
export function AccountMerges({ customer }: { customer: CustomerPage }) {
  const titleId = useId();
  const merges = useAccountMerges(customer.id);
  return (
    <section aria-labelledby={titleId} className="panel min-w-0">
      <h2 className="h3 mb-4" id={titleId}>
        Perhaps the same person
      </h2>
      <AsyncBoundary
        query={merges}
        failure="We could not load the merges of this account"
        skeleton={<Skeleton className="h-16 w-full" />}
      >
        {(loaded) =>
          loaded.length > 0 && (
            <ul className="mb-3">
              {loaded.map((merge) => (
                <Merge key={merge.id} merge={merge} customerId={customer.id} />
              ))}
            </ul>
          )
        }
      </AsyncBoundary>
      {customer.mergedInto === null && (
        <Allowed to={listMergeSuggestions}>
          <MergeSuggestions customer={customer} />
        </Allowed>
      )}
    </section>
  );
}

const KINDS: Readonly<Record<AccountMerge['state'], BadgeKind>> = {
  waiting: 'warn',
  merged: 'ok',
  undone: 'mute',
  withdrawn: 'mute',
  refused: 'bad',
  expired: 'mute',
};

function Merge({ merge, customerId }: { merge: AccountMerge; customerId: number }) {
  const { from, into, state, reason, requestedBy, requestedAt, confirmedBy, endedBy, endReason } = merge;
  return (
    <li className="grid gap-2 border-line border-t py-3 first:border-t-0">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <Account account={from} isThis={from.id === customerId} />
        <ArrowRight className="icon-small" aria-hidden="true" />
        <span className="sr-only">becomes a part of</span>
        <Account account={into} isThis={into.id === customerId} />
        <Badge kind={KINDS[state]}>{mergeStates[state]}</Badge>
      </p>
      <p className="small soft wrap-anywhere">
        {formatMoment(requestedAt)}, {bidiIsolate(requestedBy)}: {reason}
        {confirmedBy && `. Confirmed by ${bidiIsolate(confirmedBy)}`}
        {endedBy && `. ${mergeStates[state]} by ${bidiIsolate(endedBy)}${endReason ? `: ${endReason}` : ''}`}
      </p>
      <Next merge={merge} />
    </li>
  );
}

function Account({ account, isThis }: { account: AccountMerge['from']; isThis: boolean }) {
  const number = formatAccountNumber(account.accountNumber);
  if (isThis) return <span className="semi">This account</span>;
  return (
    <PageLink className="link break-words" to={`/admin/customers/${account.id}`}>
      {bidiIsolate(account.name)}, {number}
    </PageLink>
  );
}

/** What it waits for, or until when and whether it can be taken apart. */
function Next({ merge }: { merge: AccountMerge }) {
  const { state, getsLink, waitsUntil, undoUntil, builtOn } = merge;
  if (state === 'waiting') {
    return (
      <>
        <p className="small">
          {getsLink
            ? `Waits until ${formatMoment(waitsUntil)} for the customer’s own link, or for a second member of staff.`
            : 'Waits for a second member of staff.'}
        </p>
        <Ending merge={merge} />
      </>
    );
  }
  if (state !== 'merged' || undoUntil === null || Date.parse(undoUntil) <= now().getTime()) return null;
  if (builtOn.length > 0) {
    return (
      <div className="small">
        <p className="semi">It cannot be taken apart any more:</p>
        <ul>
          {builtOn.map(({ code, text }) => (
            <li key={code}>{text}</li>
          ))}
        </ul>
      </div>
    );
  }
  return (
    <>
      <p className="small">It can be taken apart until {formatDate(undoUntil)}, while nothing is built on it.</p>
      <Ending merge={merge} />
    </>
  );
}

function Ending({ merge: { id, state } }: { merge: AccountMerge }) {
  const [asking, setAsking] = useState(false);
  const ending = useEndMerge(id);
  const verb = state === 'waiting' ? 'Withdraw it' : 'Take them apart';
  return (
    <Allowed to={endAccountMerge}>
      <div>
        <Button variant="secondary" onClick={() => setAsking(true)}>
          {verb}
        </Button>
      </div>
      {asking && (
        <ReasonDialog
          title={verb}
          confirm={verb}
          schema={endAccountMerge.query}
          call={ending.mutateAsync}
          onClose={() => setAsking(false)}
        >
          <p>
            {state === 'waiting'
              ? 'Nothing has changed yet. The link and the question to a second person end.'
              : 'Both are as they were before, with their own sign-in and their own credit. Everybody is signed out, and both are told.'}
          </p>
        </ReasonDialog>
      )}
    </Allowed>
  );
}
