import { expect, test } from 'vitest';
import { addressOf, choiceOf, queryOf, ticketViews } from './ticket-view.ts';

test('every view has an address that leads back to it', () => {
  for (const { id: view } of ticketViews) {
    for (const category of [null, 'fault', 'billing'] as const) {
      for (const customer of [null, 42]) {
        const { searchParams } = new URL(addressOf({ view, category, customer }), 'http://portal.test');
        expect(choiceOf(searchParams)).toEqual({ view, category, customer });
      }
    }
  }
});

test('an empty or invalid address shows waiting tickets', () => {
  for (const search of ['', '?view=all&category=weather&customer=-1']) {
    expect(choiceOf(new URLSearchParams(search))).toEqual({ view: 'waiting', category: null, customer: null });
  }
  expect(addressOf({ view: 'waiting', category: null, customer: null })).toBe('/admin/tickets');
});

test('overdue tickets are searched among those that wait', () => {
  expect(queryOf({ view: 'overdue', category: 'fault', customer: null })).toEqual({
    status: 'waiting',
    overdue: 'true',
    category: 'fault',
  });
});
