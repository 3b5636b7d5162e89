import type { OwnerChange } from '@portal/contract/billing/owner-changes';
import { useState } from 'react';
import { messageOf } from '../../../../shared/api/api-error.ts';
import { useMutateOnce } from '../../../../shared/api/use-mutate-once.ts';
import { bidiIsolate } from '../../../../shared/format/bidi-isolate.ts';
import { formatDay } from '../../../../shared/format/date.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { useHasRole } from '../../../../shared/session/account-role.ts';
import { AsyncBoundary } from '../../../../shared/ui/async/async-boundary.tsx';
import { Skeleton } from '../../../../shared/ui/async/skeleton.tsx';
import { Button } from '../../../../shared/ui/button/button.tsx';
import { Dialog } from '../../../../shared/ui/dialog/dialog.tsx';
import { Alert } from '../../../../shared/ui/feedback/alert.tsx';
import { useOwnerChanges, useStopOwnerChange } from '../api/owner-changes.ts';

/** Lines that left the account or came into it, and those that wait to; nothing where there are none. */
export function OwnerChangesSection() {
  const t = useText();
  const changes = useOwnerChanges();
  if (changes.data?.length === 0) return null;
  return (
    <section aria-labelledby="owner-changes-heading" className="mt-10 border-ink border-t pt-5">
      <h2 className="h3" id="owner-changes-heading">
        {t('Lines that change their owner')}
      </h2>
      <AsyncBoundary
        query={changes}
        failure={t('We could not load your changes of owner')}
        skeleton={<Skeleton className="mt-5 h-12 w-full" />}
      >
        {(loaded) => (
          <ul className="rows mt-5">
            {loaded.map((change) => (
              <Change key={change.id} change={change} />
            ))}
          </ul>
        )}
      </AsyncBoundary>
    </section>
  );
}

function useStory({ side, state, decidedAt, expiresAt }: OwnerChange): string {
  const t = useText();
  const day = formatDay(decidedAt ?? expiresAt);
  if (state === 'accepted') {
    return side === 'from'
      ? t('Moved to another owner on {day}', { day })
      : t('Came from another owner on {day}', { day });
  }
  if (state === 'waiting') {
    return side === 'from'
      ? t('Waits for its new owner until {day}', { day })
      : t('Is offered to you until {day}: open the link that we sent you', { day });
  }
  return side === 'from'
    ? t('Stayed yours: the change of owner was declined, stopped or not accepted')
    : t('Was not moved to you');
}

function Change({ change }: { change: OwnerChange }) {
  const t = useText();
  const isOwner = useHasRole('owner');
  const [asks, setAsks] = useState(false);
  const names = change.lines.map(bidiIsolate).join(', ');
  const story = useStory(change);
  const label = change.side === 'from' ? t('Stop the change of owner') : t('Decline');
  return (
    <li className="flex min-h-12 flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div className="min-w-0 flex-[1_1_14rem]">
        <p className="semi break-words">{names}</p>
        <p className="soft small">{story}</p>
      </div>
      {change.state === 'waiting' && isOwner && (
        <Button variant="secondary" onClick={() => setAsks(true)}>
          {label}
        </Button>
      )}
      {asks && <StopDialog id={change.id} label={label} names={names} onClose={() => setAsks(false)} />}
    </li>
  );
}

type StopDialogProps = { id: string; label: string; names: string; onClose: () => void };

function StopDialog({ id, label, names, onClose }: StopDialogProps) {
  const t = useText();
  const stopping = useStopOwnerChange();
  const stop = useMutateOnce(stopping);
  return (
    <Dialog
      open
      onClose={onClose}
      title={label}
      actions={
        <>
          <Button
            busy={stopping.isPending}
            busyLabel={t('Stopping it...')}
            onClick={() => stop(id, { onSuccess: onClose })}
          >
            {label}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {t('Cancel')}
          </Button>
        </>
      }
    >
      <p className="soft mt-3">
        {t('{name} stays where it is, and the link leads nowhere any more.', { name: names })}
      </p>
      {stopping.error && (
        <Alert kind="bad" className="mt-4">
          {t(messageOf(stopping.error))}
        </Alert>
      )}
    </Dialog>
  );
}
