import type { IncomingMessage } from 'node:http';
import { ATTACHMENT_BYTES, attachmentTypes } from '@portal/contract/platform/files';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../errors/api-error.ts';
import { refuseCompressed } from './json-body.ts';

/**
 * Makes one file, uncompressed, the only body that this scope accepts: an attachment as bytes, a CSV
 * file as a stream. Throws ApiError
 * file.not-accepted and file.too-large.
 */
export function acceptFiles(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  // One byte more than the limit, so that our own error reports a file that is too large.
  const options = { parseAs: 'buffer', bodyLimit: ATTACHMENT_BYTES + 1 } as const;
  app.addContentTypeParser([...attachmentTypes], options, async (_request: unknown, body: Buffer) => {
    if (body.length > ATTACHMENT_BYTES) throw new ApiError('file.too-large');
    return body;
  });
  // Arrives as a stream: who takes it limits it, and nobody else reads it.
  app.addContentTypeParser('text/csv', async (_request: unknown, body: IncomingMessage) => body);
  app.addContentTypeParser('*', async () => {
    throw new ApiError('file.not-accepted');
  });
  refuseCompressed(app);
}
