import { expect, it } from 'vitest';
import { filterOf, phrasesOf, queryOf } from './customer-filter.ts';

it('a filter is in the address, in one order, without what is invalid', () => {
  const filter = filterOf(new URLSearchParams('tag=vip&state=active&paidTo=2026-02-31&owing=never&search=x'));
  expect(filter).toEqual({ state: 'active', tag: 'vip' });
  expect(queryOf(filter)).toBe('state=active&tag=vip');
  expect(filterOf(new URLSearchParams(queryOf(filter)))).toEqual(filter);
});

it('a filter is said in phrases', () => {
  const phrases = phrasesOf({ state: 'former', plan: 'p', area: 'Garki' }, () => 'Home 20');
  expect(phrases.map(({ text }) => text)).toEqual(['Left', 'Home 20', 'In Garki']);
});
