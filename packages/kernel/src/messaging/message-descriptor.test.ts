import { expect, it } from 'vitest';
import { defineMessage, formatMessage } from './message-descriptor.ts';

it('a message is formatted in its reader’s language, with unchanged values', () => {
  const words = { 'Pay {amount} to {name}': 'San {amount} fún {name}', Ada: 'wrong' } as Record<string, string>;
  const translate = (english: string) => words[english] ?? english;
  expect(formatMessage(defineMessage('Pay {amount} to {name}', { amount: '₦5', name: 'Ada' }), translate)).toBe(
    'San ₦5 fún Ada',
  );
  expect(formatMessage(defineMessage('Pay {amount} to {name}', { amount: '{name}', name: 'Ada' }), translate)).toBe(
    'San {name} fún Ada',
  );
  expect(formatMessage('Ada', translate)).toBe('Ada');
  expect(formatMessage(defineMessage('Thank you.'), translate)).toBe('Thank you.');
});

it('a message that cannot be translated does not compile', () => {
  const name: string = 'Ada';
  // @ts-expect-error: a concatenated text cannot be in a dictionary
  defineMessage(`Hello ${name}`);
  // @ts-expect-error: its value is missing
  defineMessage('Hello {name}');
  // @ts-expect-error: the value of another name
  defineMessage('Hello {name}', { names: name });
});
