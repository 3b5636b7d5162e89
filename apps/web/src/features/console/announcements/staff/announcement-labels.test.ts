import { expect, test } from 'vitest';
import { audienceLabel, progressLabel, reachLabel } from './announcement-labels.ts';

test('an audience is described in words', () => {
  expect(audienceLabel('everybody')).toBe('Every customer');
  expect(audienceLabel('region:lagos')).toBe('Customers in Lagos');
  expect(audienceLabel('plan:1', 'Home 10 Mbps')).toBe('Customers on Home 10 Mbps');
});

test('customers who are left out are named, in singular and plural', () => {
  expect(reachLabel('promotion', { audience: 1200, customers: 1 })).toBe(
    '1 customer will get it. 1,199 customers of this audience want no promotional offers and will be told nothing.',
  );
  expect(reachLabel('promotion', { audience: 2, customers: 1 })).toContain('1 customer of this audience wants no');
  expect(reachLabel('promotion', { audience: 3, customers: 3 })).toContain('all of them want');
  expect(reachLabel('promotion', { audience: 2, customers: 0 })).toContain('Nobody will get it. 2 customers');
  expect(reachLabel('service', { audience: 0, customers: 0 })).toContain('Nobody will see it');
  expect(reachLabel('service', { audience: 3, customers: 3 })).toContain('3 customers will see it at the bell.');
});

test('progress is shown against the expected number while it is sent, and not afterwards', () => {
  const sending = { state: 'sending', delivered: 200, expected: 1234 } as Parameters<typeof progressLabel>[0];
  expect(progressLabel(sending)).toBe('Delivered to 200 of 1,234 customers');
  expect(progressLabel({ ...sending, state: 'sent', delivered: 1 })).toBe('Delivered to 1 customer');
});
