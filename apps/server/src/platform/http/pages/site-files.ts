import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants, gzipSync } from 'node:zlib';

const CONTENT_TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
};

/** A file ready to be sent. To save memory it is held in the one form that suits most browsers. */
export type SiteFile = {
  readonly contentType: string;
  readonly etag: string;
  /** Null where compression does not help. */
  readonly brotli: Buffer | null;
  readonly plain: () => Buffer;
  /** Created when it is first requested; null where compression does not help. */
  readonly gzip: () => Buffer | null;
};

/** Outside the scope of `plain`: a closure keeps everything in its scope in memory. */
function packedFile(contentType: string, etag: string, brotli: Buffer): SiteFile {
  let gzipped: Buffer | null = null;
  const plain = () => brotliDecompressSync(brotli);
  const gzip = () => {
    gzipped ??= gzipSync(plain());
    return gzipped;
  };
  return { contentType, etag, brotli, plain, gzip };
}

/** Copies the bytes out of the larger buffer that contains them. */
function fitted(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}

/**
 * Compresses once, at the start. `brotli` is given where the build has already compressed it, at
 * the highest setting.
 */
export function toSiteFile(contentType: string, plain: Buffer, brotli: Buffer | null = null): SiteFile {
  const compressible = !/^(image\/(png|x-icon)|font\/)/.test(contentType) && plain.length > 200;
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 20)}"`;
  if (compressible) return packedFile(contentType, etag, brotli ?? fitted(compressBrotli(plain, 9)));
  return { contentType, etag, brotli: null, plain: () => plain, gzip: () => null };
}

/**
 * `quality` 0 to 11: 4 suits an answer for one request. A window no larger than the text saves
 * megabytes that the compressor would keep.
 */
export function compressBrotli(plain: Buffer, quality: number): Buffer {
  return brotliCompressSync(plain, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
      [constants.BROTLI_PARAM_LGWIN]: Math.min(22, Math.max(10, Math.ceil(Math.log2(plain.length + 1)))),
    },
  });
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/**
 * Every file below `folder`, by its address ("/assets/app-x1.js"). A sibling `.br` is its
 * compressed form, not a file of its own. No address can name a file outside the folder.
 */
export async function loadSiteFiles(folder: string): Promise<Map<string, SiteFile>> {
  const paths = await listFiles(folder);
  const present = new Set(paths);
  const files = new Map<string, SiteFile>();
  for (const path of paths) {
    const contentType = CONTENT_TYPES[extname(path)];
    if (!contentType) continue;
    const brotli = present.has(`${path}.br`) ? await readFile(`${path}.br`) : null;
    const address = `/${relative(folder, path).split(sep).join('/')}`;
    files.set(address, toSiteFile(contentType, await readFile(path), brotli));
  }
  return files;
}
