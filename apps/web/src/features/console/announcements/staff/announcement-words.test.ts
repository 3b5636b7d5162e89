import { expect, test } from 'vitest';
import { audienceInWords, progressInWords, reachInWords } from './announcement-words.ts';

test('an audience is said as people say it', () => {
  expect(audienceInWords('everybody')).toBe('Every customer');
  expect(audienceInWords('region:lagos')).toBe('Customers in Lagos');
  expect(audienceInWords('plan:1', 'Home 10 Mbps')).toBe('Customers on Home 10 Mbps');
});

test('who is left out is said, in the right number', () => {
  expect(reachInWords('promotion', { audience: 1200, customers: 1 })).toBe(
    '1 customer will get it. 1,199 customers of this audience want no promotional offers and will be told nothing.',
  );
  expect(reachInWords('promotion', { audience: 2, customers: 1 })).toContain('1 customer of this audience wants no');
  expect(reachInWords('promotion', { audience: 3, customers: 3 })).toContain('all of them want');
  expect(reachInWords('promotion', { audience: 2, customers: 0 })).toContain('Nobody will get it. 2 customers');
  expect(reachInWords('service', { audience: 0, customers: 0 })).toContain('Nobody will see it');
  expect(reachInWords('service', { audience: 3, customers: 3 })).toContain('3 customers will see it at the bell.');
});

test('what is under way is counted against what was meant, what is done is not', () => {
  const sending = { state: 'sending', reached: 200, expected: 1234 } as Parameters<typeof progressInWords>[0];
  expect(progressInWords(sending)).toBe('200 of 1,234 customers reached');
  expect(progressInWords({ ...sending, state: 'sent', reached: 1 })).toBe('1 customer reached');
});
