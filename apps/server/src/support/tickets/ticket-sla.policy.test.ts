import type { TicketCategory } from '@portal/contract/support/tickets';
import {
  deadlinesAfterRecategorizing,
  deadlinesAfterReopening,
  missedDeadlines,
  slaDeadlines,
} from '@portal/kernel/ticket-sla';
import { describe, expect, it } from 'vitest';
import { presentSla, type SlaTicket } from './ticket-sla.policy.ts';

const START = new Date('2026-07-04T08:00:00Z');
const hours = (count: number) => new Date(START.getTime() + count * 3_600_000);
const ticket = (fields: Partial<SlaTicket> & { category?: TicketCategory } = {}): SlaTicket => ({
  category: 'fault',
  status: 'open',
  contactedAt: null,
  resolvedAt: null,
  ...slaDeadlines(fields.category ?? 'fault', START),
  ...fields,
});

describe('the SLA', () => {
  it.each([
    ['fault', 4, 72],
    ['billing', 24, 24],
    ['account', 96, 720],
    ['other', 96, 720],
  ] as const)('for %s is contact in %i hours and a solution in %i', (category, contact, resolve) => {
    expect(slaDeadlines(category, START)).toEqual({ contactBy: hours(contact), resolveBy: hours(resolve) });
  });

  it('is due one after the other, and nothing is due once it is resolved', () => {
    expect(presentSla(ticket(), hours(1)).next).toEqual({ what: 'contact', by: hours(4).toISOString() });
    const contacted = ticket({ status: 'in-progress', contactedAt: hours(2) });
    expect(presentSla(contacted, hours(3)).next).toEqual({ what: 'resolve', by: hours(72).toISOString() });
    const resolved = ticket({ status: 'resolved', contactedAt: hours(2), resolvedAt: hours(50) });
    expect(presentSla(resolved, hours(100))).toMatchObject({ next: null, overdue: false, canEscalate: false });
  });
});

describe('a deadline that was missed', () => {
  it('is overdue from the moment after, and can be taken further', () => {
    expect(presentSla(ticket(), hours(4))).toMatchObject({ overdue: false, canEscalate: false });
    expect(presentSla(ticket(), new Date(hours(4).getTime() + 1))).toMatchObject({
      overdue: true,
      canEscalate: true,
    });
  });

  it('stays one after it was made good', () => {
    const late = ticket({ status: 'resolved', contactedAt: hours(5), resolvedAt: hours(80) });
    expect(missedDeadlines(late, hours(90))).toEqual([
      { what: 'contact', dueAt: hours(4), metAt: hours(5) },
      { what: 'resolve', dueAt: hours(72), metAt: hours(80) },
    ]);
    expect(deadlinesAfterReopening(late, hours(90))).toEqual({ contactBy: hours(4), resolveBy: hours(72) });
  });

  it('is none when it was solved in time without a word', () => {
    expect(missedDeadlines(ticket({ status: 'resolved', resolvedAt: hours(3) }), hours(90))).toEqual([]);
  });

  it('is none for a ticket that is older than the SLA', () => {
    const old = ticket({ contactBy: null, resolveBy: null });
    expect(presentSla(old, hours(10_000))).toMatchObject({ next: null, overdue: false, canEscalate: false });
  });
});

it('a ticket that is reopened has new deadlines from then on', () => {
  const kept = ticket({ status: 'resolved', contactedAt: hours(1), resolvedAt: hours(10) });
  expect(deadlinesAfterReopening(kept, hours(200))).toEqual({ contactBy: hours(204), resolveBy: hours(272) });
});

it('a ticket that is reopened has time for another solution, also where the first contact was late', () => {
  const late = ticket({ status: 'resolved', contactedAt: hours(5), resolvedAt: hours(50) });
  expect(deadlinesAfterReopening(late, hours(200))).toEqual({ contactBy: hours(4), resolveBy: hours(272) });
});

describe('another category', () => {
  const sort = (fields: Parameters<typeof ticket>[0], category: TicketCategory, at: Date) =>
    deadlinesAfterRecategorizing({ ...ticket(fields), createdAt: START }, category, at);

  it('is counted from the report on', () => {
    expect(sort({ category: 'billing' }, 'fault', hours(1))).toEqual(slaDeadlines('fault', START));
    expect(sort({ contactBy: null, resolveBy: null }, 'fault', hours(1))).toEqual(slaDeadlines('fault', START));
  });

  it('does not undo what was missed', () => {
    expect(sort({}, 'other', hours(5))).toEqual({ contactBy: hours(4), resolveBy: hours(720) });
    expect(sort({}, 'other', hours(73))).toEqual({ contactBy: hours(4), resolveBy: hours(72) });
    const solvedLate = { contactedAt: hours(3), resolvedAt: hours(80), status: 'resolved' } as const;
    expect(sort(solvedLate, 'other', hours(81))).toEqual({ contactBy: hours(96), resolveBy: hours(72) });
    const again = { category: 'other', contactBy: hours(4), resolveBy: hours(720) } as const;
    expect(sort(again, 'billing', hours(6))).toEqual({ contactBy: hours(4), resolveBy: hours(24) });
  });

  it('of a reopened ticket is counted from the reopening', () => {
    const reopened = ticket({ ...slaDeadlines('fault', hours(200)) });
    expect(deadlinesAfterRecategorizing({ ...reopened, createdAt: START }, 'billing', hours(201))).toEqual(
      slaDeadlines('billing', hours(200)),
    );
    const lateBefore = { ...reopened, contactBy: hours(4), contactedAt: hours(5), createdAt: START };
    expect(deadlinesAfterRecategorizing(lateBefore, 'billing', hours(201))).toEqual({
      contactBy: hours(4),
      resolveBy: hours(224),
    });
  });
});
