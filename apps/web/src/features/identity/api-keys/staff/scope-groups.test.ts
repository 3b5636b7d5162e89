import { keyScopes } from '@portal/contract/platform/staff-permissions';
import { expect, test } from 'vitest';
import { actionOf, groupScopes } from './scope-groups.ts';

test('every scope of a key can be chosen, once', () => {
  const offered = groupScopes(() => true).flatMap(({ rows }) => rows.flatMap(({ scopes }) => scopes));
  expect(offered.toSorted()).toEqual(keyScopes.toSorted());
});

test('nobody is offered what they may not do themselves', () => {
  expect(groupScopes((scope) => scope === 'payments:approve-refund' || scope === 'payments:read')).toEqual([
    { name: 'Money', rows: [{ noun: 'payments', scopes: ['payments:approve-refund', 'payments:read'] }] },
  ]);
  expect(actionOf('payments:approve-refund')).toBe('Approve refund');
});
