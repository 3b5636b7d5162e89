import type { TicketThread as Thread } from '@portal/contract/support/tickets';
import { type FormEvent, useEffect, useRef } from 'react';
import { ApiError, messageOf } from '../../../../shared/api/api-error.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { useUser } from '../../../../shared/session/use-session.ts';
import { Button } from '../../../../shared/ui/button/button.tsx';
import { ButtonLink } from '../../../../shared/ui/button/button-link.tsx';
import { Alert } from '../../../../shared/ui/feedback/alert.tsx';
import { TextAreaField } from '../../../../shared/ui/form/text-area-field.tsx';
import { useOnline } from '../../../../shared/ui/hooks/use-online.ts';
import { useReplyForm } from '../use-reply-form.ts';
import { AttachmentField } from './attachment-field.tsx';
import { TicketThread } from './ticket-thread.tsx';

/** The thread of a ticket, and the reply form; once it is closed, a link to a new one. */
export function TicketConversation({ ticket }: { ticket: Thread }) {
  const userId = useUser()?.id ?? 0;
  const form = useReplyForm(ticket, userId);
  const underWay = form.reply.isPending
    ? { ...form.reply.variables, attachments: form.attached.box.attachments() }
    : undefined;
  return (
    <>
      <TicketThread ticket={ticket} underWay={underWay} />
      {ticket.status === 'closed' ? (
        <ClosedNote ticket={ticket} unsent={form.text} />
      ) : (
        <ReplyForm ticket={ticket} form={form} />
      )}
    </>
  );
}

function ClosedNote({ ticket, unsent }: { ticket: Thread; unsent: string }) {
  const t = useText();
  const note = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The reply form, which had the focus, has just left the page.
    if (document.activeElement === document.body) note.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div className="mt-8 border-ink border-t pt-5 focus:outline-none" ref={note} tabIndex={-1}>
      <p className="semi">{t('This ticket is closed.')}</p>
      <p className="soft mt-1 max-w-[36em]">
        {t('If there is more to say, create a new ticket and quote {number}.', { number: ticket.number })}
      </p>
      {unsent.trim() !== '' && (
        <>
          <p className="semi mt-5">{t('What you had begun to write')}</p>
          <p className="soft max-w-[44em] whitespace-pre-line break-words">{unsent}</p>
        </>
      )}
      <ButtonLink className="mt-4" variant="secondary" to="/support#ticket">
        {t('Create a new ticket')}
      </ButtonLink>
    </div>
  );
}

function ReplyForm({ ticket, form }: { ticket: Thread; form: ReturnType<typeof useReplyForm> }) {
  const t = useText();
  const online = useOnline();
  const { text, write, fault, area, attached, reply, send } = form;
  const resolved = ticket.status === 'resolved';
  const failure = reply.error && messageOf(reply.error);
  const atField = reply.error instanceof ApiError && reply.error.errors.text !== undefined;
  return (
    <form
      noValidate
      className="mt-8 grid gap-4 border-ink border-t pt-5"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        send();
      }}
    >
      {resolved && (
        <Alert kind="info">{t('We have marked this ticket as resolved. If you reply, it is open again.')}</Alert>
      )}
      <TextAreaField
        ref={area}
        label={t('Your reply')}
        required
        rows={4}
        maxLength={10_000}
        value={reply.isPending ? '' : text}
        readOnly={reply.isPending}
        onChange={({ target }) => write(target.value)}
        error={fault}
      />
      <AttachmentField {...attached} />
      {failure && !atField && (
        <Alert kind="bad">
          {t('Your reply was not sent. It is still here.')} {t(failure)}
        </Alert>
      )}
      {!online && (
        <Alert kind="warn">
          {t('You are offline. Your reply is kept, and you can send it once you are connected again.')}
        </Alert>
      )}
      <div>
        <Button type="submit" disabled={!online} busy={reply.isPending} busyLabel={t('Sending...')}>
          {resolved ? t('Reply and reopen') : t('Send reply')}
        </Button>
      </div>
    </form>
  );
}
