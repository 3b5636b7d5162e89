import type { TicketReply } from '@portal/contract/support/tickets';

/** What was sent last without an answer that it arrived, and under which name. */
export type Attempt = { readonly clientReplyId: string; readonly content: string };

function contentOf(text: string, attachmentIds: readonly string[]): string {
  return JSON.stringify([text, attachmentIds]);
}

/**
 * Under which name to send: the same words and files have the name of the last attempt, so that
 * they are stored once; other words are another reply.
 */
export function attemptFor(
  last: Attempt | null,
  text: string,
  attachmentIds: readonly string[],
  newId: () => string,
): Attempt {
  const content = contentOf(text, attachmentIds);
  return last?.content === content ? last : { clientReplyId: newId(), content };
}

/**
 * Whether what is still in the form has reached the server after all, although its answer has not
 * reached us.
 */
export function hasArrived(
  last: Attempt | null,
  replies: readonly Pick<TicketReply, 'clientReplyId'>[],
  text: string,
  attachmentIds: readonly string[],
): boolean {
  if (last?.content !== contentOf(text, attachmentIds)) return false;
  return replies.some(({ clientReplyId }) => clientReplyId === last.clientReplyId);
}
