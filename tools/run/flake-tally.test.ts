import { describe, expect, it } from 'vitest';
import { parseFlakesArgs, STEP_NAMES, seedIn, tallyLines } from './flake-tally.ts';

describe('npm run flakes', () => {
  it('repeats one step or all of them, alone or beside a busy program', () => {
    expect(parseFlakesArgs(['--runs', '20'])).toEqual({ runs: 20, only: STEP_NAMES, isBusy: false });
    expect(parseFlakesArgs(['--runs=3', '--only', 'chat', '--busy'])).toEqual({
      runs: 3,
      only: ['chat'],
      isBusy: true,
    });
  });

  it.each([
    [],
    ['--runs'],
    ['--runs', '0'],
    ['--runs', '2.5'],
    ['--runs', 'many'],
    ['--runs', '2', '--only', 'mobile'],
    ['--runs', '2', '--idle'],
    ['--runs', '2', 'unit'],
  ])('says in one sentence how it is called, for %j', (...args) => {
    expect(() => parseFlakesArgs(args)).toThrow(/^usage: npm run flakes -- --runs N [^\n]+$/);
  });

  it('lists each of them with how often, seeds and logs, the most frequent first', () => {
    const log = (run: number) => `.cache/run/chat-${run}.log`;
    const failures = [
      { test: 'pay.test.ts: settles', log: log(1), seed: null },
      { test: 'chat soak test', log: log(2), seed: '77' },
      { test: 'chat soak test', log: log(5), seed: '12' },
    ];
    expect(tallyLines(failures, 20)).toEqual([
      'failed 2 of 20: chat soak test (.cache/run/chat-2.log, seed 77; .cache/run/chat-5.log, seed 12)',
      'failed 1 of 20: pay.test.ts: settles (.cache/run/chat-1.log)',
    ]);
  });

  it.each([
    ['Fault drill: seed 630391 (repeat with: npm run fault-drill -- --seed 630391)', '630391'],
    ['Property failed after 3 tests\n{ seed: -1824391, path: "2" }', '-1824391'],
    ['nothing random', null],
  ])('finds the seed in %j', (text, seed) => {
    expect(seedIn(text)).toBe(seed);
  });
});
