import { afterEach, expect, test, vi } from 'vitest';
import { checkBudgets } from './budgets.ts';

afterEach(() => vi.restoreAllMocks());

test('a page over its budget fails the build and is named', () => {
  vi.spyOn(console, 'log').mockImplementation(() => undefined);
  const fits = { name: 'landing, script', value: 92, limit: 92, unit: 'KB' } as const;
  const over = { name: 'overview, script', value: 135.1, limit: 135, unit: 'KB' } as const;
  expect(() => checkBudgets([fits])).not.toThrow();
  expect(() => checkBudgets([fits, over])).toThrow('over budget: overview, script');
});
