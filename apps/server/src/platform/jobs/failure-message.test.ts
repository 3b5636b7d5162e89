import { DrizzleQueryError } from 'drizzle-orm/errors';
import { expect, it } from 'vitest';
import { failureMessage } from './failure-message.ts';

it.each([
  ['a plain reason', new Error('the gateway did not answer'), 'the gateway did not answer'],
  [
    'what the database said, without the statement and its parameters',
    new DrizzleQueryError('select 1 from users where email = $1', ['ada@mail.example'], new Error('deadlock detected')),
    'deadlock detected',
  ],
  [
    'no value that the database refused',
    new DrizzleQueryError('x', [], Object.assign(new Error('invalid input syntax: "Ada"'), { code: '22P02' })),
    'the database refused a value (22P02)',
  ],
  ['no mailbox', new Error('550 <ada@mail.example> unknown'), '550 <[address]> unknown'],
  ['no telephone number', new Error('cannot text +234 803 123 4567 now'), 'cannot text [number] now'],
  [
    'no password and no key',
    new Error('connect redis://portal:hunter2@10.0.0.5 with sk_live_0123456789abcdef0123'),
    'connect redis://10.0.0.5 with [key]',
  ],
  ['one line', new Error('first\nsecond'), 'first'],
])('staff read why a job failed: %s', (_what, error, message) => {
  expect(failureMessage(error)).toBe(message);
});
