import { expect, test } from 'vitest';
import { queryOf, transferChoiceOf, transfersAt } from './transfer-choice.ts';

test('what waits is listed first, with what waits for a colleague', () => {
  const choice = transferChoiceOf(new URLSearchParams('view=nonsense&provider=nobody'));
  expect(choice).toEqual({ view: 'waiting', provider: '' });
  expect(queryOf(choice)).toEqual({ status: 'open' });
  expect(transfersAt(choice)).toBe('/admin/unmatched-money');
});

test('each choice has an address of its own', () => {
  const choice = { view: 'returned', provider: 'monnify' } as const;
  const address = transfersAt(choice);
  expect(address).toBe('/admin/unmatched-money?view=returned&provider=monnify');
  expect(transferChoiceOf(new URL(address, 'https://portal.example').searchParams)).toEqual(choice);
});
