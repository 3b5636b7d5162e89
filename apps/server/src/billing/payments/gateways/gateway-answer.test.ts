import { expect, it } from 'vitest';
import { refusalReason } from './gateway-answer.ts';

const answered = (status: number) => refusalReason({ kind: 'answered', status, body: { message: 'Card declined' } });

it.each([400, 402, 404, 422])('an answer of %i is a refusal, whose reason is recorded', (status) => {
  expect(answered(status)).toBe(`status ${status}: Card declined`);
});

it.each([408, 425, 429, 500, 503])('an answer of %i may mean that the money was taken', (status) => {
  expect(answered(status)).toBeNull();
});
