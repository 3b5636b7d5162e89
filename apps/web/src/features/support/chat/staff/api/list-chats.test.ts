import type { StaffChat } from '@portal/contract/support/staff-chat';
import { expect, it, vi } from 'vitest';
import { fetchOpenChats } from './list-chats.ts';

const SOME_TIME = '2026-07-04T08:00:00.000Z';

const chat = (id: string, agent: StaffChat['agent']): StaffChat => ({
  id,
  agent,
  status: agent ? 'active' : 'waiting',
  channel: 'web',
  contact: null,
  lastSeq: 0,
  unread: 0,
  lastMessage: null,
  ticket: null,
  createdAt: SOME_TIME,
  waitingSince: SOME_TIME,
  acceptedAt: null,
  firstReplyAt: null,
  closedAt: null,
  closeReason: null,
  customer: { id: 9, name: 'Bisi Adu', email: 'bisi@mail.example' },
});

it('one’s own chats are listed however many others are newer, each chat once', async () => {
  const others = Array.from({ length: 100 }, (_, n) => chat(`other-${n}`, { id: 2, name: 'Tosin' }));
  const answers: Record<string, StaffChat[]> = {
    'status=waiting&limit=100': [chat('waits', null)],
    'status=active&limit=100': others,
    'status=active&mine=true&limit=100': [chat('own', { id: 1, name: 'Ngozi' })],
  };
  const server = vi.fn(async (url: URL | RequestInfo) => {
    const [, query = ''] = String(url).split('?');
    return Response.json(answers[query]);
  });
  vi.stubGlobal('fetch', server);
  const ids = (await fetchOpenChats()).map(({ id }) => id);
  vi.unstubAllGlobals();
  expect(ids).toContain('own');
  expect(ids).toContain('waits');
  expect(new Set(ids).size).toBe(102);
});
