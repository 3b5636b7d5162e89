import { expect, it, vi } from 'vitest';
import { batchLookups } from './batch-lookups.ts';

it('gives everybody who asks together their own answer, from one query', async () => {
  const load = vi.fn(
    async (keys: string[]) => new Map(keys.filter((key) => key !== 'gone').map((key) => [key, `of ${key}`])),
  );
  const find = batchLookups(load);
  expect(await Promise.all(['a', 'b', 'gone', 'a'].map(find))).toEqual(['of a', 'of b', null, 'of a']);
  expect(load.mock.calls).toEqual([[['a', 'b', 'gone']]]);
});

it('asks again for whoever comes later', async () => {
  let answer = 1;
  const find = batchLookups(async (keys) => new Map(keys.map((key) => [key, answer])));
  expect(await find('a')).toBe(1);
  answer = 2;
  expect(await find('a')).toBe(2);
});

it('fails those who asked together, and nobody after them', async () => {
  let away = true;
  const find = batchLookups(async (keys) => {
    if (away) throw new Error('the database is away');
    return new Map(keys.map((key) => [key, key]));
  });
  const both = await Promise.allSettled([find('a'), find('b')]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  away = false;
  expect(await find('a')).toBe('a');
});
