import type { TicketCategory } from '@portal/contract/support/tickets';
import {
  deadlinesAfterRecategorizing,
  deadlinesAfterReopening,
  missedDeadlines,
  slaDeadlines,
  standardSla,
} from '@portal/kernel/support/ticket-sla';
import { describe, expect, it } from 'vitest';
import { presentSla, type SlaTicket, slaSentence } from './ticket-sla.policy.ts';

const START = new Date('2026-07-04T08:00:00Z');
const hours = (count: number) => new Date(START.getTime() + count * 3_600_000);
const ticket = (fields: Partial<SlaTicket> & { category?: TicketCategory } = {}): SlaTicket => ({
  category: 'fault',
  status: 'open',
  firstResponseAt: null,
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
    expect(slaDeadlines(category, START)).toEqual({
      firstResponseDueAt: hours(contact),
      resolutionDueAt: hours(resolve),
    });
  });

  it('has the first response due, then the resolution, and nothing once it is resolved', () => {
    expect(presentSla(ticket(), hours(1)).next).toEqual({ what: 'first-response', by: hours(4).toISOString() });
    const contacted = ticket({ status: 'in-progress', firstResponseAt: hours(2) });
    expect(presentSla(contacted, hours(3)).next).toEqual({ what: 'resolution', by: hours(72).toISOString() });
    const resolved = ticket({ status: 'resolved', firstResponseAt: hours(2), resolvedAt: hours(50) });
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
    const late = ticket({ status: 'resolved', firstResponseAt: hours(5), resolvedAt: hours(80) });
    expect(missedDeadlines(late, hours(90))).toEqual([
      { what: 'first-response', dueAt: hours(4), metAt: hours(5) },
      { what: 'resolution', dueAt: hours(72), metAt: hours(80) },
    ]);
    expect(deadlinesAfterReopening(late, hours(90))).toEqual({
      firstResponseDueAt: hours(4),
      resolutionDueAt: hours(72),
    });
  });

  it('does not exist when the ticket was resolved in time without a response', () => {
    expect(missedDeadlines(ticket({ status: 'resolved', resolvedAt: hours(3) }), hours(90))).toEqual([]);
  });

  it('does not exist for a ticket that is older than the SLA', () => {
    const old = ticket({ firstResponseDueAt: null, resolutionDueAt: null });
    expect(presentSla(old, hours(10_000))).toMatchObject({ next: null, overdue: false, canEscalate: false });
  });
});

it('a reopened ticket has new deadlines from then on', () => {
  const met = ticket({ status: 'resolved', firstResponseAt: hours(1), resolvedAt: hours(10) });
  expect(deadlinesAfterReopening(met, hours(200))).toEqual({
    firstResponseDueAt: hours(204),
    resolutionDueAt: hours(272),
  });
});

it('a reopened ticket has a new resolution deadline, also where the first response was late', () => {
  const late = ticket({ status: 'resolved', firstResponseAt: hours(5), resolvedAt: hours(50) });
  expect(deadlinesAfterReopening(late, hours(200))).toEqual({
    firstResponseDueAt: hours(4),
    resolutionDueAt: hours(272),
  });
});

describe('hours of support that staff have published', () => {
  const office = { ...standardSla, faultResponse: 2, faultResolution: 10, saturday: '', sunday: '08:00-17:00' };

  it('are those in which a new ticket is answered and settled', () => {
    // A Saturday at 9 in Lagos: it counts from 8 on Sunday.
    expect(slaDeadlines('fault', START, office)).toEqual({ firstResponseDueAt: hours(25), resolutionDueAt: hours(40) });
  });

  it('count from the moment that the ticket says, whatever the rules were then', () => {
    const moved = { ...ticket({ category: 'billing' }), createdAt: START, slaFrom: hours(24) };
    expect(deadlinesAfterRecategorizing(moved, 'fault', hours(24), office)).toEqual({
      firstResponseDueAt: hours(26),
      resolutionDueAt: hours(41),
    });
  });

  it.each([
    ['fault', standardSla, 'We are in touch within {firstResponseHours} hours'],
    ['billing', { ...standardSla, billingResponse: 8 }, 'We answer within {firstResponseHours} hours and'],
    ['other', { ...standardSla, otherResolution: 100 }, 'settled within {resolutionHours} hours'],
    ['other', office, 'settled within {resolutionHours} working hours'],
  ] as const)('are said of %s as they are', (category, rules, words) => {
    expect(slaSentence(category, rules).english).toContain(words);
  });
});

describe('a change of category', () => {
  const sort = (fields: Parameters<typeof ticket>[0], category: TicketCategory, at: Date) =>
    deadlinesAfterRecategorizing({ ...ticket(fields), createdAt: START }, category, at);

  it('counts from the creation of the ticket', () => {
    expect(sort({ category: 'billing' }, 'fault', hours(1))).toEqual(slaDeadlines('fault', START));
    expect(sort({ firstResponseDueAt: null, resolutionDueAt: null }, 'fault', hours(1))).toEqual(
      slaDeadlines('fault', START),
    );
  });

  it('leaves missed deadlines missed', () => {
    expect(sort({}, 'other', hours(5))).toEqual({ firstResponseDueAt: hours(4), resolutionDueAt: hours(720) });
    expect(sort({}, 'other', hours(73))).toEqual({ firstResponseDueAt: hours(4), resolutionDueAt: hours(72) });
    const solvedLate = { firstResponseAt: hours(3), resolvedAt: hours(80), status: 'resolved' } as const;
    expect(sort(solvedLate, 'other', hours(81))).toEqual({ firstResponseDueAt: hours(96), resolutionDueAt: hours(72) });
    const again = { category: 'other', firstResponseDueAt: hours(4), resolutionDueAt: hours(720) } as const;
    expect(sort(again, 'billing', hours(6))).toEqual({ firstResponseDueAt: hours(4), resolutionDueAt: hours(24) });
  });

  it('of a reopened ticket counts from the reopening', () => {
    const reopened = ticket({ ...slaDeadlines('fault', hours(200)) });
    expect(deadlinesAfterRecategorizing({ ...reopened, createdAt: START }, 'billing', hours(201))).toEqual(
      slaDeadlines('billing', hours(200)),
    );
    const lateBefore = { ...reopened, firstResponseDueAt: hours(4), firstResponseAt: hours(5), createdAt: START };
    expect(deadlinesAfterRecategorizing(lateBefore, 'billing', hours(201))).toEqual({
      firstResponseDueAt: hours(4),
      resolutionDueAt: hours(224),
    });
  });
});
