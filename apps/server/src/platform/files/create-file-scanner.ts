import { connect } from 'node:net';
import type { FastifyBaseLogger } from 'fastify';
import { ApiError } from '../http/errors/api-error.ts';

/** Resolves for a file in which nothing harmful is known. Throws ApiError file.harmful, service.unavailable. */
export type ScanFile = (bytes: Buffer) => Promise<void>;

const DEFAULT_PORT = 3310;
const SILENCE_MS = 10_000;
const OVERALL_MS = 30_000;
const LONGEST_ANSWER = 4096;
const RETRY_AFTER_SECONDS = 30;

/** clamd's INSTREAM command: the length of a chunk in four bytes, the chunk, and a length of zero at the end. */
function inStream(bytes: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([Buffer.from('zINSTREAM\0'), length, bytes, Buffer.alloc(4)]);
}

/** What clamd says of a file, for example `stream: OK`. Rejects when it does not answer within 30 s. */
function askClamd(url: URL, bytes: Buffer): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const socket =
    url.hostname === ''
      ? connect({ path: url.pathname })
      : connect({ host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port || DEFAULT_PORT) });
  const giveUp = () => socket.destroy(new Error('the virus scanner did not answer in time'));
  socket.setTimeout(SILENCE_MS, giveUp);
  const overall = setTimeout(giveUp, OVERALL_MS);
  let answer = '';
  socket.on('data', (data) => {
    answer += data.toString('latin1');
    if (answer.length > LONGEST_ANSWER) socket.destroy(new Error('the virus scanner does not end its answer'));
  });
  socket.on('error', reject);
  socket.on('close', () => {
    clearTimeout(overall);
    resolve(answer.split('\0', 1)[0]?.trim() ?? '');
  });
  socket.on('connect', () => socket.write(inStream(bytes)));
  return promise;
}

/**
 * Has ClamAV's daemon look at files before they are stored (ASVS 5.4.3): clamd://host:3310, or
 * clamd:///path/of/its/socket. A file of which it says nothing is not stored either. Null without a scanner.
 */
export function createFileScanner(
  clamdUrl: string | null,
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>,
): ScanFile | null {
  if (clamdUrl === null) return null;
  const url = new URL(clamdUrl);
  return async (bytes) => {
    const answer = await askClamd(url, bytes).catch((error: unknown) => {
      log.error({ err: error }, 'the virus scanner cannot be reached');
      return null;
    });
    if (answer === 'stream: OK') return;
    const [, signature] = /^stream: (.+) FOUND$/.exec(answer ?? '') ?? [];
    if (signature !== undefined) {
      log.warn({ signature }, 'the virus scanner has found something in a file that was sent');
      throw new ApiError('file.harmful');
    }
    if (answer !== null) log.error({ answer }, 'the virus scanner did not scan a file');
    throw new ApiError('service.unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS });
  };
}
