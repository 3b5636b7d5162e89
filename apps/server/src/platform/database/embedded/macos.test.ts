import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LOCKING_PROGRAMS } from './data-folder-lock.ts';
import { isPostmasterOf } from './postmaster-process.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portal-macos-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('what the embedded database uses on macOS, tried on this system', () => {
  it.each([
    ['perl', 'flock'],
    ['flock', 'perl'],
  ] as const)('a lock taken with %s lasts until its file is closed, and holds against %s', (holder, other) => {
    const openLock = () => openSync(join(folder, 'portal.lock'), 'a+');
    const lock = (name: keyof typeof LOCKING_PROGRAMS, file: number) => {
      const [program, ...args] = LOCKING_PROGRAMS[name];
      return spawnSync(program, args, { stdio: ['ignore', 'ignore', 'inherit', file] }).status;
    };
    const [held, rival] = [openLock(), openLock()];
    expect(lock(holder, held)).toBe(0);
    expect(lock(other, rival)).toBe(1);
    closeSync(held);
    expect(lock(other, rival)).toBe(0);
    closeSync(rival);
  });

  it.each([true, false])('a server is known by its cluster (by /proc: %s)', async (hasProc) => {
    // A program that shows the command of a postmaster on the folder.
    const words = ['-c', 'read line', 'postgres', '-D', folder, '-c', 'port=5432'];
    const server = spawn('sh', hasProc ? words.slice(0, 2).concat(words.slice(3)) : words, { argv0: 'postgres' });
    try {
      await once(server, 'spawn');
      expect(isPostmasterOf(server.pid ?? 0, folder, hasProc)).toBe(true);
      expect(isPostmasterOf(server.pid ?? 0, `${folder}-other`, hasProc)).toBe(false);
      expect(isPostmasterOf(process.pid, folder, hasProc)).toBe(false);
    } finally {
      const gone = once(server, 'exit');
      server.kill('SIGKILL');
      await gone;
    }
    expect(isPostmasterOf(server.pid ?? 0, folder, hasProc)).toBe(false);
  });
});
