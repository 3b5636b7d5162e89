import { type ChatSession, endChat } from '@portal/contract/support/chat';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';

export async function leaveChat(sessionId: string): Promise<ChatSession> {
  return (await callEndpoint(endChat, { params: { sessionId } })).session;
}
