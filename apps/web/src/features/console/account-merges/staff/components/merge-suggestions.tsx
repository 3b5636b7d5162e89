import { type MergeSuggestion, mergeAccounts } from '@portal/contract/console/account-merges';
import type { CustomerPage } from '@portal/contract/console/customers';
import { formatAccountNumber } from '@portal/kernel/account-number';
import { useState } from 'react';
import { messageOf } from '../../../../../shared/api/api-error.ts';
import { useMutateOnce } from '../../../../../shared/api/use-mutate-once.ts';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { formatPhone } from '../../../../../shared/format/phone.ts';
import { Allowed } from '../../../../../shared/staff/allowed.tsx';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { Alert } from '../../../../../shared/ui/feedback/alert.tsx';
import { Badge } from '../../../../../shared/ui/feedback/badge.tsx';
import { PageLink } from '../../../../../shared/ui/navigation/page-link.tsx';
import { useDismissSuggestion, useMergeSuggestions } from '../api/account-merges.ts';
import { mergeSigns } from '../merge-labels.ts';
import { MergeDialog } from './merge-dialog.tsx';

/** Accounts that may be of the same person: each is merged, or said to be of somebody else. */
export function MergeSuggestions({ customer }: { customer: CustomerPage }) {
  const suggestions = useMergeSuggestions(customer.id);
  return (
    <AsyncBoundary
      query={suggestions}
      failure="We could not look for accounts of the same person"
      skeleton={<Skeleton className="h-16 w-full" />}
    >
      {(loaded) =>
        loaded.length === 0 ? (
          <p className="small muted">No other account looks like theirs.</p>
        ) : (
          <ul>
            {loaded.map((suggestion) => (
              <Suggestion key={suggestion.id} suggestion={suggestion} customer={customer} />
            ))}
          </ul>
        )
      }
    </AsyncBoundary>
  );
}

function Suggestion({ suggestion, customer }: { suggestion: MergeSuggestion; customer: CustomerPage }) {
  const [asking, setAsking] = useState(false);
  const dismissing = useDismissSuggestion(customer.id);
  const dismiss = useMutateOnce(dismissing);
  const { id, name, accountNumber, email, phone, signs } = suggestion;
  return (
    <li className="grid gap-2 border-line border-t py-3 first:border-t-0">
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <PageLink className="link semi break-words" to={`/admin/customers/${id}`}>
          {bidiIsolate(name)}
        </PageLink>
        <span className="small soft">{formatAccountNumber(accountNumber)}</span>
      </p>
      <p className="small soft wrap-anywhere">{[email, phone && formatPhone(phone)].filter(Boolean).join(', ')}</p>
      <p className="flex flex-wrap gap-2">
        {signs.map((sign) => (
          <Badge key={sign} kind="info">
            {mergeSigns[sign]}
          </Badge>
        ))}
      </p>
      {dismissing.error && <Alert kind="bad">{messageOf(dismissing.error)}</Alert>}
      <Allowed to={mergeAccounts}>
        <div className="flex flex-wrap gap-3">
          <Button variant="secondary" onClick={() => setAsking(true)}>
            Make one account
          </Button>
          <Button variant="secondary" busy={dismissing.isPending} busyLabel="Saving..." onClick={() => dismiss(id)}>
            Not the same person
          </Button>
        </div>
      </Allowed>
      {asking && <MergeDialog customer={customer} other={suggestion} onClose={() => setAsking(false)} />}
    </li>
  );
}
