import { login } from '@portal/contract/identity/accounts';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { ApiError, UNREACHABLE } from '../../../shared/api/api-error.ts';
import { loginFailure } from './login-failure.ts';

test('the message of the server is shown', () => {
  const failure = new ApiError(429, '', JSON.stringify({ success: false, message: 'Too many attempts.' }));
  expect(loginFailure(failure)).toBe('Too many attempts.');
});

test('a refusal without a message is shown as a wrong email or password', () => {
  expect(loginFailure(new ApiError(401, 'Unauthorized', ''))).toBe('Invalid email or password');
});

test('a server error is not shown as a wrong password', () => {
  expect(loginFailure(new ApiError(502, 'Bad Gateway', '<html>'))).toBe('Login failed. Please try again.');
});

test('without an answer the message of the exception is shown, else the general one', () => {
  expect(loginFailure(new Error(UNREACHABLE))).toBe(UNREACHABLE);
  expect(loginFailure(new Error(''))).toBe('Login failed. Please try again.');
});

test('an OK answer that is no success, or not ours, is a failed sign-in', () => {
  for (const body of [{ success: false, message: '', user: null }, 'hello']) {
    const { error } = z.safeParse(login.answer, body);
    expect(error).toBeInstanceOf(Error);
    expect(loginFailure(error as Error)).toBe('Login failed. Please try again.');
  }
  expect(loginFailure(new SyntaxError('Unexpected token < in JSON'))).toBe('Login failed. Please try again.');
});
