import { type ContactChange, withdrawContactChange } from '@portal/contract/identity/corrections';
import { Clock } from 'lucide-react';
import { useId } from 'react';
import { messageOf } from '../../../../../shared/api/api-error.ts';
import { useOneAtATime } from '../../../../../shared/api/use-one-at-a-time.ts';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { formatTimeOrMoment } from '../../../../../shared/format/date.ts';
import { formatPhone } from '../../../../../shared/format/phone.ts';
import { Allowed } from '../../../../../shared/staff/allowed.tsx';
import { ErrorState } from '../../../../../shared/ui/async/error-state.tsx';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { Badge } from '../../../../../shared/ui/feedback/badge.tsx';
import { toast } from '../../../../../shared/ui/feedback/toast.ts';
import { useContactChanges, useWithdrawContactChange } from '../api/corrections.ts';

/** New mailboxes and numbers of a customer that wait for their links. Nothing while none waits. */
export function WaitingContactChanges({ customerId }: { customerId: number }) {
  const titleId = useId();
  const changes = useContactChanges(customerId);
  if (changes.data === undefined && changes.error) {
    return (
      <ErrorState
        title="We could not load what waits for the customer"
        error={changes.error}
        onRetry={() => void changes.refetch()}
        retrying={changes.isFetching}
      />
    );
  }
  if (!changes.data?.length) return null;
  return (
    <section aria-labelledby={titleId} className="panel my-5">
      <h2 className="h4 mb-1" id={titleId}>
        Waits for the customer’s own proof
      </h2>
      <ul>
        {changes.data.map((change) => (
          <Entry key={change.id} change={change} />
        ))}
      </ul>
    </section>
  );
}

function Entry({ change }: { change: ContactChange }) {
  const { id, what, to, identifiedBy, reason, requestedBy, expiresAt } = change;
  const withdrawing = useWithdrawContactChange();
  const oneAtATime = useOneAtATime();
  async function withdraw() {
    try {
      const { message } = await withdrawing.mutateAsync(id);
      toast({ title: 'Withdrawn', description: message });
    } catch (error) {
      toast({ title: 'It was not withdrawn', description: messageOf(error), variant: 'destructive' });
    }
  }
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 border-line border-t py-3 first:border-t-0 last:pb-0">
      <div className="grid min-w-0 gap-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <span className="soft">{what === 'mailbox' ? 'New mailbox' : 'New number'}</span>
          <span className="semi wrap-anywhere">{bidiIsolate(formatPhone(to))}</span>
          <Badge kind="warn" icon={Clock}>
            Until {formatTimeOrMoment(expiresAt)}
          </Badge>
        </p>
        <p className="small wrap-anywhere">
          {bidiIsolate(requestedBy.name)}, {identifiedBy}: {reason}
        </p>
      </div>
      <Allowed to={withdrawContactChange}>
        <Button variant="secondary" busy={withdrawing.isPending} onClick={() => oneAtATime(withdraw)}>
          Withdraw
        </Button>
      </Allowed>
    </li>
  );
}
