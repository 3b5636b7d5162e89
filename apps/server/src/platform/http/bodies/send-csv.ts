import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { KeyViewer, Viewer } from '../authorisation/session-cookie.ts';

/** Without it Excel takes a file that is opened by a double click for one of Windows' code pages. */
const BYTE_ORDER_MARK = '\ufeff';

async function* marked(content: AsyncIterable<string>): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK;
  yield* content;
}

type CsvFile = {
  readonly viewer: Viewer | KeyViewer;
  readonly fileName: string;
  readonly content: string | AsyncIterable<string>;
  /** For a file that people hand on to another program, which would take the mark for text. */
  readonly isUnmarked?: boolean;
};

/**
 * Sends a CSV file to download. What a person downloads begins with the byte order mark of UTF-8; a
 * program that calls with an API key gets the lines alone.
 */
export function sendCsv(reply: FastifyReply, { viewer, fileName, content, isUnmarked = false }: CsvFile): FastifyReply {
  const isMarked = !isUnmarked && !('key' in viewer) && content !== '';
  reply
    .header('content-type', 'text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${fileName}"`);
  if (typeof content === 'string') return reply.send(isMarked ? BYTE_ORDER_MARK + content : content);
  return reply.send(Readable.from(isMarked ? marked(content) : content));
}
