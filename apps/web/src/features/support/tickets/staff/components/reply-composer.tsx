import type { StaffTicketThread } from '@portal/contract/support/staff-tickets';
import { isConfirmed } from '@portal/contract/support/staff-tickets';
import { Lock, Reply } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useEffect, useRef } from 'react';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { Alert } from '../../../../../shared/ui/feedback/alert.tsx';
import { TextAreaField } from '../../../../../shared/ui/form/text-area-field.tsx';
import { useOnline } from '../../../../../shared/ui/hooks/use-online.ts';
import { AttachmentField } from '../../components/attachment-field.tsx';
import { useStaffReply } from '../use-staff-reply.ts';

type ReplyComposerProps = { ticket: StaffTicketThread; userId: number };

/** An answer to the customer or a note for staff, with files. Control and Enter send it. */
export function ReplyComposer({ ticket, userId }: ReplyComposerProps) {
  const online = useOnline();
  const area = useRef<HTMLTextAreaElement>(null);
  const { text, note, attachments, write, setNote, send, busy, textError, failure } = useStaffReply(ticket, userId);
  useEffect(() => {
    if (textError) area.current?.focus();
  }, [textError]);
  function submit(event: FormEvent) {
    event.preventDefault();
    send();
  }
  function sendByKey(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || !online) return;
    event.preventDefault();
    send();
  }
  return (
    <form noValidate className="grid gap-4 pt-6" aria-label="Write to this ticket" onSubmit={submit}>
      {ticket.status === 'closed' ? (
        <p className="soft">
          This ticket is closed. Nobody can answer here any more, but you can add a note for staff.
        </p>
      ) : (
        <WhoReads note={note} onChange={setNote} />
      )}
      <TextAreaField
        ref={area}
        label={note ? 'Note' : 'Answer'}
        hint={note ? 'Only staff see this.' : hintOf(ticket)}
        error={textError}
        rows={5}
        maxLength={10_000}
        readOnly={busy}
        value={text}
        onChange={({ target }) => write(target.value)}
        onKeyDown={sendByKey}
      />
      {!isConfirmed(ticket) && !note && (
        <Alert kind="warn">
          Nobody has confirmed who this is. Write what anybody may know: no balance, address, plan or line of a
          customer.
        </Alert>
      )}
      <AttachmentField {...attachments} />
      {failure && <Alert kind="bad">{failure}</Alert>}
      {!online && (
        <Alert kind="warn">You are offline. What you write is kept; send it once you are connected again.</Alert>
      )}
      <div>
        <Button type="submit" disabled={!online} busy={busy} busyLabel={note ? 'Keeping...' : 'Sending...'}>
          {note ? 'Keep note' : 'Send answer'}
        </Button>
      </div>
    </form>
  );
}

function hintOf(ticket: StaffTicketThread): string {
  const { customer, sender, status, sla } = ticket;
  const where = isConfirmed(ticket)
    ? `${bidiIsolate(customer.name)} gets this by mail and on the ticket’s page.`
    : `It goes to ${sender?.email || 'nobody: the mail has no address to answer to'}.`;
  return status === 'open' && sla.firstResponseAt === null
    ? `${where} It counts as the first response and sets the ticket to In progress.`
    : where;
}

function WhoReads({ note, onChange }: { note: boolean; onChange: (note: boolean) => void }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset brings a legend that the buttons already say.
    <div className="chips" role="group" aria-label="Who reads it">
      <button type="button" className="chip" aria-pressed={!note} onClick={() => onChange(false)}>
        <Reply className="icon-small" />
        Answer to the customer
      </button>
      <button type="button" className="chip" aria-pressed={note} onClick={() => onChange(true)}>
        <Lock className="icon-small" />
        Staff note
      </button>
    </div>
  );
}
