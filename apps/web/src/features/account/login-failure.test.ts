import { expect, test } from 'vitest';
import { ApiError } from '../../shared/api/api-error.ts';
import { loginFailure } from './login-failure.ts';

test('the sentence of the server is shown', () => {
  const failure = new ApiError(429, '', JSON.stringify({ success: false, message: 'Too many attempts.' }));
  expect(loginFailure(failure)).toBe('Too many attempts.');
});

test('a refusal without a sentence is a wrong email or password', () => {
  expect(loginFailure(new ApiError(401, 'Unauthorized', ''))).toBe('Invalid email or password');
});

test('a broken server is not taken for a wrong password', () => {
  expect(loginFailure(new ApiError(502, 'Bad Gateway', '<html>'))).toBe('Login failed. Please try again.');
});

test('without an answer the exception speaks, else the general sentence', () => {
  expect(loginFailure(new Error('We could not reach the server.'))).toBe('We could not reach the server.');
  expect(loginFailure(new Error(''))).toBe('Login failed. Please try again.');
});
