import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findPreviousRelease } from './previous-release.ts';

let folder: string;
let commits: string[];
const git = (cwd: string, ...args: readonly string[]) =>
  execFileSync('git', ['-c', 'user.name=test', '-c', 'user.email=test@example.com', ...args], {
    cwd,
    encoding: 'utf8',
  }).trim();

/** Commits one after the other; `record` is what the last one says of the previous release. */
function record(commit: string): void {
  writeFileSync(join(folder, 'deploy/previous-release'), `${commit}\n`);
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'releases-'));
  mkdirSync(join(folder, 'deploy'));
  git(folder, 'init', '--quiet');
  commits = ['first', 'second', 'third', 'fourth'].map((subject) => {
    record('0'.repeat(40));
    git(folder, 'add', '.');
    git(folder, 'commit', '--quiet', '--allow-empty', '-m', subject);
    return git(folder, 'rev-parse', 'HEAD');
  });
});
afterAll(() => rmSync(folder, { recursive: true }));

it('before the first release it is the recorded commit, or the parent where that is not in the history', () => {
  expect(findPreviousRelease(folder)).toMatchObject({ commit: commits[2] });
  record(commits[0] ?? '');
  expect(findPreviousRelease(folder)).toMatchObject({ commit: commits[0] });
  record(commits[3] ?? '');
  expect(findPreviousRelease(folder)).toMatchObject({ commit: commits[3] });
});

it('after that it is the newest release, and while a release is made the one before it', () => {
  git(folder, 'tag', 'v0.9.0', commits[1] ?? '');
  git(folder, 'tag', 'v0.10.0', commits[2] ?? '');
  expect(findPreviousRelease(folder)).toEqual({ commit: commits[2], name: 'v0.10.0' });
  git(folder, 'tag', 'v0.11.0', 'HEAD');
  expect(findPreviousRelease(folder)).toEqual({ commit: commits[2], name: 'v0.10.0' });
});

it('a shallow clone without any of them says what to do', () => {
  const clone = join(folder, 'clone');
  git(folder, 'clone', '--quiet', '--depth=1', '--no-tags', `file://${folder}`, clone);
  expect(findPreviousRelease(clone)).toEqual({ missing: expect.stringContaining('git fetch --unshallow --tags') });
});
