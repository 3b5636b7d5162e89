import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { endpoints } from '../index.ts';

/** Compared, counted, hashed or read as JSON by the portal itself: no statement takes them. */
const NEVER_IN_A_STATEMENT: ReadonlySet<string> = new Set([
  'code',
  'credential.response.transports',
  'currentPassword',
  'gateway',
  'newPassword',
  'next',
  'paidUntil',
  'password',
  'planName',
  'price',
  'provider',
  'textVersion',
  'timestamp',
  'token',
  'value',
  'website',
]);

const UNSTORABLE = ['\u0000', 'a\u0000b', '\ud800'];
/** JavaScript has a year 0, PostgreSQL has none. */
const UNSTORABLE_TIMES = ['0000-01-01T00:00:00Z', '0000-01-01'];
const TIMES = ['2026-11-27T09:00:00Z', '2026-11-27'];
const NO_TIMES = ['words', 'a-long-identifier', '08031234567'];

type Inner = { readonly path: readonly string[]; readonly schema: unknown };

/** What a schema is made of; empty for a text. */
function partsOf(schema: z.core.$ZodType, path: readonly string[]): Inner[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape).map(([field, inner]) => ({ path: [...path, field], schema: inner }));
    case 'array':
      return [{ path, schema: def.element }];
    case 'record':
      return [def.keyType, def.valueType].map((inner) => ({ path, schema: inner }));
    case 'union':
      return def.options.map((option) => ({ path, schema: option }));
    case 'optional':
    case 'nullable':
    case 'default':
      return [{ path, schema: def.innerType }];
    default:
      return [];
  }
}

/** The fields that take a text which PostgreSQL cannot hold. */
function unstorableFields(schema: z.core.$ZodType, path: readonly string[] = []): string[] {
  const parts = partsOf(schema, path);
  if (parts.length > 0) return parts.flatMap((part) => unstorableFields(part.schema as z.core.$ZodType, part.path));
  const takes = (text: string): boolean => z.safeParse(schema, text).success;
  const isTime = TIMES.some(takes) && !NO_TIMES.some(takes);
  return UNSTORABLE.some(takes) || (isTime && UNSTORABLE_TIMES.some(takes)) ? [path.join('.')] : [];
}

it('no call takes a text with NUL or half a surrogate pair, or a time in year 0, where a statement would', () => {
  const entries = endpoints;
  const taking = entries.flatMap((entry) =>
    [entry.params, entry.query, entry.body]
      .filter((schema) => schema !== undefined)
      .flatMap((schema) => unstorableFields(schema))
      .filter((field) => !NEVER_IN_A_STATEMENT.has(field))
      .map((field) => `${entry.method} ${entry.path} ${field}`),
  );
  expect(taking).toEqual([]);
});
