import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import type { FastifyBaseLogger } from 'fastify';

/** Whether a password is known from a breach. Never rejects. */
export type IsBreached = (password: string) => Promise<boolean>;

/** Longer than a line of the list, which has 40 hexadecimal digits and a count. */
const LINE_BYTES = 128;
const SHA1_DIGITS = 40;

type Line = { readonly hash: string; readonly start: number; readonly end: number };

/** The first line that begins at this byte or after it; null behind the last one. */
async function lineFrom(file: FileHandle, at: number): Promise<Line | null> {
  const from = Math.max(0, at - 1);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(2 * LINE_BYTES), 0, 2 * LINE_BYTES, from);
  const text = buffer.toString('latin1', 0, bytesRead);
  const first = at === 0 ? 0 : text.indexOf('\n') + 1;
  if ((at > 0 && first === 0) || first >= text.length) return null;
  const length = text.indexOf('\n', first);
  const end = length === -1 ? text.length : length + 1;
  return { hash: text.slice(first, first + SHA1_DIGITS).toUpperCase(), start: from + first, end: from + end };
}

/** Halves the file until the line is found, about 36 reads in one of 40 GB. */
async function hasLine(file: FileHandle, hash: string): Promise<boolean> {
  let low = 0;
  let high = (await file.stat()).size;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const line = await lineFrom(file, middle);
    if (line === null || line.start >= high) high = middle;
    else if (line.hash === hash) return true;
    else if (line.hash < hash) low = line.end;
    else high = middle;
  }
  return false;
}

/**
 * Looks passwords up in the operator's list of SHA-1 digests, one a line and in their order, as
 * Have I Been Pwned's downloader writes it (ASVS 6.2.12). Without a list, or while it cannot be read,
 * none is known.
 */
export function createIsBreached(path: string | null, log: Pick<FastifyBaseLogger, 'error'>): IsBreached {
  if (path === null) return async () => false;
  return async (password) => {
    const hash = createHash('sha1').update(password).digest('hex').toUpperCase();
    try {
      await using file = await open(path);
      return await hasLine(file, hash);
    } catch (error) {
      log.error({ err: error }, 'the list of breached passwords cannot be read');
      return false;
    }
  };
}
