import { type ChatMessage, sendChatMessage } from '@portal/contract/support/chat';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';

/** The same `clientMessageId` again is answered with the message that is stored. */
export function sendMessage(
  sessionId: string,
  { content, clientMessageId }: { readonly content: string; readonly clientMessageId: string },
): Promise<ChatMessage> {
  return callEndpoint(sendChatMessage, { body: { sessionId, content, clientMessageId } });
}
