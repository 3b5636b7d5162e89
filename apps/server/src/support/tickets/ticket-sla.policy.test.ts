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
  ] as const)('for %s is a first response in %i hours and a resolution in %i', (category, contact, resolve) => {
    expect(slaDeadlines(category, START)).toEqual({ contactBy: hours(contact), resolveBy: hours(resolve) });
  });

  it('has the first response due, then the resolution, and nothing once it is resolved', () => {
    expect(presentSla(ticket(), hours(1)).next).toEqual({ what: 'contact', by: hours(4).toISOString() });
    const contacted = ticket({ status: 'in-progress', contactedAt: hours(2) });
    expect(presentSla(contacted, hours(3)).next).toEqual({ what: 'resolve', by: hours(72).toISOString() });
    const resolved = ticket({ status: 'resolved', contactedAt: hours(2), resolvedAt: hours(50) });
    expect(presentSla(resolved, hours(100))).toMatchObject({ next: null, overdue: false, canEscalate: false });
  });
});

describe('a missed deadline', () => {
  it('is overdue from the moment after, and can be escalated', () => {
    expect(presentSla(ticket(), hours(4))).toMatchObject({ overdue: false, canEscalate: false });
    expect(presentSla(ticket(), new Date(hours(4).getTime() + 1))).toMatchObject({
      overdue: true,
      canEscalate: true,
    });
  });

  it('stays missed after a late response', () => {
    const late = ticket({ status: 'resolved', contactedAt: hours(5), resolvedAt: hours(80) });
    expect(missedDeadlines(late, hours(90))).toEqual([
      { what: 'contact', dueAt: hours(4), metAt: hours(5) },
      { what: 'resolve', dueAt: hours(72), metAt: hours(80) },
    ]);
    expect(deadlinesAfterReopening(late, hours(90))).toEqual({ contactBy: hours(4), resolveBy: hours(72) });
  });

  it('does not exist when the ticket was resolved in time without a response', () => {
    expect(missedDeadlines(ticket({ status: 'resolved', resolvedAt: hours(3) }), hours(90))).toEqual([]);
  });

  it('does not exist for a ticket that is older than the SLA', () => {
    const old = ticket({ contactBy: null, resolveBy: null });
    expect(presentSla(old, hours(10_000))).toMatchObject({ next: null, overdue: false, canEscalate: false });
  });
});

it('a reopened ticket has new deadlines from then on', () => {
  const met = ticket({ status: 'resolved', contactedAt: hours(1), resolvedAt: hours(10) });
  expect(deadlinesAfterReopening(met, hours(200))).toEqual({ contactBy: hours(204), resolveBy: hours(272) });
});

it('a reopened ticket has a new resolution deadline, also where the first response was late', () => {
  const late = ticket({ status: 'resolved', contactedAt: hours(5), resolvedAt: hours(50) });
  expect(deadlinesAfterReopening(late, hours(200))).toEqual({ contactBy: hours(4), resolveBy: hours(272) });
});

describe('a change of category', () => {
  const sort = (fields: Parameters<typeof ticket>[0], category: TicketCategory, at: Date) =>
    deadlinesAfterRecategorizing({ ...ticket(fields), createdAt: START }, category, at);

  it('counts from the creation of the ticket', () => {
    expect(sort({ category: 'billing' }, 'fault', hours(1))).toEqual(slaDeadlines('fault', START));
    expect(sort({ contactBy: null, resolveBy: null }, 'fault', hours(1))).toEqual(slaDeadlines('fault', START));
  });

  it('leaves missed deadlines missed', () => {
    expect(sort({}, 'other', hours(5))).toEqual({ contactBy: hours(4), resolveBy: hours(720) });
    expect(sort({}, 'other', hours(73))).toEqual({ contactBy: hours(4), resolveBy: hours(72) });
    const solvedLate = { contactedAt: hours(3), resolvedAt: hours(80), status: 'resolved' } as const;
    expect(sort(solvedLate, 'other', hours(81))).toEqual({ contactBy: hours(96), resolveBy: hours(72) });
    const again = { category: 'other', contactBy: hours(4), resolveBy: hours(720) } as const;
    expect(sort(again, 'billing', hours(6))).toEqual({ contactBy: hours(4), resolveBy: hours(24) });
  });

  it('of a reopened ticket counts from the reopening', () => {
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
