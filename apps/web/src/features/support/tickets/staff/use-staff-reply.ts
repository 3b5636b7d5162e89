import { replyAsStaff, type StaffTicketThread } from '@portal/contract/support/staff-tickets';
import { ticketAttachment } from '@portal/contract/support/tickets';
import { useCallback, useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { ApiError, messageOf } from '../../../../shared/api/api-error.ts';
import { newClientId } from '../../../../shared/api/new-client-id.ts';
import { useOneAtATime } from '../../../../shared/api/use-one-at-a-time.ts';
import { deleteDraft, readDraft, saveDraft } from '../../../../shared/offline/saved-drafts.ts';
import { toast } from '../../../../shared/ui/feedback/toast.ts';
import { type Attempt, attemptFor, hasArrived } from '../reply-attempt.ts';
import { useAttachments } from '../use-attachments.ts';
import { useReplyAsStaff } from './api/reply-as-staff.ts';
import { uploadForStaff } from './api/upload-staff-attachment.ts';

const draftShape = z.object({
  text: z.string(),
  note: z.boolean(),
  attachments: z.array(ticketAttachment),
  attempt: z.nullable(z.object({ clientReplyId: z.string(), content: z.string() })),
});

/** The draft of the answer or note, stored on this device from one visit to the next. */
function useSavedReplyDraft(key: string) {
  const [kept] = useState(() => readDraft(key, draftShape));
  const [text, setText] = useState(kept?.text ?? '');
  const [note, setNote] = useState(kept?.note ?? false);
  const attempt = useRef<Attempt | null>(kept?.attempt ?? null);
  const attachments = useAttachments(uploadForStaff, kept?.attachments ?? []);
  const { box, files } = attachments;
  const keep = useCallback(() => {
    const ready = box.attachments();
    if (text.trim() === '' && ready.length === 0) deleteDraft(key);
    else saveDraft(key, { text, note, attachments: ready, attempt: attempt.current });
  }, [box, key, text, note]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the box tells of its files through `files`.
  useEffect(keep, [keep, files]);
  return { text, setText, note, setNote, attempt, attachments, keep };
}

/** What makes a second attempt the same: the text of an answer is another text as a note. */
function dictionaryScripts(text: string, note: boolean): string {
  return note ? `Staff note: ${text}` : text;
}

/**
 * A staff reply to a ticket, an answer or a note. It stays on this device until the server has
 * stored it, also without an answer: the thread then shows whether it was stored.
 */
export function useStaffReply(ticket: StaffTicketThread, userId: number) {
  const draft = useSavedReplyDraft(`staff-ticket:${userId}:${ticket.id}`);
  const { text, setText, attempt, attachments, keep } = draft;
  const { box, settle } = attachments;
  const [blank, setBlank] = useState(false);
  const reply = useReplyAsStaff(ticket.id);
  const oneAtATime = useOneAtATime();
  const note = draft.note || ticket.status === 'closed';
  const words = dictionaryScripts(text, note);

  function empty() {
    attempt.current = null;
    setText('');
    box.clear();
    reply.reset();
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at when the thread has come again, not while somebody types.
  useEffect(() => {
    const ids = box.attachments().map(({ id }) => id);
    if (!reply.isPending && hasArrived(attempt.current, ticket.replies, words, ids)) empty();
  }, [reply.isPending, ticket.replies]);

  async function send() {
    if (!replyAsStaff.body.shape.text.safeParse(text).success) return setBlank(true);
    const ids = await settle();
    if (ids === null) return;
    attempt.current = attemptFor(attempt.current, words, ids, newClientId);
    keep();
    try {
      const { clientReplyId } = attempt.current;
      const { message } = await reply.mutateAsync({ text, note, attachments: ids, clientReplyId });
      empty();
      toast({ title: note ? 'Note saved' : 'Answer sent', description: message });
    } catch (failure) {
      if (failure instanceof ApiError && failure.code === 'file.not-found') box.expire();
    }
  }
  return {
    text,
    note,
    attachments,
    write: (written: string) => {
      setBlank(false);
      setText(written);
    },
    setNote: draft.setNote,
    send: () => oneAtATime(send),
    busy: reply.isPending,
    textError: blank ? (note ? 'Write the note first.' : 'Write your reply first.') : undefined,
    failure: reply.error && messageOf(reply.error),
  };
}
