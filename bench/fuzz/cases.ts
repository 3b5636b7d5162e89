import { gzipSync } from 'node:zlib';
import type { Endpoint } from '@portal/contract/platform/endpoint';
import { lineInQuery } from '@portal/contract/platform/line-of-call';
import fc from 'fast-check';
import * as z from 'zod/mini';
import { channelRequests } from './channel-requests.ts';
import { HOSTILE } from './hostile-values.ts';
import { type KnownValues, mutatedValue, type Schema, validValue } from './schema-values.ts';
import type { FuzzRequest } from './send.ts';
import { NETWORK_TOKEN, proofOf, vendorSchema } from './signed-requests.ts';

/** Whose session a request has. `right`: whoever the contract means; `key`: an API key with every scope. */
export type CallerName = 'right' | 'key' | 'customer' | 'clerk' | 'nobody';

export type FuzzCase = FuzzRequest & { readonly caller: CallerName };

/** The JSON Schema of what a call takes; an empty object where it takes nothing. */
export function schemaOf(schema: Endpoint['body']): Schema {
  return schema === undefined
    ? {}
    : (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as unknown as Schema);
}

/** A string as JSON may spell it; half a surrogate pair stays as its escape. */
const json = (value: unknown): string => JSON.stringify(value) ?? '';

type Spelling = Pick<FuzzRequest, 'body' | 'headers'>;

const ofType = (type: string) => ({ 'content-type': type });
const JSON_TYPE = ofType('application/json');

/** `{"a":1,…}` with its first member said again. */
const doubled = (text: string): string => text.replace(/^\{("(?:[^"\\]|\\.)*":)/, '{$1null,$1');
const within = (text: string, member: string): string => `{${member}${text.length > 2 ? `,${text.slice(1)}` : '}'}`;

/** The ways in which a client may spell a body other than as JSON in UTF-8. */
const SPELLINGS: readonly ((text: string) => Spelling)[] = [
  (text) => ({ headers: JSON_TYPE, body: doubled(text) }),
  (text) => ({ headers: JSON_TYPE, body: text.slice(0, -1) }),
  (text) => ({ headers: JSON_TYPE, body: `${text}x` }),
  (text) => ({ headers: JSON_TYPE, body: `\ufeff${text}` }),
  (text) => ({ headers: JSON_TYPE, body: `[${text}]` }),
  (text) => ({ headers: JSON_TYPE, body: within(text, '"__proto__":{"isAdmin":true}') }),
  (text) => ({ headers: JSON_TYPE, body: within(text, '"\\u005f_proto__":{}') }),
  (text) => ({ headers: JSON_TYPE, body: within(text, '"constructor":{"prototype":{}}') }),
  (text) => ({ headers: JSON_TYPE, body: within(text, '"role":"admin","isAdmin":true,"id":1,"userId":1') }),
  (text) => ({ headers: JSON_TYPE, body: within(text, `"deep":${'['.repeat(9999)}${']'.repeat(9999)}`) }),
  (text) => ({ headers: JSON_TYPE, body: within(text, `"deep":${'{"a":'.repeat(19)}1${'}'.repeat(19)}`) }),
  (text) => ({ headers: JSON_TYPE, body: within(text, Array.from({ length: 501 }, (_, n) => `"k${n}":1`).join()) }),
  (text) => ({ headers: JSON_TYPE, body: within(text, `"x":"${'x'.repeat(70_000)}"`) }),
  (text) => ({ headers: JSON_TYPE, body: within(text, '"n":1e400,"m":-0,"o":123456789012345678901234567890') }),
  (text) => ({ headers: JSON_TYPE, body: text.replace(/:[^,}]+/, ':NaN') }),
  (text) => ({ headers: JSON_TYPE, body: Buffer.from(text.replace(/:"/, ':"\u00ff'), 'latin1') }),
  (text) => ({ headers: JSON_TYPE, body: Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]) }),
  (text) => ({ headers: { ...JSON_TYPE, 'content-encoding': 'gzip' }, body: gzipSync(text) }),
  (text) => ({ headers: { ...JSON_TYPE, 'content-encoding': 'br' }, body: text }),
  (text) => ({ headers: ofType('application/json; charset=utf-16'), body: text }),
  (text) => ({ headers: ofType('text/plain'), body: text }),
  (text) => ({ headers: ofType('application/x-www-form-urlencoded'), body: `a=${encodeURIComponent(text)}` }),
  (text) => ({ headers: ofType('multipart/form-data; boundary=x'), body: `--x\r\n\r\n${text}\r\n--x--` }),
  (text) => ({ headers: ofType(',;'), body: text }),
  (text) => ({ headers: {}, body: text }),
  () => ({ headers: JSON_TYPE, body: '' }),
  () => ({ headers: JSON_TYPE, body: 'null' }),
  () => ({ headers: JSON_TYPE, body: '"text"' }),
  (text) => ({ headers: { ...JSON_TYPE, 'transfer-encoding': 'chunked' }, body: text }),
];

/** Files by their first bytes, and files that only say so. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const FILES: readonly (readonly [string, Buffer])[] = [
  ['image/png', PIXEL],
  ['image/png', PIXEL.subarray(0, 20)],
  ['image/jpeg', PIXEL],
  ['application/pdf', Buffer.from('%PDF-1.7\n%%EOF')],
  ['application/pdf', Buffer.from('<script>alert(1)</script>')],
  ['text/csv', Buffer.from('email,first_name,last_name\na@b.example,Ada,Obi\n')],
  ['text/csv', Buffer.from('email;phone\n"unclosed\n\u0000,\ud800\n=1+1,@x\n')],
  ['text/csv', Buffer.from(`a,${'b,'.repeat(5000)}\n`)],
  ['text/csv', Buffer.from([0xff, 0xfe, 0x00, 0xd8])],
  ['application/octet-stream', Buffer.alloc(200_000)],
  ['text/html', Buffer.from('<html>')],
];

const fileBody: fc.Arbitrary<Spelling> = fc
  .constantFrom(...FILES, ...FILES)
  .map(([type, body]) => ({ headers: ofType(type), body }));

/** How a value is written in an address: half a surrogate pair cannot be. */
const inAddress = (value: unknown): string =>
  encodeURIComponent((typeof value === 'string' ? value : json(value)).toWellFormed());

/** Escapes that no client should write. */
const BAD_ESCAPES = ['%', '%zz', '%c0%ae', '%ff', '%00', '%ud800', '..%2f..', '%2e%2e'];

function spelledQuery(query: unknown): string[] {
  if (typeof query !== 'object' || query === null) return [`${inAddress(query)}`];
  return Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${inAddress(name)}=${inAddress(value)}`);
}

function addresses(entry: Endpoint, known: KnownValues): fc.Arbitrary<string> {
  const params = schemaOf(entry.params).properties ?? {};
  const names = [...entry.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const spellingOf = (name: string): fc.Arbitrary<string> => {
    const odd = fc.oneof(fc.constantFrom(...HOSTILE).map(inAddress), fc.constantFrom(...BAD_ESCAPES));
    const valid = validValue(params[name] ?? { type: 'string' }, name, known).map(inAddress);
    return fc.oneof({ weight: 6, arbitrary: valid }, { weight: 1, arbitrary: odd });
  };
  const queries = mutatedValue(querySchema(entry), known).map(spelledQuery);
  const twist = fc.constantFrom('', '', '', '', '', '', '', '', 'again', '&%', '&a[b]=1', '&__proto__=1', '#x');
  return fc.tuple(fc.tuple(...names.map(spellingOf)), queries, twist).map(([values, query, odd]) => {
    const path = names.reduce(
      (address, name, n) => address.replace(`:${name}`, () => (values[n] ?? '').slice(0, 4000) || '%20'),
      entry.path,
    );
    const pairs = odd === 'again' ? [...query, ...query] : query;
    const tail = odd === 'again' ? '' : odd;
    return pairs.length === 0 && tail === '' ? path : `${path}?${pairs.join('&')}${tail}`.slice(0, 12_000);
  });
}

function querySchema(entry: Endpoint): Schema {
  const named = schemaOf(entry.query);
  const line = entry.ofLine ? schemaOf(lineInQuery) : {};
  return { type: 'object', properties: { ...named.properties, ...line.properties }, required: named.required ?? [] };
}

/** Mostly plain JSON; now and then in another spelling. */
function bodies(schema: Schema, known: KnownValues): fc.Arbitrary<Spelling> {
  const plain = mutatedValue(schema, known).map((value): Spelling => ({ headers: JSON_TYPE, body: json(value) }));
  const odd = fc
    .tuple(validValue(schema, '', known), fc.constantFrom(...SPELLINGS))
    .map(([value, spell]) => spell(json(value)));
  return fc.oneof({ weight: 6, arbitrary: plain }, { weight: 1, arbitrary: odd });
}

function spellings(entry: Endpoint, known: KnownValues): fc.Arbitrary<Spelling> {
  if (entry.file) return fileBody;
  if (entry.body !== undefined) return bodies(schemaOf(entry.body), known);
  if (entry.method === 'GET') return fc.constant({ headers: {}, body: null });
  return fc.constantFrom<Spelling[]>({ headers: {}, body: null }, { headers: JSON_TYPE, body: '{}' });
}

const CALLERS: Readonly<Record<Endpoint['access'], readonly CallerName[]>> = {
  anyone: ['nobody', 'nobody', 'nobody', 'customer'],
  session: [...Array<CallerName>(12).fill('right'), 'nobody', 'clerk', 'key'],
  admin: [...Array<CallerName>(12).fill('right'), 'key', 'key', 'clerk', 'customer', 'nobody'],
  'staff-sign-in': ['right', 'right', 'right', 'customer'],
  gateway: ['nobody'],
  network: ['nobody'],
  operator: ['nobody', 'customer'],
};

/** With the proof of a gateway or the network mostly right. */
function proven(entry: Endpoint, path: string, { headers, body }: Spelling, isRight: boolean): Spelling {
  if (entry.access === 'network') {
    return { headers: { ...headers, authorization: `Bearer ${isRight ? NETWORK_TOKEN : 'x'}` }, body };
  }
  if (entry.access !== 'gateway') return { headers, body };
  const gateway = /^\/api\/webhooks\/([^/?]+)/.exec(path)?.[1] ?? '';
  return { headers: { ...headers, ...(isRight ? proofOf(gateway, body ?? '') : { 'verif-hash': 'x' }) }, body };
}

/** Headers that a client may send about itself, without effect. */
const EXTRA: readonly Readonly<Record<string, string>>[] = [
  ...Array<Record<string, string>>(30).fill({}),
  { 'x-forwarded-for': '203.0.113.7, 10.0.0.1' },
  { 'x-http-method-override': 'DELETE' },
  { 'accept-language': `${'xx,'.repeat(500)}yo;q=abc` },
  { accept: 'text/html' },
  { 'if-none-match': '*', range: 'bytes=0-1' },
  { 'x-request-id': '"}{\u00e9' },
  { expect: '100-continue' },
  { cookie: `session=${'A'.repeat(8000)}; =; a` },
];

/** The requests to one call; the same seed makes the same ones. */
export function casesOf(entry: Endpoint, known: KnownValues, options: { seed: number; count: number }): FuzzCase[] {
  const gateway = fc.constantFrom('paystack', 'flutterwave', 'quickteller', 'monnify');
  const isVendors = entry.access === 'gateway' || entry.access === 'network';
  const spelling = isVendors
    ? gateway.chain((name) =>
        bodies(vendorSchema(entry.path, name), known).map((spelled) => ({ spelled, name: name as string | null })),
      )
    : spellings(entry, known).map((spelled) => ({ spelled, name: null as string | null }));
  const requests = fc
    .record({
      address: addresses(entry, known),
      spelling,
      caller: fc.constantFrom(...CALLERS[entry.access]),
      extra: fc.constantFrom(...EXTRA),
      isRight: fc.constantFrom(true, true, true, true, true, false),
    })
    .map(({ address, spelling: { spelled, name }, caller, extra, isRight }): FuzzCase => {
      const path =
        name !== null && isRight && entry.path === '/api/webhooks/:gateway' ? `/api/webhooks/${name}` : address;
      const { headers, body } = proven(entry, path, spelled, isRight);
      return { caller, method: entry.method, path, headers: { ...headers, ...extra }, body };
    });
  const ofVendor = channelRequests(entry, known)?.map(
    (made): FuzzCase => ({ caller: 'nobody', method: entry.method, ...made }),
  );
  const all = ofVendor ? fc.oneof({ weight: 5, arbitrary: ofVendor }, { weight: 1, arbitrary: requests }) : requests;
  return fc.sample(all, { seed: options.seed, numRuns: options.count });
}

/** Requests that the call accepts as far as its schemas say, from whom the contract means. */
export function validCasesOf(
  entry: Endpoint,
  known: KnownValues,
  options: { seed: number; count: number },
): FuzzCase[] {
  const params = schemaOf(entry.params).properties ?? {};
  const names = [...entry.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const requests = fc
    .record({
      values: fc.tuple(...names.map((name) => validValue(params[name] ?? { type: 'string' }, name, known))),
      query: validValue(querySchema(entry), '', known),
      body: validValue(schemaOf(entry.body), '', known),
    })
    .map(({ values, query, body }): FuzzCase => {
      const path = names.reduce(
        (address, name, n) => address.replace(`:${name}`, () => inAddress(values[n])),
        entry.path,
      );
      const pairs = spelledQuery(query);
      return {
        caller: 'right',
        method: entry.method,
        path: pairs.length === 0 ? path : `${path}?${pairs.join('&')}`,
        headers: entry.method === 'GET' ? {} : JSON_TYPE,
        body: entry.method === 'GET' ? null : entry.body === undefined ? '{}' : json(body),
      };
    });
  return fc.sample(requests, { seed: options.seed, numRuns: options.count });
}
