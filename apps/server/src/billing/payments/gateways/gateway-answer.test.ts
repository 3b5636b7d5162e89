import { expect, it } from 'vitest';
import { refusalReason } from './gateway-answer.ts';

const answered = (status: number) => refusalReason({ kind: 'answered', status, body: { message: 'Card declined' } });

it.each([400, 402, 404, 422])('a gateway that answers %i has refused, and its reason is kept', (status) => {
  expect(answered(status)).toBe(`status ${status}: Card declined`);
});

it.each([408, 425, 429, 500, 503])('a gateway that answers %i may have taken the money all the same', (status) => {
  expect(answered(status)).toBeNull();
});
