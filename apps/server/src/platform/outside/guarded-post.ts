import { lookup as lookUp } from 'node:dns';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPrivateAddress } from './private-address.ts';

/** Which servers may be called at an address that somebody has typed. */
export type AddressRules = {
  /** Only https. */
  readonly production: boolean;
  /** Hosts, in lower case, that may be private. */
  readonly allowedPrivateHosts: readonly string[];
};

/** An answer with any status, or why there was none. `text` is at most 2 KB of its body. */
export type PostAnswer =
  | { readonly kind: 'answered'; readonly status: number; readonly text: string }
  | { readonly kind: 'failed'; readonly reason: string };

export type GuardedPost = (request: {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}) => Promise<PostAnswer>;

/** Resolves a name to all its addresses; only tests replace it. */
export type ResolveHost = (
  hostname: string,
  callback: (error: Error | null, addresses: { readonly address: string; readonly family: number }[]) => void,
) => void;

const MAX_ANSWER_BYTES = 2048;
const MAX_HEADER_BYTES = 16 * 1024;
const LONGEST_REASON = 200;

class PrivateAddress extends Error {
  constructor(host: string) {
    super(`${host} is in a private network`);
  }
}

const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '').toLowerCase();

/** Why an address must not be called, as far as it shows without resolving its name; else null. */
export function findAddressFault(address: string, rules: AddressRules): string | null {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol)) return 'This is not an address that begins with https://';
  if (url.username !== '' || url.password !== '') return 'The address must not have a name and password in it';
  if (rules.production && url.protocol !== 'https:') return 'The address has to begin with https://';
  const host = hostOf(url);
  if (isIP(host) === 0 || rules.allowedPrivateHosts.includes(host)) return null;
  return isPrivateAddress(host) ? `${host} is in a private network` : null;
}

/**
 * Resolves a name for a connection, and fails when any of its addresses is private: the address
 * that was checked is the one that is connected to, so a name that changes its address between two
 * lookups gains nothing.
 */
function guardedLookup(resolve: ResolveHost, rules: AddressRules): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, (error, addresses) => {
      if (error) return callback(error, '');
      const isAllowed = rules.allowedPrivateHosts.includes(hostname.toLowerCase());
      const [first] = addresses;
      if (!first || (!isAllowed && addresses.some(({ address }) => isPrivateAddress(address)))) {
        return callback(new PrivateAddress(hostname), '');
      }
      if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}

async function readBeginning(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.byteLength;
    // Leaving the loop destroys the connection.
    if (size >= MAX_ANSWER_BYTES) break;
  }
  const text = Buffer.concat(chunks).subarray(0, MAX_ANSWER_BYTES).toString('utf8');
  return text.replaceAll('\u0000', '').toWellFormed();
}

function reasonOf(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return 'no answer in time';
  const code = error instanceof Error && 'code' in error ? String(error.code) : null;
  const reason = code ?? (error instanceof Error ? error.message : String(error));
  return reason.slice(0, LONGEST_REASON);
}

/**
 * Posts to an address that somebody has typed, and never throws. Private addresses are refused when
 * the connection is made (threats: SSRF), certificates are verified, redirects are not followed,
 * and lookup, connection and answer together have `timeoutMs`.
 */
export function createGuardedPost(
  rules: AddressRules & { readonly timeoutMs: number },
  resolve: ResolveHost = (hostname, callback) => lookUp(hostname, { all: true }, callback),
): GuardedPost {
  const lookup = guardedLookup(resolve, rules);
  return async ({ url: address, headers, body }) => {
    const fault = findAddressFault(address, rules);
    if (fault !== null) return { kind: 'failed', reason: fault };
    const url = new URL(address);
    const signal = AbortSignal.timeout(rules.timeoutMs);
    try {
      const { promise, resolve: answered, reject } = Promise.withResolvers<IncomingMessage>();
      const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
        method: 'POST',
        headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
        agent: false,
        lookup,
        signal,
        maxHeaderSize: MAX_HEADER_BYTES,
        rejectUnauthorized: true,
      });
      request.on('response', answered).on('error', reject);
      request.end(body);
      const response = await promise;
      return { kind: 'answered', status: response.statusCode ?? 0, text: await readBeginning(response) };
    } catch (error) {
      return { kind: 'failed', reason: reasonOf(error, signal) };
    }
  };
}
