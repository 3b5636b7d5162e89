import { brand } from '@portal/brand';
import type { TicketThread as Thread, TicketAttachment } from '@portal/contract/support/tickets';
import { formatMoment } from '../../../../shared/format/date.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { ThreadEntry } from './thread-entry.tsx';

export type TicketThreadProps = {
  ticket: Thread;
  /** A reply that is being sent. */
  underWay?: { text: string; clientReplyId: string; attachments: readonly TicketAttachment[] } | undefined;
};

/** All replies, in order, with pending ones at the end. */
export function TicketThread({ ticket, underWay }: TicketThreadProps) {
  const t = useText();
  const stored = ticket.replies.some(({ clientReplyId }) => clientReplyId === underWay?.clientReplyId);
  return (
    <ol className="grid gap-3" aria-label={t('Conversation')} aria-live="polite">
      <ThreadEntry
        from="customer"
        author={t('You')}
        when={<Time at={ticket.createdAt} />}
        text={ticket.description}
        mail={ticket.mail}
        attachments={ticket.attachments}
      />
      {ticket.replies.map(({ id, from, author, createdAt, text, mail, attachments, mergedFrom }) => (
        <ThreadEntry
          key={id}
          from={from}
          author={from === 'customer' ? t('You') : [author, brand.name].filter(Boolean).join(', ')}
          when={
            <>
              <Time at={createdAt} />
              {mergedFrom && `, ${t('Written to {number}', { number: mergedFrom })}`}
            </>
          }
          text={text}
          mail={mail}
          attachments={attachments}
        />
      ))}
      {underWay && !stored && (
        <ThreadEntry
          from="customer"
          author={t('You')}
          when={t('Sending...')}
          text={underWay.text}
          attachments={underWay.attachments}
        />
      )}
    </ol>
  );
}

function Time({ at }: { at: string }) {
  return <time dateTime={at}>{formatMoment(at)}</time>;
}
