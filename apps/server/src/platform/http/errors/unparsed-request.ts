import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import type { ErrorAnswer } from '@portal/contract/error-answer';
import { errorCodes } from '@portal/contract/platform/error-codes';
import { REQUEST_ID_HEADER } from '../access-log.ts';

/** Node's errors for aborted requests; anything else was not HTTP. */
const STATUS_LINES: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/**
 * Answers a request that could not be parsed in the shape of every error, with the headers of every
 * answer, and closes the connection (threats E12).
 */
export function refuseUnparsed(
  error: Error & { readonly code?: string },
  socket: Socket,
  headers: Readonly<Record<string, string>>,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const code = 'request.malformed';
  const requestId = randomUUID();
  const refusal: ErrorAnswer = { success: false, message: errorCodes[code].message, code, requestId };
  const body = JSON.stringify(refusal);
  socket.end(
    [
      `HTTP/1.1 ${STATUS_LINES[error.code ?? ''] ?? '400 Bad Request'}`,
      'content-type: application/json; charset=utf-8',
      'cache-control: no-store',
      `${REQUEST_ID_HEADER}: ${requestId}`,
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      `content-length: ${Buffer.byteLength(body)}`,
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}
