import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findDearer, lesserOf, readBaseline, slownessOf, writeBaseline } from './baseline.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'baseline-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const baseline = { user: { functions: 2000, statements: 1, blocks: 8, portal: 4, database: 2 } };
const dearerWhen = (now: Partial<(typeof baseline)['user']>) =>
  findDearer({ user: { ...baseline.user, ...now } }, baseline, 1).get('user');

describe('a call that is guarded', () => {
  it('may call a fifth more functions, and read a third more blocks', () => {
    expect(dearerWhen({ functions: 2400, blocks: 10.4 })).toBeUndefined();
    expect(dearerWhen({ functions: 2401 })).toBe('functions called 2401 instead of 2000');
    expect(dearerWhen({ blocks: 16 })).toBe('blocks read 16 instead of 8');
  });
  it('may execute no further statement', () => {
    expect(dearerWhen({ statements: 0 })).toBeUndefined();
    expect(dearerWhen({ statements: 2 })).toBe('statements 2 instead of 1');
  });
  it('may take two and a half times the processor time of its baseline', () => {
    expect(dearerWhen({ portal: 10, database: 3 })).toBeUndefined();
    expect(dearerWhen({ portal: 10.1, database: 6 })).toBe(
      'processor time of the portal 10.1 instead of 4, processor time of the database 6 instead of 2',
    );
  });
  it('fails only where the same part is dearer a second time', () => {
    const slow = { user: { ...baseline.user, portal: 12 } };
    const busy = { user: { ...baseline.user, functions: 3000 } };
    expect(findDearer(lesserOf(busy, slow), baseline, 1).size).toBe(0);
    expect([...findDearer(lesserOf(busy, busy), baseline, 1).keys()]).toEqual(['user']);
  });
  it('may take more time where every call does, and no more functions', () => {
    const before = { user: baseline.user, plans: baseline.user, usage: baseline.user };
    const twice = { ...baseline.user, portal: 8, database: 4 };
    const slow = { user: { ...twice, database: 6 }, plans: twice, usage: { ...twice, functions: 3000 } };
    const slowness = slownessOf(slow, before);
    expect(slowness).toBe(2);
    expect([...findDearer(slow, before, slowness)]).toEqual([['usage', 'functions called 3000 instead of 2000']]);
    expect([...findDearer(slow, before, 1).keys()]).toEqual(['user', 'usage']);
  });
  it('is no slow machine where all have become more than twice as dear', () => {
    const thrice = { user: { ...baseline.user, portal: 24 } };
    expect(slownessOf(thrice, baseline)).toBe(2);
    expect(findDearer(thrice, baseline, 2).size).toBe(1);
    expect(slownessOf({ user: { ...baseline.user, portal: 1 } }, baseline)).toBe(1);
  });
  it('needs a baseline, and a baseline needs its call', () => {
    expect([...findDearer({ plans: baseline.user }, baseline, 1)]).toEqual([
      ['plans', 'has no baseline'],
      ['user', 'was not measured'],
    ]);
  });
});

describe('the committed baseline', () => {
  it('is read as it was written', () => {
    const file = join(folder, 'written.json');
    writeBaseline(file, { user: { functions: 2000.004, statements: 1, blocks: 7.999, portal: 4.004, database: 2 } });
    expect(readBaseline(file)).toEqual(baseline);
  });
  it('is refused in one sentence when it is malformed', () => {
    const file = join(folder, 'malformed.json');
    for (const text of ['', '[]', '{"user": 4}', '{"user": {"portal": 4, "database": 1, "statements": 1}}']) {
      writeFileSync(file, text);
      expect(() => readBaseline(file)).toThrow(/^[^\n]*is not a baseline[^\n]*$/);
    }
    expect(() => readBaseline(join(folder, 'missing.json'))).toThrow(/is not a baseline/);
  });
});
