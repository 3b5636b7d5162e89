import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createLoginTable } from './login-table.ts';

it('answers as a map would, whatever was set in which order', () => {
  const sets = fc.array(fc.tuple(fc.string({ maxLength: 3 }), fc.integer({ min: 1, max: 65_535 })));
  fc.assert(
    fc.property(sets, fc.string({ maxLength: 3 }), (given, other) => {
      const table = createLoginTable();
      for (const [login, value] of given) table.set(login, value);
      const map = new Map(given);
      for (const login of [...map.keys(), other]) expect(table.get(login)).toBe(map.get(login) ?? 0);
    }),
  );
});

it('finds every login of a network that has grown', () => {
  const table = createLoginTable();
  const logins = Array.from({ length: 5000 }, (_, n) => `line-${n}@fibre`);
  for (const [n, login] of logins.entries()) table.set(login, n + 1);
  expect(logins.map(table.get)).toEqual(logins.map((_, n) => n + 1));
  expect(table.get('line-5000@fibre')).toBe(0);
});
