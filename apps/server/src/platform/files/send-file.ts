import type { FastifyBaseLogger, FastifyReply } from 'fastify';
import { ApiError } from '../http/errors/api-error.ts';
import type { FileStore } from './create-file-store.ts';

/** RFC 6266: the name in UTF-8, and in ASCII for clients that do not read that. */
function contentDisposition(name: string): string {
  const plain = name.replace(/[^\w .-]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/**
 * Sends a file as a download that no browser opens as a page of ours (threats F1). Throws ApiError
 * file.not-found; a missing file is logged as an error.
 */
export async function sendFile(
  { files, log }: { readonly files: FileStore; readonly log: Pick<FastifyBaseLogger, 'error'> },
  reply: FastifyReply,
  row: { readonly id: string; readonly name: string; readonly mediaType: string } | null,
): Promise<FastifyReply> {
  if (!row) throw new ApiError('file.not-found');
  const bytes = await files.read(row.id);
  if (!bytes) {
    log.error({ file: row.id }, 'a file is missing in DATA_DIR/uploads, which all instances must share');
    throw new ApiError('file.not-found');
  }
  return reply
    .header('content-type', row.mediaType)
    .header('content-disposition', contentDisposition(row.name))
    .header('content-security-policy', "default-src 'none'; sandbox; frame-ancestors 'none'")
    .header('x-content-type-options', 'nosniff')
    .send(bytes);
}
