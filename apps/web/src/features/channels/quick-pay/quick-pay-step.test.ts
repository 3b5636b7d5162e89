import { expect, it } from 'vitest';
import { codeInHash, stepOf } from './quick-pay-step.ts';

it('a payment link is read from behind the #, also one that was damaged, and nothing else is', () => {
  expect(codeInHash('#code=k7m2-x9tq-4hw')).toBe('k7m2-x9tq-4hw');
  expect(codeInHash('#code=%E0%A4%A')).toBe('');
  for (const hash of ['', '#', '#dGhlIHRva2VuIG9mIGEgbGluaw', '#main']) expect(codeInHash(hash)).toBeNull();
});

it('whoever comes back from the gateway sees the outcome, whatever the history has', () => {
  const found = { token: 't', name: 'A**** B****', accountNumber: null, due: 0, openBills: 0, nearestDueAt: null };
  expect(stepOf({ search: '?reference=P1', state: { found } })).toEqual({ is: 'receipt', reference: 'P1' });
  expect(stepOf({ search: '', state: { found } })).toEqual({ is: 'pay', found });
  expect(stepOf({ search: '', state: { code: 'k7m2' } })).toEqual({ is: 'link', code: 'k7m2' });
  for (const state of [null, undefined, {}]) expect(stepOf({ search: '', state })).toEqual({ is: 'find' });
});
