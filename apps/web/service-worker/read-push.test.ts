import { expect, test } from 'vitest';
import { addressOf, readPush } from './read-push.ts';

const ORIGIN = 'https://portal.example';

test('a push is shown as the notice it carries, and one that cannot be read is ignored', () => {
  const notice = { id: 7, title: 'Payment received', body: '₦25,000', href: '/receipts/R-1' };
  expect(readPush(JSON.stringify(notice))).toEqual(notice);
  expect(readPush(JSON.stringify({ ...notice, href: 5 }))).toEqual({ ...notice, href: '/' });
  for (const odd of ['', 'null', '[]', '{}', '"x"', '{"id":"7","title":"a","body":"b"}'])
    expect(readPush(odd)).toBeNull();
});

test('a notice opens pages of the portal only', () => {
  expect(addressOf('/receipts/R-1', ORIGIN)).toBe('https://portal.example/receipts/R-1');
  for (const elsewhere of ['https://evil.example/', '//evil.example', 'javascript:alert(1)', undefined, 5]) {
    expect(addressOf(elsewhere, ORIGIN)).toBe('https://portal.example/');
  }
});
