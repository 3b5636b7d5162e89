import { type ChatMessage, listChatMessages } from '@portal/contract/support/chat';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';

/** The messages after a seq, in order. */
export function fetchMessages(sessionId: string, after: number): Promise<ChatMessage[]> {
  return callEndpoint(listChatMessages, { params: { sessionId }, query: { after } });
}
