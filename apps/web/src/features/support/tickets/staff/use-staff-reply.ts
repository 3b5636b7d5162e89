import {
  replyAsStaff,
  type StaffTicketReply,
  type StaffTicketThread,
  staffTicketReply,
} from '@portal/contract/support/staff-tickets';
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
  seen: z.optional(z.string()),
});

const draftKey = (userId: number, ticketId: string) => `staff-ticket:${userId}:${ticketId}`;

/** The draft of a merged ticket goes to the one that it goes on in, unless there is one already. */
export function moveStaffDraft(userId: number, from: string, to: string): void {
  const draft = readDraft(draftKey(userId, from), draftShape);
  if (draft === null || readDraft(draftKey(userId, to), draftShape) !== null) return;
  saveDraft(draftKey(userId, to), { ...draft, seen: '0' });
  deleteDraft(draftKey(userId, from));
}

/** The entry that was written last; "0" where there is none. */
export function lastEntryOf({ replies }: Pick<StaffTicketThread, 'replies'>): string {
  return String(Math.max(0, ...replies.map(({ id }) => Number(id))));
}

/** The draft of the answer or note, stored on this device from one visit to the next. */
function useSavedReplyDraft(key: string, lastEntry: string) {
  const [kept] = useState(() => readDraft(key, draftShape));
  const [text, setText] = useState(kept?.text ?? '');
  const [note, setNote] = useState(kept?.note ?? false);
  const attempt = useRef<Attempt | null>(kept?.attempt ?? null);
  /** What was there when the text was begun. */
  const seen = useRef(kept?.seen ?? lastEntry);
  const attachments = useAttachments(uploadForStaff, kept?.attachments ?? []);
  const { box, files } = attachments;
  const keep = useCallback(() => {
    const ready = box.attachments();
    if (text.trim() === '' && ready.length === 0) deleteDraft(key);
    else saveDraft(key, { text, note, attachments: ready, attempt: attempt.current, seen: seen.current });
  }, [box, key, text, note]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the box tells of its files through `files`.
  useEffect(keep, [keep, files]);
  return { text, setText, note, setNote, attempt, seen, attachments, keep };
}

/** What makes a second attempt the same: the text of an answer is another text as a note. */
function dictionaryScripts(text: string, note: boolean): string {
  return note ? `Staff note: ${text}` : text;
}

const refusal = z.object({ newerEntries: z.array(staffTicketReply) });

/** What others wrote in the meantime, where an answer was refused for it. */
export function newerEntriesIn(failure: unknown): StaffTicketReply[] | null {
  if (!(failure instanceof ApiError) || failure.code !== 'ticket.newer-entry') return null;
  return refusal.safeParse(JSON.parse(failure.bodyText)).data?.newerEntries ?? [];
}

/**
 * A staff reply to a ticket, an answer or a note. It stays on this device until the server has
 * stored it, also without an answer: the thread then shows whether it was stored.
 */
export function useStaffReply(ticket: StaffTicketThread, userId: number) {
  const lastEntry = lastEntryOf(ticket);
  const draft = useSavedReplyDraft(draftKey(userId, ticket.id), lastEntry);
  const { text, setText, attempt, seen, attachments, keep } = draft;
  const { box, settle } = attachments;
  const [fault, setFault] = useState<string>();
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

  async function send({ overNewer = false } = {}) {
    const issue = replyAsStaff.body.shape.text.safeParse(text).error?.issues[0]?.message;
    if (issue !== undefined) return setFault(note && text.trim() === '' ? 'Write the note first.' : issue);
    const ids = await settle();
    if (ids === null) return;
    attempt.current = attemptFor(attempt.current, words, ids, newClientId);
    keep();
    try {
      const { clientReplyId } = attempt.current;
      // A note goes to nobody who could read it beside an answer that is newer.
      const expected = note ? {} : { afterEntry: seen.current, overNewer };
      const { message } = await reply.mutateAsync({ text, note, attachments: ids, clientReplyId, ...expected });
      empty();
      toast({ title: note ? 'Note saved' : 'Answer sent', description: message });
    } catch (failure) {
      if (failure instanceof ApiError && failure.code === 'file.not-found') box.expire();
    }
  }
  const newer = newerEntriesIn(reply.error);
  return {
    text,
    note,
    attachments,
    write: (written: string) => {
      setFault(undefined);
      if (text === '') seen.current = lastEntry;
      setText(written);
    },
    setNote: draft.setNote,
    send: () => oneAtATime(send),
    busy: reply.isPending,
    textError: fault,
    failure: reply.error && newer === null ? messageOf(reply.error) : null,
    newer,
    sendOverNewer: () => oneAtATime(() => send({ overNewer: true })),
    /** Goes on writing, with what is newer read. */
    haveRead: () => {
      seen.current = lastEntryOf({ replies: [...ticket.replies, ...(newer ?? [])] });
      keep();
      reply.reset();
    },
  };
}
