import type { StaffTicketThread } from '@portal/contract/support/staff-tickets';
import { isConfirmed } from '@portal/contract/support/staff-tickets';
import { Lock, MessageSquareText, Reply } from 'lucide-react';
import { type ComponentProps, type FormEvent, type KeyboardEvent, useEffect, useRef } from 'react';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { KeyCap } from '../../../../../shared/staff/shortcuts/key-cap.tsx';
import { useShortcuts } from '../../../../../shared/staff/shortcuts/shortcuts.ts';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { Alert } from '../../../../../shared/ui/feedback/alert.tsx';
import { TextAreaField } from '../../../../../shared/ui/form/text-area-field.tsx';
import { useOnline } from '../../../../../shared/ui/hooks/use-online.ts';
import { fillForTicket, useRepliesForTicket } from '../../../saved-replies/staff/api/saved-replies.ts';
import { SavedReplySearch } from '../../../saved-replies/staff/components/saved-reply-search.tsx';
import { selectMark, useInsertReply } from '../../../saved-replies/staff/use-insert-reply.ts';
import { AttachmentField } from '../../components/attachment-field.tsx';
import { MacroButton } from '../macros/components/macro-button.tsx';
import { useStaffReply } from '../use-staff-reply.ts';
import { NewerEntries } from './newer-entries.tsx';

type ReplyComposerProps = {
  ticket: StaffTicketThread;
  userId: number;
  /** Called with each key: the others see that somebody writes. */
  onTyping: () => void;
};

/** An answer to the customer or a note for staff, with files. Control and Enter send it. */
export function ReplyComposer({ ticket, userId, onTyping }: ReplyComposerProps) {
  const online = useOnline();
  const area = useRef<HTMLTextAreaElement>(null);
  const reply = useStaffReply(ticket, userId);
  const { text, note, attachments, write, setNote, send, busy, textError } = reply;
  const replies = useInsertReply({ fill: (id) => fillForTicket(ticket.id, id), text, write, field: area });
  const closed = ticket.status === 'closed';
  useEffect(() => {
    if (textError && !selectMark(area.current, area.current?.value ?? '')) area.current?.focus();
  }, [textError]);
  function begin(asNote: boolean) {
    setNote(asNote);
    area.current?.focus();
  }
  useShortcuts([
    ...(closed ? [] : [{ key: 'r', label: 'Answer the customer', run: () => begin(false) }]),
    { key: 'n', label: 'Write a note for staff', run: () => begin(true) },
    ...(closed ? [] : [{ key: '/', label: 'Search saved replies', run: replies.search }]),
  ]);
  function submit(event: FormEvent) {
    event.preventDefault();
    send();
  }
  function act(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (!closed) replies.searchByKey(event);
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || !online) return;
    event.preventDefault();
    send();
  }
  return (
    <form noValidate className="grid gap-4 pt-6" aria-label="Write to this ticket" onSubmit={submit}>
      {closed ? (
        <p className="soft">
          This ticket is closed. Nobody can answer here any more, but you can add a note for staff.
        </p>
      ) : (
        <div className="flex flex-wrap gap-x-6 gap-y-2">
          <WhoReads note={note} onChange={begin} />
          <div className="chips">
            <button type="button" className="chip" aria-busy={replies.filling || undefined} onClick={replies.search}>
              <MessageSquareText className="icon-small" />
              Saved reply
              <KeyCap>/</KeyCap>
            </button>
            <MacroButton ticket={ticket} />
          </div>
          {replies.searching && (
            <ReplySearch ticketId={ticket.id} onChoose={replies.choose} onClose={replies.stopSearching} />
          )}
        </div>
      )}
      <TextAreaField
        ref={area}
        label={note ? 'Note' : 'Answer'}
        hint={note ? 'Only staff see this.' : [replies.said, hintOf(ticket)].filter(Boolean).join(' ')}
        error={textError}
        rows={5}
        maxLength={10_000}
        readOnly={busy}
        value={text}
        onChange={({ target }) => {
          write(target.value);
          onTyping();
        }}
        onKeyDown={act}
      />
      {!isConfirmed(ticket) && !note && (
        <Alert kind="warn">
          Nobody has confirmed who this is. Write what anybody may know: no balance, address, plan or line of a
          customer.
        </Alert>
      )}
      <AttachmentField {...attachments} />
      {reply.newer && (
        <NewerEntries
          entries={reply.newer}
          customer={ticket.customer.name}
          busy={busy}
          label="Send all the same"
          onSend={reply.sendOverNewer}
          onRead={() => {
            reply.haveRead();
            area.current?.focus();
          }}
        />
      )}
      {reply.failure && <Alert kind="bad">{reply.failure}</Alert>}
      {!online && (
        <Alert kind="warn">You are offline. What you write is kept; send it once you are connected again.</Alert>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" disabled={!online} busy={busy} busyLabel={note ? 'Keeping...' : 'Sending...'}>
          {note ? 'Keep note' : 'Send answer'}
        </Button>
        <span className="small max-md:hidden">
          <KeyCap always>Ctrl Enter</KeyCap>
        </span>
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
        <KeyCap>R</KeyCap>
      </button>
      <button type="button" className="chip" aria-pressed={note} onClick={() => onChange(true)}>
        <Lock className="icon-small" />
        Staff note
        <KeyCap>N</KeyCap>
      </button>
    </div>
  );
}

type ReplySearchProps = Omit<ComponentProps<typeof SavedReplySearch>, 'query'> & { ticketId: string };

function ReplySearch({ ticketId, ...search }: ReplySearchProps) {
  return <SavedReplySearch query={useRepliesForTicket(ticketId)} {...search} />;
}
