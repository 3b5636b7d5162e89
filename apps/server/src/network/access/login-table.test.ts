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

it('forgets a login that a whole pass has not set again, and finds all others', () => {
  const login = fc.string({ maxLength: 2 });
  const passes = fc.array(fc.array(fc.tuple(login, fc.integer({ min: 1, max: 65_535 }))), { maxLength: 6 });
  fc.assert(
    fc.property(passes, login, (given, other) => {
      const table = createLoginTable();
      for (const pass of given) {
        for (const [name, value] of pass) table.set(name, value);
        table.endPass();
      }
      const last = new Map(given.at(-1));
      for (const name of [...given.flat().map(([each]) => each), other])
        expect(table.get(name)).toBe(last.get(name) ?? 0);
    }),
  );
});

it('finds the logins of the present pass while others come and go for long', () => {
  const table = createLoginTable();
  for (let pass = 0; pass < 200; pass++) {
    for (let n = 0; n < 50; n++) table.set(`guest-${pass}-${n}`, pass + 1);
    table.endPass();
    expect([table.get(`guest-${pass}-0`), table.get(`guest-${pass - 1}-0`)]).toEqual([pass + 1, 0]);
  }
});
