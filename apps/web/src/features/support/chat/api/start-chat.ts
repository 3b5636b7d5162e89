import { type ChatSession, initializeChat } from '@portal/contract/support/chat';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';

export function startChat(): Promise<ChatSession> {
  return callEndpoint(initializeChat);
}
