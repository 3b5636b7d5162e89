import type { StaffChat } from '@portal/contract/support/staff-chat';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countNeedy, inInboxOrder, matching, withChat, withMessage } from './inbox-list.ts';

const ME = 7;

function chat(id: string, facts: Partial<StaffChat> = {}): StaffChat {
  return {
    id,
    status: 'waiting',
    channel: 'web',
    contact: null,
    customer: { id: 1, name: 'Amina Bello', email: 'amina@example.com' },
    agent: null,
    createdAt: '2026-07-04T08:00:00.000Z',
    waitingSince: '2026-07-04T08:00:00.000Z',
    acceptedAt: null,
    firstReplyAt: null,
    closedAt: null,
    closeReason: null,
    lastMessage: null,
    ticket: null,
    lastSeq: 0,
    unread: 0,
    ...facts,
  };
}
const at = (minute: number) => `2026-07-04T08:${String(minute).padStart(2, '0')}:00.000Z`;
const active = (id: string, minute: number, facts: Partial<StaffChat> = {}) =>
  chat(id, {
    status: 'active',
    agent: { id: ME, name: 'Tosin Adeyemi' },
    lastMessage: { sender: 'user', content: 'Hello', timestamp: at(minute) },
    ...facts,
  });
const message = (seq: number, sender: 'user' | 'agent', content = 'Hello') => ({
  id: `m${seq}`,
  seq,
  sender,
  content,
  senderName: null,
  timestamp: at(seq),
  status: 'sent' as const,
  clientMessageId: null,
});
const ids = (chats: readonly StaffChat[]) => chats.map(({ id }) => id);

describe('the inbox', () => {
  it('shows waiting chats first, longest wait first, and below them the most recent conversation', () => {
    const chats = [active('quiet', 1), chat('late', { createdAt: at(20) }), active('lively', 9), chat('early')];
    expect(ids(inInboxOrder(chats))).toEqual(['early', 'late', 'lively', 'quiet']);
  });

  it('puts a chat that returned to the queue at its old place', () => {
    const back = chat('back', { createdAt: at(1), waitingSince: at(30) });
    expect(ids(inInboxOrder([chat('later', { createdAt: at(2), waitingSince: at(2) }), back]))).toEqual([
      'back',
      'later',
    ]);
  });

  it('has each open chat once and no ended one, whatever the order of events', () => {
    const change = fc.record({
      id: fc.constantFrom('a', 'b', 'c'),
      status: fc.constantFrom('waiting' as const, 'active' as const, 'closed' as const),
    });
    fc.assert(
      fc.property(fc.array(change), (changes) => {
        const list = changes.reduce<StaffChat[]>((chats, { id, status }) => withChat(chats, chat(id, { status })), []);
        const last = new Map(changes.map(({ id, status }) => [id, status]));
        const open = [...last].filter(([, status]) => status !== 'closed').map(([id]) => id);
        expect(ids(list).sort()).toEqual(open.sort());
      }),
    );
  });

  it('counts what needs attention: the queue, and my chats with an unanswered message', () => {
    const colleague = { id: 8, name: 'Ngozi' };
    const chats = [chat('w'), active('read', 1), active('unread', 2, { unread: 2 })];
    expect(countNeedy([...chats, active('theirs', 3, { unread: 5, agent: colleague })], ME)).toBe(2);
  });
});

describe('a message', () => {
  it('counts as unread once, however often it arrives; a reply does not', () => {
    const after = [message(1, 'user'), message(1, 'user'), message(2, 'agent'), message(1, 'user')].reduce(
      withMessage,
      active('c', 0),
    );
    expect(after).toMatchObject({ lastSeq: 2, unread: 1, firstReplyAt: at(2), lastMessage: { sender: 'agent' } });
  });

  it('that is long is shortened to its beginning', () => {
    const { lastMessage } = withMessage(active('c', 0), message(1, 'user', 'x'.repeat(500)));
    expect(lastMessage?.content).toBe(`${'x'.repeat(200)}…`);
  });
});

describe('the search', () => {
  const chats = [
    chat('1', { customer: { id: 1, name: 'Ɗanladi Musa', email: 'dm@example.com' } }),
    chat('3', {
      channel: 'whatsapp',
      customer: { id: 0, name: '', email: '' },
      contact: { address: '+2348031234567', name: 'Bisi' } as StaffChat['contact'],
    }),
    chat('2', { agent: { id: 8, name: 'Ọlámidé Ojo' }, ticket: { id: 't', number: 'T-000042' } }),
  ];
  it.each([
    ['danladi', ['1']],
    ['MUSA dm@', ['1']],
    ['olamide', ['2']],
    ['t-0000', ['2']],
    ['bisi', ['3']],
    ['+234 803 123 4567', ['3']],
    ['0803 123 4567', ['3']],
    ['08031234567', ['3']],
    ['', ['1', '3', '2']],
    ['nobody', []],
  ])('for %j finds %j, with or without marks and capitals', (typed, found) => {
    expect(ids(matching(chats, typed))).toEqual(found);
  });
});
