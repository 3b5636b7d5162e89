import { expect, test } from 'vitest';
import { actionLabel, fieldLabel, readSubject, recordedFields, valueLabel } from './audit-labels.ts';

test('each subject links to the page where it can be seen', () => {
  expect(readSubject('customer:42')).toEqual({ name: 'Account', id: '42', page: '/admin/customers/42' });
  expect(readSubject('payment:WF/1')).toMatchObject({ id: 'WF/1', page: '/admin/payments/WF%2F1' });
  expect(readSubject('plans')).toEqual({ name: 'All plans', id: '', page: '/admin/plans' });
});

test('an unknown subject is shown as it is, without a link', () => {
  expect(readSubject('voucher:7')).toEqual({ name: 'voucher', id: '7', page: null });
  expect(readSubject('constructor:7').page).toBeNull();
  expect(actionLabel('voucher.print')).toBe('voucher.print');
  expect(actionLabel('toString')).toBe('toString');
});

test('only changed fields are shown', () => {
  const before = { name: 'Home', price: 15_000, tags: ['a'], note: null };
  expect(recordedFields(before, { name: 'Home', price: 16_000, tags: ['a'] })).toEqual(['price']);
  expect(recordedFields(null, { name: 'Home', reason: undefined })).toEqual(['name']);
});

test('values are formatted for people', () => {
  expect([null, '', true, false, 3, ['a'], 'open'].map((value) => valueLabel(value))).toEqual([
    'none',
    'none',
    'yes',
    'no',
    '3',
    '["a"]',
    'open',
  ]);
  expect(valueLabel('2025-07-04T07:14:00.000Z')).toBe('4 July 2025, 08:14');
  expect(['assigneeId', 'firstResponseAt', 'id'].map(fieldLabel)).toEqual(['assignee', 'first response at', 'id']);
  const staff = [{ id: 3, name: 'Bola Ige' }];
  expect(valueLabel(3, 'assigneeId', staff)).toBe('Bola Ige');
  expect([valueLabel(4, 'assigneeId', staff), valueLabel(3, 'position', staff)]).toEqual(['4', '3']);
});
