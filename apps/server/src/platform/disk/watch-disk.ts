import { statfs } from 'node:fs/promises';

const EVERY_MS = 1000;
const MEGABYTE = 1024 * 1024;
/** Two segments of PostgreSQL's write-ahead log, whose server ends when it cannot write one. */
const FULL_BELOW_BYTES = 32 * MEGABYTE;
const FREE_ABOVE_BYTES = 64 * MEGABYTE;

export type DiskWatch = {
  /** Whether writes have to be refused, so that the embedded database goes on answering reads. */
  readonly isFull: () => boolean;
  readonly stop: () => void;
};

/**
 * Watches the free space of the disk with that folder, once a second: full from below 32 MB until
 * there are 64 MB again. `onChange` is told of every change.
 */
export function watchDisk(folder: string, onChange: (isFull: boolean) => void): DiskWatch {
  let isFull = false;
  const look = async (): Promise<void> => {
    const { bavail, bsize } = await statfs(folder);
    const free = bavail * bsize;
    const next = free < (isFull ? FREE_ABOVE_BYTES : FULL_BELOW_BYTES);
    if (next === isFull) return;
    isFull = next;
    onChange(isFull);
  };
  const timer = setInterval(() => void look().catch(() => {}), EVERY_MS);
  timer.unref();
  return { isFull: () => isFull, stop: () => clearInterval(timer) };
}
