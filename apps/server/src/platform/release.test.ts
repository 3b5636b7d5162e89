import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readRelease } from './release.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'portal-release-'));
  writeFileSync(join(root, 'package.json'), JSON.stringify({ version: '1.2.3' }));
});
afterEach(() => rmSync(root, { recursive: true }));

describe('the release that a portal names', () => {
  it('is what the package recorded', () => {
    const release = { version: '1.3.0', commit: '0f3c', builtAt: '2026-11-25T10:00:00.000Z' };
    writeFileSync(join(root, 'release.json'), JSON.stringify(release));
    expect(readRelease(root)).toEqual(release);
  });

  it('is the version and the commit of a checkout', () => {
    const git = (...args: string[]) => spawnSync('git', ['-C', root, ...args], { encoding: 'utf8' });
    git('init', '--quiet');
    git('-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', 'commit', '--quiet', '--allow-empty', '-m', 'First');
    const commit = git('rev-parse', 'HEAD').stdout.trim();
    expect(commit).toMatch(/^[0-9a-f]{40}$/);
    expect(readRelease(root)).toEqual({ version: '1.2.3', commit, builtAt: null });
  });

  it('has no commit where the files came without their history', () => {
    expect(readRelease(root)).toEqual({ version: '1.2.3', commit: 'unknown', builtAt: null });
  });
});
