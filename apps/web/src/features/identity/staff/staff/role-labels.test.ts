import { expect, test } from 'vitest';
import { permissionLabel } from './role-labels.ts';

test('a permission reads like words', () => {
  expect(permissionLabel('webhook-endpoints:write')).toBe('Webhook endpoints: write');
  expect(permissionLabel('payments:approve-refund')).toBe('Payments: approve refund');
});
