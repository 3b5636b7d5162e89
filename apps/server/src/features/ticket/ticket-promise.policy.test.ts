import type { TicketCategory } from '@portal/contract/ticket';
import { promisesFor } from '@portal/kernel/ticket-promise';
import { describe, expect, it } from 'vitest';
import { missedPromises, type PromiseFacts, presentPromise, promisesAfterReopening } from './ticket-promise.policy.ts';

const START = new Date('2026-07-04T08:00:00Z');
const hours = (count: number) => new Date(START.getTime() + count * 3_600_000);
const ticket = (fields: Partial<PromiseFacts> & { category?: TicketCategory } = {}): PromiseFacts => ({
  category: 'fault',
  status: 'open',
  contactedAt: null,
  resolvedAt: null,
  ...promisesFor(fields.category ?? 'fault', START),
  ...fields,
});

describe('what is promised', () => {
  it.each([
    ['fault', 4, 72],
    ['billing', 24, 24],
    ['account', 96, 720],
    ['other', 96, 720],
  ] as const)('for %s is contact in %i hours and a solution in %i', (category, contact, resolve) => {
    expect(promisesFor(category, START)).toEqual({ contactBy: hours(contact), resolveBy: hours(resolve) });
  });

  it('is due one after the other, and nothing is due once it is resolved', () => {
    expect(presentPromise(ticket(), hours(1)).next).toEqual({ what: 'contact', by: hours(4).toISOString() });
    const contacted = ticket({ status: 'in-progress', contactedAt: hours(2) });
    expect(presentPromise(contacted, hours(3)).next).toEqual({ what: 'resolve', by: hours(72).toISOString() });
    const resolved = ticket({ status: 'resolved', contactedAt: hours(2), resolvedAt: hours(50) });
    expect(presentPromise(resolved, hours(100))).toMatchObject({ next: null, overdue: false, canEscalate: false });
  });
});

describe('a promise that was not kept', () => {
  it('is overdue from the moment after, and can be taken further', () => {
    expect(presentPromise(ticket(), hours(4))).toMatchObject({ overdue: false, canEscalate: false });
    expect(presentPromise(ticket(), new Date(hours(4).getTime() + 1))).toMatchObject({
      overdue: true,
      canEscalate: true,
    });
  });

  it('stays one after it was made good', () => {
    const late = ticket({ status: 'resolved', contactedAt: hours(5), resolvedAt: hours(80) });
    expect(missedPromises(late, hours(90))).toEqual([
      { what: 'contact', promisedBy: hours(4), keptAt: hours(5) },
      { what: 'resolve', promisedBy: hours(72), keptAt: hours(80) },
    ]);
    expect(promisesAfterReopening(late, hours(90))).toEqual({});
  });

  it('is none when it was solved in time without a word', () => {
    expect(missedPromises(ticket({ status: 'resolved', resolvedAt: hours(3) }), hours(90))).toEqual([]);
  });

  it('is none for a ticket from before there were promises', () => {
    const old = ticket({ contactBy: null, resolveBy: null });
    expect(presentPromise(old, hours(10_000))).toMatchObject({ next: null, overdue: false, canEscalate: false });
  });
});

it('a ticket that is reopened is promised anew from then on', () => {
  const kept = ticket({ status: 'resolved', contactedAt: hours(1), resolvedAt: hours(10) });
  expect(promisesAfterReopening(kept, hours(200))).toEqual({
    contactedAt: null,
    contactBy: hours(204),
    resolveBy: hours(272),
  });
});
