import { type InboundMail, retryInboundMail } from '@portal/contract/support/inbound-mails';
import { RotateCw } from 'lucide-react';
import { messageOf } from '../../../../../shared/api/api-error.ts';
import { useMutateOnce } from '../../../../../shared/api/use-mutate-once.ts';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { formatMoment } from '../../../../../shared/format/date.ts';
import { formatFileSize } from '../../../../../shared/format/file-size.ts';
import { Allowed } from '../../../../../shared/staff/allowed.tsx';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { EmptyState } from '../../../../../shared/ui/async/empty-state.tsx';
import { ShowMore } from '../../../../../shared/ui/async/show-more.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { toast } from '../../../../../shared/ui/feedback/toast.ts';
import { PageLink } from '../../../../../shared/ui/navigation/page-link.tsx';
import { useInboundMails, useRetryMail } from '../api/inbound-mails.ts';
import { emptyTexts, type InboundMailView, reasonTexts } from '../inbound-mail-labels.ts';

/** The mails of one view, newest first. */
export function InboundMailList({ view }: { view: InboundMailView }) {
  const mails = useInboundMails(view);
  return (
    <AsyncBoundary
      query={mails}
      failure="We could not load the mails"
      skeleton={<Skeleton className="mt-4 h-60 w-full" />}
    >
      {(loaded) =>
        loaded.length === 0 ? (
          <div className="mt-6">
            <EmptyState title={emptyTexts[view].title}>{emptyTexts[view].text}</EmptyState>
          </div>
        ) : (
          <>
            <ul>
              {loaded.map((mail) => (
                <MailRow key={mail.id} mail={mail} />
              ))}
            </ul>
            <ShowMore query={mails} />
          </>
        )
      }
    </AsyncBoundary>
  );
}

function MailRow({ mail }: { mail: InboundMail }) {
  const { sender, subject, sizeBytes, state, reason, ticket, receivedAt } = mail;
  return (
    <li className="grid grid-cols-1 gap-x-6 gap-y-2 border-line border-b py-3.5 sm:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0">
        <p className="semi wrap-anywhere">{subject ? bidiIsolate(subject) : 'Without a subject'}</p>
        <p className="small soft wrap-anywhere">{sender || 'Without a sender that can be read'}</p>
        <p className="small muted">
          {reason && `${reasonTexts[reason]}. `}
          Received <time dateTime={receivedAt}>{formatMoment(receivedAt)}</time>, {formatFileSize(sizeBytes)}
        </p>
      </div>
      {ticket && (
        <PageLink
          className="link inline-flex min-h-11 items-center self-start justify-self-start"
          to={`/admin/tickets/${ticket.id}`}
        >
          {ticket.number}
        </PageLink>
      )}
      {state === 'unreadable' && (
        <Allowed to={retryInboundMail}>
          <RetryButton mail={mail} />
        </Allowed>
      )}
    </li>
  );
}

function RetryButton({ mail }: { mail: InboundMail }) {
  const retry = useRetryMail();
  const send = useMutateOnce(retry);
  function start() {
    send(mail.id, {
      onSuccess: ({ message }) => toast({ title: 'Trying again', description: message }),
      onError: (failure) =>
        toast({ title: 'Not tried again', description: messageOf(failure), variant: 'destructive' }),
    });
  }
  return (
    <Button
      variant="secondary"
      className="self-start justify-self-start"
      busy={retry.isPending}
      busyLabel="Asking..."
      aria-label={`Try again: ${mail.subject || 'mail without a subject'}`}
      onClick={start}
    >
      {!retry.isPending && <RotateCw className="icon-small" />}
      Try again
    </Button>
  );
}
