import {
  replyForm,
  type TicketAttachment,
  type TicketThread,
  ticketAttachment,
} from '@portal/contract/support/tickets';
import { useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { ApiError } from '../../../shared/api/api-error.ts';
import { newClientId } from '../../../shared/api/new-client-id.ts';
import { useOneAtATime } from '../../../shared/api/use-one-at-a-time.ts';
import { deleteDraft, readDraft, saveDraft } from '../../../shared/offline/saved-drafts.ts';
import { useReplyToTicket } from './api/reply-to-ticket.ts';
import { uploadTicketFile } from './api/upload-attachment.ts';
import { type Attempt, attemptFor, hasArrived } from './reply-attempt.ts';
import { useAttachments } from './use-attachments.ts';

const replyDraft = z.object({
  text: z.string(),
  attachments: z.array(ticketAttachment),
  attempt: z.nullable(z.object({ clientReplyId: z.string(), content: z.string() })),
});

const draftKeyOf = (userId: number, ticketId: string) => `reply:${userId}:${ticketId}`;

/** The draft of a merged ticket goes to the one that it goes on in, unless there is one already. */
export function moveReplyDraft(userId: number, from: string, to: string): void {
  const draft = readDraft(draftKeyOf(userId, from), replyDraft);
  if (draft === null || readDraft(draftKeyOf(userId, to), replyDraft) !== null) return;
  saveDraft(draftKeyOf(userId, to), draft);
  deleteDraft(draftKeyOf(userId, from));
}

/**
 * A customer's reply to a ticket: stored on this device until it has arrived, also when sending
 * failed or the page was left. Sent again unchanged it is the same reply. `underWay` is what is
 * being sent at this moment.
 */
export function useReplyForm(ticket: TicketThread, userId: number) {
  const draftKey = draftKeyOf(userId, ticket.id);
  const [draft] = useState(() => readDraft(draftKey, replyDraft));
  const [text, setText] = useState(draft?.text ?? '');
  const [fault, setFault] = useState<string>();
  const attempt = useRef<Attempt | null>(draft?.attempt ?? null);
  const area = useRef<HTMLTextAreaElement>(null);
  const attached = useAttachments(uploadTicketFile, draft?.attachments ?? []);
  const { box, files } = attached;
  const reply = useReplyToTicket(ticket.id);
  const oneAtATime = useOneAtATime();

  // biome-ignore lint/correctness/useExhaustiveDependencies: the files are read from the box when they have changed.
  useEffect(() => {
    const attachments = box.attachments();
    if (text === '' && attachments.length === 0) deleteDraft(draftKey);
    else saveDraft(draftKey, { text, attachments, attempt: attempt.current });
  }, [draftKey, text, files, box]);

  function empty() {
    attempt.current = null;
    setText('');
    box.clear();
    deleteDraft(draftKey);
  }
  const arrived = !reply.isPending && hasArrived(attempt.current, ticket.replies, text, idsOf(box.attachments()));
  // biome-ignore lint/correctness/useExhaustiveDependencies: only once for each reply that turns out to have arrived.
  useEffect(() => {
    if (arrived) empty();
  }, [arrived]);

  function refuse(message: string) {
    setFault(message);
    area.current?.focus();
  }
  async function send() {
    const blank = replyForm.shape.text.safeParse(text).error?.issues[0]?.message;
    if (blank) return refuse(blank);
    setFault(undefined);
    const attachments = await attached.settle();
    if (!attachments) return;
    attempt.current = attemptFor(attempt.current, text, attachments, newClientId);
    saveDraft(draftKey, { text, attachments: box.attachments(), attempt: attempt.current });
    try {
      await reply.mutateAsync({ text, attachments, clientReplyId: attempt.current.clientReplyId });
      empty();
    } catch (failure) {
      if (!(failure instanceof ApiError)) return;
      if (failure.code === 'file.not-found') box.expire();
      if (failure.errors.text) refuse(failure.errors.text);
    }
  }
  function write(words: string) {
    setText(words);
    setFault(undefined);
  }
  return { text, write, fault, area, attached, reply, send: () => oneAtATime(send) };
}

function idsOf(attachments: readonly TicketAttachment[]): string[] {
  return attachments.map(({ id }) => id);
}
