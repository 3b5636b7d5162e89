import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';
import { Decrypter, Encrypter } from 'age-encryption';

/** What a file compressed with zstd and encrypted with age is called: `age -d` and `zstd -d` read it. */
export const ENCRYPTED = '.zst.age';

/** Makes the names in a folder survive a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Writes `source` to `path`, compressed and encrypted for the age recipients, and returns its size
 * there in bytes. The file appears under its name only when all of it is on the disk. Memory is
 * bounded whatever the size of the source.
 */
export async function writeEncrypted(path: string, source: Readable, recipients: readonly string[]): Promise<number> {
  const part = `${path}.${randomUUID()}.part`;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const encrypter = new Encrypter();
  for (const recipient of recipients) encrypter.addRecipient(recipient);
  const compress = createZstdCompress();
  try {
    const encrypted = await encrypter.encrypt(Readable.toWeb(compress) as ReadableStream<Uint8Array>);
    const target = createWriteStream(part, { mode: 0o600, flush: true });
    await Promise.all([pipeline(source, compress), pipeline(Readable.fromWeb(encrypted as never), target)]);
    await rename(part, path);
    await syncFolder(dirname(path));
    return (await stat(path)).size;
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

/**
 * The plain content of a file that writeEncrypted has written. Rejects, or the stream fails, when
 * no identity fits or any byte has changed or is missing; age authenticates each 64 KiB before it
 * hands it on, and the end.
 */
export async function readEncrypted(path: string, identities: readonly string[]): Promise<Readable> {
  const decrypter = new Decrypter();
  for (const identity of identities) decrypter.addIdentity(identity);
  const file = createReadStream(path);
  const plain = await decrypter.decrypt(Readable.toWeb(file) as ReadableStream<Uint8Array>);
  const expand = createZstdDecompress();
  pipeline(Readable.fromWeb(plain as never), expand).catch((error: unknown) =>
    expand.destroy(error instanceof Error ? error : new Error(String(error))),
  );
  return expand;
}
