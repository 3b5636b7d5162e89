import { expect, test } from 'vitest';
import { isOrderOf, moved } from './plan-order.ts';

const ids = ['a', 'b', 'c'];

test('a plan moves one place up or down, and not beyond the ends', () => {
  expect(moved(ids, 'b', -1)).toEqual(['b', 'a', 'c']);
  expect(moved(ids, 'b', 1)).toEqual(['a', 'c', 'b']);
  expect(moved(ids, 'a', -1)).toEqual(ids);
  expect(moved(ids, 'c', 1)).toEqual(ids);
  expect(moved(ids, 'x', 1)).toEqual(ids);
});

test('an order that a colleague has changed meanwhile is detected', () => {
  const plans = ids.map((id) => ({ id }));
  expect(isOrderOf(['c', 'a', 'b'], plans)).toBe(true);
  expect(isOrderOf(['c', 'a'], plans)).toBe(false);
  expect(isOrderOf(['c', 'a', 'd'], plans)).toBe(false);
});
