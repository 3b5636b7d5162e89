import type { TicketReply } from '@portal/contract/support/tickets';

/** The last text sent without a confirmation, and its id. */
export type Attempt = { readonly clientReplyId: string; readonly content: string };

function contentOf(text: string, attachmentIds: readonly string[]): string {
  return JSON.stringify([text, attachmentIds]);
}

/**
 * The id for sending: the same text and files keep the id of the last attempt, so that they are
 * stored once; another text is another reply.
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

/** Whether the text in the form has reached the server after all, although its answer was lost. */
export function hasArrived(
  last: Attempt | null,
  replies: readonly Pick<TicketReply, 'clientReplyId'>[],
  text: string,
  attachmentIds: readonly string[],
): boolean {
  if (last?.content !== contentOf(text, attachmentIds)) return false;
  return replies.some(({ clientReplyId }) => clientReplyId === last.clientReplyId);
}
