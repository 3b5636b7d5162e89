import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from '../errors/api-error.ts';

const MAX_DEPTH = 20;
const MAX_KEYS = 500;

/** Names that reach an object's prototype when a program copies them carelessly. */
const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

/** After a key, with any whitespace. */
const COLON = /\s*:/y;

/** The index after the string that starts at `start`, or -1 when it is not terminated. */
function endOfString(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let escapes = quote;
    while (text[escapes - 1] === '\\') escapes--;
    if ((quote - escapes) % 2 === 0) return quote + 1;
  }
  return -1;
}

/** The key from `start` to `end`; null when it is a value. */
function keyAt(text: string, start: number, end: number): string | null {
  COLON.lastIndex = end;
  if (text[end] !== ':' && !COLON.test(text)) return null;
  const written = text.slice(start + 1, end - 1);
  return written.includes('\\') ? String(JSON.parse(`"${written}"`)) : written;
}

/**
 * Rejects nesting over 20, more than 500 keys, a repeated key and prototype keys, before the text
 * is parsed. It does not validate JSON; JSON.parse does. (Threats E4, E5.)
 */
function guardStructure(text: string): void {
  const openKeys: (Set<string> | null)[] = [];
  let keyCount = 0;
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (character === '"') {
      const end = endOfString(text, index);
      if (end === -1) throw new ApiError('request.malformed');
      const keys = openKeys.at(-1);
      const key = keys ? keyAt(text, index, end) : null;
      if (keys && key !== null) {
        keyCount++;
        if (keyCount > MAX_KEYS || keys.has(key) || FORBIDDEN_KEYS.has(key)) throw new ApiError('request.malformed');
        keys.add(key);
      }
      index = end - 1;
    } else if (character === '{' || character === '[') {
      openKeys.push(character === '{' ? new Set() : null);
      if (openKeys.length > MAX_DEPTH) throw new ApiError('request.malformed');
    } else if (character === '}' || character === ']') {
      openKeys.pop();
    }
  }
}

/** Parses one JSON text; null for an empty one. Throws ApiError request.malformed. */
export function parseJson(text: string): unknown {
  if (text.trim() === '') return null;
  try {
    guardStructure(text);
    return JSON.parse(text);
  } catch {
    throw new ApiError('request.malformed');
  }
}

const JSON_TYPE = /^application\/json\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;

/** Makes JSON in UTF-8, uncompressed, the only body that this scope accepts (threats E3, E4). */
export function acceptJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, async (request: FastifyRequest, body: string) => {
    if (!JSON_TYPE.test(request.headers['content-type'] ?? '')) throw new ApiError('request.unsupported-media');
    return parseJson(body);
  });
  refuseCompressed(app);
}

/** The unpacked size of a small compressed body is unknown in advance (threats E4). */
export function refuseCompressed(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const encoding = request.headers['content-encoding'];
    const plain = encoding === undefined || encoding === 'identity';
    done(plain ? undefined : new ApiError('request.unsupported-media'));
  });
}

/**
 * Leaves the body as the bytes that arrived, whatever its content type: a signature covers bytes.
 */
export function acceptRawBody(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: FastifyRequest, body: Buffer) => body);
}
