import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findDearer, readBaseline, writeBaseline } from './baseline.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'baseline-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const baseline = { user: { portal: 4, database: 1, statements: 1 } };
const dearerWhen = (now: Partial<(typeof baseline)['user']>) =>
  findDearer({ user: { ...baseline.user, ...now } }, baseline).get('user');

describe('a call that is guarded', () => {
  it('may take up to 1.3 times the processor time of its baseline', () => {
    expect(dearerWhen({ portal: 5.2, database: 1.3 })).toBeUndefined();
    expect(dearerWhen({ portal: 5.4 })).toBe('1.35 times the processor time of the portal');
    expect(dearerWhen({ database: 2 })).toBe('2.00 times the processor time of the database');
  });
  it('may take no further statement', () => {
    expect(dearerWhen({ statements: 0 })).toBeUndefined();
    expect(dearerWhen({ statements: 2 })).toBe('2 statements instead of 1');
  });
  it('needs a baseline, and a baseline needs its call', () => {
    expect([...findDearer({ plans: baseline.user }, baseline)]).toEqual([
      ['plans', 'has no baseline'],
      ['user', 'was not measured'],
    ]);
  });
});

describe('the committed baseline', () => {
  it('is read as it was written', () => {
    const file = join(folder, 'written.json');
    writeBaseline(file, { user: { portal: 4.004, database: 0.999, statements: 1 } });
    expect(readBaseline(file)).toEqual(baseline);
  });
  it('is refused in one sentence when it is malformed', () => {
    const file = join(folder, 'malformed.json');
    for (const text of ['', '[]', '{"user": 4}', '{"user": {"portal": "4", "database": 1, "statements": 1}}']) {
      writeFileSync(file, text);
      expect(() => readBaseline(file)).toThrow(/^[^\n]*is not a baseline[^\n]*$/);
    }
    expect(() => readBaseline(join(folder, 'missing.json'))).toThrow(/is not a baseline/);
  });
});
