import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { ROOT } from './run-step.ts';

const folder = mkdtempSync(join(tmpdir(), 'portal-ci-'));
afterAll(() => rmSync(folder, { recursive: true }));

const PASSES = 'echo "1 passed, 0 failed"';

/**
 * The lines that .ci/run prints when `seconds` have passed and each of its commands runs this script,
 * which passes one test.
 */
function runCi(seconds: number, script = PASSES): string[] {
  const npm = join(folder, 'npm');
  writeFileSync(npm, `#!/bin/sh\necho "ran $*"\n${script}\n`);
  chmodSync(npm, 0o755);
  const clock = join(folder, 'clock');
  writeFileSync(clock, `SECONDS=${seconds}\n`);
  const env = { ...process.env, PATH: `${folder}:${process.env.PATH}`, BASH_ENV: clock };
  const { stdout } = spawnSync(join(ROOT, '.ci/run'), { env, encoding: 'utf8' });
  return stdout.trimEnd().split('\n');
}

it('CI begins no step after 55 minutes, names each one that it leaves out, and sums up what it ran', () => {
  const lines = runCi(55 * 60);
  expect(lines.filter((line) => line.startsWith('ran '))).toEqual(['ran test']);
  const leftOut = lines.filter((line) => line.startsWith('not checked: '));
  expect(leftOut).toContain('not checked: upgrade-drill');
  expect(leftOut.at(-1)).toBe('not checked: test:long');
  expect(lines).toContainEqual(
    expect.stringMatching(/^The run had taken 55 minutes at a password check of [\d.]+ ms\.$/),
  );
  expect(lines.at(-1)).toBe('1 passed, 0 failed');
});

it('CI runs every step where there is time, the longest one last', () => {
  const lines = runCi(0);
  const ran = lines.filter((line) => line.startsWith('ran '));
  expect(ran[0]).toBe('ran test');
  expect(ran.at(-1)).toBe('ran run test:long -- --in-ci');
  expect(lines.join('\n')).not.toContain('not checked');
  // The audit prints no tests.
  expect(lines.at(-1)).toBe(`${ran.length - 1} passed, 0 failed`);
});

it('CI names every test that failed once more before the sum', () => {
  const script = `
    case "$*" in
      test) echo 'failed: pay.test.ts: settles once'; echo '5 passed, 1 failed' ;;
      'run test:long -- --in-ci') echo '7 passed, 2 failed' ;;
      *) ${PASSES} ;;
    esac`;
  const lines = runCi(0, script);
  expect(lines.slice(-3, -1)).toEqual(['failed: pay.test.ts: settles once', 'failed: npm run test:long -- --in-ci']);
  expect(lines.at(-1)).toMatch(/^\d+ passed, 3 failed$/);
});
