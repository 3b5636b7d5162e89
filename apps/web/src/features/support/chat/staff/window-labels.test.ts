import { expect, it } from 'vitest';
import { windowOf } from './window-labels.ts';

const NOW = Date.parse('2026-07-04T08:00:00Z');
const contact = (writableUntil: string | null, isGone = false) => ({
  contact: {
    channel: 'whatsapp' as const,
    address: '+2348012345678',
    name: 'Ada',
    isVerified: true,
    writableUntil,
    isGone,
  },
});

it('a chat in the portal has no window', () => {
  expect(windowOf({ contact: null }, NOW)).toEqual({ kind: 'portal' });
});

it('says until when somebody may be written to, in the time of Lagos', () => {
  expect(windowOf(contact('2026-07-04T13:05:00Z'), NOW)).toEqual({ kind: 'open', label: 'open until 14:05' });
  expect(windowOf(contact('2026-07-05T07:59:00Z'), NOW)).toMatchObject({
    kind: 'open',
    label: expect.stringContaining('08:59'),
  });
});

it('closes to the second, and for who has never written', () => {
  expect(windowOf(contact('2026-07-04T08:00:00Z'), NOW).kind).toBe('closed');
  expect(windowOf(contact(null), NOW).kind).toBe('closed');
});

it('is gone with the number, whenever they wrote', () => {
  expect(windowOf(contact('2026-07-04T13:05:00Z', true), NOW).kind).toBe('gone');
});
