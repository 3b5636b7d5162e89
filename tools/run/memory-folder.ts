import { statfsSync } from 'node:fs';

const IN_MEMORY = '/dev/shm';
const ENOUGH_BYTES = 4 * 1024 ** 3;

/**
 * Puts the temporary files of every process that this one starts in memory, unless TMPDIR is set or
 * there is little room: tests create and drop hundreds of databases, of a thousand files each,
 * which takes a third of the time on disk.
 */
export function useMemoryForTemporaryFiles(): void {
  if (process.env.TMPDIR === undefined && hasRoom(IN_MEMORY)) process.env.TMPDIR = IN_MEMORY;
}

function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= ENOUGH_BYTES;
  } catch {
    // Only Linux has it.
    return false;
  }
}
