import { expect, test } from 'vitest';
import { addressOf, choiceOf, queryOf, ticketViews } from './ticket-view.ts';

test('every view has an address that leads back to it', () => {
  for (const { id: view } of ticketViews) {
    for (const category of [null, 'fault', 'billing'] as const) {
      for (const [customer, tag] of [
        [null, null],
        [42, null],
        [null, 'rain & light'],
      ] as const) {
        const choice = { view, category, tag, customer };
        const { searchParams } = new URL(addressOf(choice), 'http://portal.test');
        expect(choiceOf(searchParams)).toEqual(choice);
      }
    }
  }
});

test('an empty or invalid address shows waiting tickets', () => {
  for (const search of ['', '?view=all&category=weather&customer=-1']) {
    expect(choiceOf(new URLSearchParams(search))).toEqual({
      view: 'waiting',
      category: null,
      tag: null,
      customer: null,
    });
  }
  expect(addressOf({ view: 'waiting', category: null, tag: null, customer: null })).toBe('/admin/tickets');
});

test('overdue tickets are searched among those that wait', () => {
  expect(queryOf({ view: 'overdue', category: 'fault', tag: 'rain', customer: null })).toEqual({
    status: 'waiting',
    overdue: 'true',
    category: 'fault',
    tag: 'rain',
  });
});
