import type { ChatMessage } from '@portal/contract/support/chat';
import { expect, it } from 'vitest';
import { addMessages, emptyHistory } from '../../message-history.ts';
import { staleAfter } from './list-messages.ts';

const message = (seq: number, facts: Partial<ChatMessage> = {}): ChatMessage => ({
  id: `c.${seq}`,
  seq,
  sender: 'user',
  senderName: null,
  content: `${seq}`,
  clientMessageId: null,
  timestamp: '2026-07-04T08:00:00.000Z',
  status: 'sent',
  ...facts,
});
const own = (seq: number, status: ChatMessage['status']) => message(seq, { sender: 'agent', status });

it('after a pause the agent’s page fetches missing messages, and the ticks of unread ones', () => {
  const after = (...messages: ChatMessage[]) => staleAfter(addMessages(emptyHistory, messages));
  expect(after()).toBe(0);
  expect(after(own(1, 'read'), message(2))).toBe(2);
  expect(after(own(1, 'read'), message(2), own(3, 'delivered'), message(4), own(5, 'sent'))).toBe(2);
  expect(after(message(1), message(2), message(4))).toBe(2);
});
