import type { TicketSla } from '@portal/contract/support/tickets';
import { expect, test } from 'vitest';
import { refetchIn, statusOf } from './sla-status.ts';

const NOON = new Date('2026-07-04T12:00:00Z');
const sla: TicketSla = {
  firstResponseDueAt: '2026-07-04T13:20:00Z',
  resolutionDueAt: '2026-07-07T09:20:00Z',
  firstResponseAt: null,
  resolvedAt: null,
  next: { what: 'first-response', by: '2026-07-04T13:20:00Z' },
  overdue: false,
  canEscalate: false,
};
const settling = { what: 'resolution', by: '2026-07-07T09:20:00Z' } as const;
const firstResponseAt = '2026-07-04T12:05:00Z';
const say = (fields: Partial<TicketSla>, status: 'open' | 'resolved' | 'closed' = 'open') =>
  statusOf({ status, sla: { ...sla, ...fields } }).map(({ tone, text, at }) => [
    tone,
    text.replace('{time}', at.slice(11, 16)),
  ]);

test('a new ticket says when we respond, and when it is resolved where that is later', () => {
  expect(say({})).toEqual([
    ['due', 'We contact you by 13:20'],
    ['due', 'We settle this by 09:20'],
  ]);
  expect(say({ resolutionDueAt: '2026-07-04T13:20:00Z' })).toEqual([['due', 'We contact you by 13:20']]);
});

test('after the first response it says when that was, and when it is resolved', () => {
  expect(say({ firstResponseAt, next: settling })).toEqual([
    ['due', 'We settle this by 09:20'],
    ['kept', 'Contacted 12:05'],
  ]);
});

test('an overdue deadline is named first and plainly', () => {
  expect(say({ overdue: true })[0]).toEqual(['late', 'We are late: we promised to contact you by 13:20']);
  expect(say({ firstResponseAt, next: settling, overdue: true })[0]).toEqual([
    'late',
    'We are late: we promised to settle this by 09:20',
  ]);
});

test('a resolved ticket has no further deadline', () => {
  const settled = { firstResponseAt, next: null, resolvedAt: '2026-07-04T15:00:00Z' };
  expect(say(settled, 'resolved')).toEqual([['kept', 'Resolved 15:00']]);
  expect(say(settled, 'closed')).toEqual([['kept', 'Resolved 15:00']]);
});

test('a ticket that is older than the SLA has no deadline', () => {
  expect(say({ firstResponseDueAt: null, resolutionDueAt: null, next: null })).toEqual([]);
  expect(say({ firstResponseDueAt: null, resolutionDueAt: null, next: null }, 'closed')).toEqual([]);
});

test('an open page refetches when the deadline passes, not in a loop when this clock is ahead of the server’s', () => {
  expect(refetchIn(sla, NOON)).toBe(80 * 60_000 + 1000);
  expect(refetchIn(sla, new Date('2026-07-04T14:00:00Z'))).toBe(60_000);
  expect(refetchIn({ ...sla, next: { what: 'resolution', by: '2027-07-04T12:00:00Z' } }, NOON)).toBe(2 ** 31 - 1);
  expect(refetchIn({ ...sla, overdue: true }, NOON)).toBe(false);
  expect(refetchIn({ ...sla, next: null }, NOON)).toBe(false);
  expect(refetchIn(undefined, NOON)).toBe(false);
});
