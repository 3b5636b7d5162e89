import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { ApiError, messageOf, UNREACHABLE } from './api-error.ts';

const WRONG = 'Something went wrong. Try again.';

test('the server’s message about a failure is shown, before anything of ours', () => {
  const refused = new ApiError(409, 'Conflict', JSON.stringify({ success: false, message: 'This plan is not sold.' }));
  expect(messageOf(refused)).toBe('This plan is not sold.');
  expect(messageOf(refused, 'Not saved.')).toBe('This plan is not sold.');
});

test('a missing answer is reported as such', () => {
  expect(messageOf(new Error(UNREACHABLE))).toBe(UNREACHABLE);
  expect(messageOf(new Error(UNREACHABLE), 'Not saved.')).toBe('Not saved.');
});

test('neither the page of a proxy nor the message of a parser is ever shown', () => {
  expect(messageOf(new ApiError(502, 'Bad Gateway', '<html>502</html>'))).toBe(WRONG);
  for (const parse of [() => JSON.parse('<html>'), () => z.parse(z.object({ success: z.literal(true) }), {})]) {
    let failure: unknown;
    try {
      parse();
    } catch (thrown) {
      failure = thrown;
    }
    expect(failure).toBeInstanceOf(Error);
    expect(messageOf(failure)).toBe(WRONG);
    expect(messageOf(failure, 'Not saved.')).toBe('Not saved.');
  }
});
