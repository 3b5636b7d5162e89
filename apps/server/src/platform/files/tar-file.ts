import { createHash } from 'node:crypto';
import type { Pack } from 'tar-stream';

/** What a file of a tar archive is, with the checksum by which whoever gets it proves it. */
export type TarredFile = { readonly path: string; readonly bytes: number; readonly sha256: string };

export type AddFile = (path: string, content: Buffer, rows?: number) => Promise<TarredFile & { rows?: number }>;

/** Adds files to an archive, all of one moment; resolves when its stream takes more. */
export function createAddFile(tar: Pack, at: Date): AddFile {
  return async (path, content, rows) => {
    await new Promise<void>((resolve, reject) => {
      const header = { name: path, size: content.length, mtime: at, mode: 0o600 };
      // Written to the entry, which waits for whoever reads; a buffer that is handed over does not.
      tar.entry(header, (error) => (error ? reject(error) : resolve())).end(content);
    });
    const sha256 = createHash('sha256').update(content).digest('hex');
    return { path, bytes: content.length, sha256, ...(rows === undefined ? {} : { rows }) };
  };
}
