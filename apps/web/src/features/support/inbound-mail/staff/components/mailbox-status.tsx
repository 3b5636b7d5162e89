import { formatMoment } from '../../../../../shared/format/date.ts';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { Alert } from '../../../../../shared/ui/feedback/alert.tsx';
import { useMailbox } from '../api/inbound-mails.ts';

/** Which mailbox is read, when it was last, and why not if it is not. */
export function MailboxStatus() {
  const mailbox = useMailbox();
  return (
    <AsyncBoundary
      query={mailbox}
      failure="We could not load how the mailbox is"
      skeleton={<Skeleton className="h-12 w-full max-w-[44em]" />}
    >
      {({ address, lastReadAt, lastError, nextAttemptAt }) => {
        if (address === null) {
          return (
            <Alert kind="info">
              No mailbox is read. Whoever runs the portal sets IMAP_URL, and mails to the desk become tickets.
            </Alert>
          );
        }
        const since = lastReadAt ? `It was last read ${formatMoment(lastReadAt)}.` : 'It has not been read yet.';
        return lastError === null ? (
          <p className="soft">
            Mails to <span className="semi wrap-anywhere text-ink">{address}</span> are read. {since}
          </p>
        ) : (
          <Alert kind="bad">
            <span className="semi">The mailbox cannot be reached.</span> {since} The mail server says: {lastError}.{' '}
            {nextAttemptAt && `Next attempt ${formatMoment(nextAttemptAt)}. `}
            Mails wait there and are read once it can be reached.
          </Alert>
        );
      }}
    </AsyncBoundary>
  );
}
