import { type ChatSession, getActiveChat } from '@portal/contract/support/chat';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';

export function fetchActiveChat(): Promise<ChatSession | null> {
  return callEndpoint(getActiveChat);
}
