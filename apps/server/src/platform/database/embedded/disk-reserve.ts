import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Two segments of PostgreSQL's write-ahead log: a start after a crash needs one. */
const RESERVE_BYTES = 32 * 1024 * 1024;

const pathOf = (cluster: string) => join(dirname(cluster), 'disk-reserve');

/**
 * Keeps disk space beside the cluster for a start on a full disk. Does nothing where it is kept
 * already or there is no space for it.
 */
export function keepDiskReserve(cluster: string): void {
  const path = pathOf(cluster);
  if (existsSync(path)) return;
  try {
    const file = openSync(`${path}.new`, 'w', 0o600);
    try {
      const zeros = Buffer.alloc(1024 * 1024);
      for (let written = 0; written < RESERVE_BYTES; written += zeros.length) writeSync(file, zeros);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(`${path}.new`, path);
  } catch {
    rmSync(`${path}.new`, { force: true });
  }
}

/** Gives the kept space to the database; false when there is none. */
export function releaseDiskReserve(cluster: string): boolean {
  const path = pathOf(cluster);
  if (!existsSync(path)) return false;
  rmSync(path);
  return true;
}
