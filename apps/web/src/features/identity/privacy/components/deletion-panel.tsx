import type { AccountDeletion, DeletionObstacle } from '@portal/contract/identity/privacy';
import { Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { messageOf } from '../../../../shared/api/api-error.ts';
import { useMutateOnce } from '../../../../shared/api/use-mutate-once.ts';
import { formatDate } from '../../../../shared/format/date.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { Button } from '../../../../shared/ui/button/button.tsx';
import { Alert } from '../../../../shared/ui/feedback/alert.tsx';
import { toast } from '../../../../shared/ui/feedback/toast.ts';
import { useWithdrawDeletion } from '../api/withdraw-deletion.ts';
import { OBSTACLE_LABELS } from '../privacy-labels.ts';
import { DeletionDialog } from './deletion-dialog.tsx';

type DeletionPanelProps = {
  email: string;
  deletion: AccountDeletion | null;
  obstacles: readonly DeletionObstacle[];
};

/** Asks for the deletion of the account, or keeps it until its day comes. */
export function DeletionPanel({ email, deletion, obstacles }: DeletionPanelProps) {
  const t = useText();
  const [asking, setAsking] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that had the focus leaves.
  const focus = () => heading.current?.focus();
  // Behind an open dialog nothing takes the focus.
  const close = () => flushSync(() => setAsking(false));
  return (
    <section aria-labelledby="deletion-heading" className="grid justify-items-start gap-4 border-ink border-t pt-5">
      <div>
        <h2 className="h3" id="deletion-heading" ref={heading} tabIndex={-1}>
          {t('Delete your account')}
        </h2>
        {!deletion && (
          <p className="soft mt-1">
            {t(
              'It is deleted 30 days after you ask. Until then you can keep it. Invoices, receipts and payments stay, without your name, because tax law requires it.',
            )}
          </p>
        )}
      </div>
      {deletion ? (
        <Scheduled deletion={deletion} onWithdrawn={focus} />
      ) : (
        <>
          {obstacles.length > 0 && <Obstacles title={t('It cannot be deleted yet:')} obstacles={obstacles} />}
          <Button variant="secondary" disabled={obstacles.length > 0} onClick={() => setAsking(true)}>
            <Trash2 />
            {t('Delete my account')}
          </Button>
        </>
      )}
      {asking && <DeletionDialog email={email} onClose={close} onPlanned={focus} />}
    </section>
  );
}

function Obstacles({ title, obstacles }: { title: string; obstacles: readonly DeletionObstacle[] }) {
  const t = useText();
  return (
    <Alert kind="info">
      <p>{title}</p>
      <ul className="list-disc pl-5">
        {obstacles.map((obstacle) => (
          <li key={obstacle}>{t(OBSTACLE_LABELS[obstacle])}</li>
        ))}
      </ul>
    </Alert>
  );
}

type ScheduledProps = { deletion: AccountDeletion; onWithdrawn: () => void };

function Scheduled({ deletion: { dueAt, obstacles }, onWithdrawn }: ScheduledProps) {
  const t = useText();
  const withdrawing = useWithdrawDeletion();
  const withdraw = useMutateOnce(withdrawing);
  return (
    <>
      {obstacles.length > 0 ? (
        <Obstacles title={t('The day has come, but the deletion waits:')} obstacles={obstacles} />
      ) : (
        <Alert kind="warn">
          {t('Your account will be deleted on {date}. Until that day you can keep it.', { date: formatDate(dueAt) })}
        </Alert>
      )}
      <p className="soft">{t('A cancelled line stays cancelled until you choose to keep it.')}</p>
      <Button
        busy={withdrawing.isPending}
        busyLabel={t('Saving...')}
        onClick={() =>
          withdraw(undefined, {
            onSuccess: ({ message }) => {
              toast({ title: t('Not deleted'), description: t(message) });
              onWithdrawn();
            },
            onError: (failure) =>
              toast({ title: t('Not saved'), description: t(messageOf(failure)), variant: 'destructive' }),
          })
        }
      >
        {t('Keep my account')}
      </Button>
    </>
  );
}
