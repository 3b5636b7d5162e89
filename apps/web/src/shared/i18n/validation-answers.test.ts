import { endpoints } from '@portal/contract';
import type { Endpoint } from '@portal/contract/platform/endpoint';
import { validationMessage } from '@portal/contract/platform/validation-message';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import hausa from './ha.json' with { type: 'json' };
import igbo from './ig.json' with { type: 'json' };
import sent from './sent-by-server.json' with { type: 'json' };
import type { Dictionary } from './translate.ts';
import { translator } from './translator.ts';
import yoruba from './yo.json' with { type: 'json' };

/** The invalid values that a client can send for any field. */
const WRONG_VALUES: readonly unknown[] = [
  undefined,
  null,
  true,
  {},
  { unasked: 1 },
  [],
  [[['']]],
  Array(2000).fill('x'),
  Array(2000).fill(null),
  '',
  ' ',
  'x',
  'x'.repeat(70_000),
  '🌳'.repeat(3000),
  '\u0000',
  '\ud800',
  'constructor',
  '12',
  '-1',
  '0.5',
  'a@example.com',
  'https://example.com',
  '2026-13-45',
  '00000000-0000-0000-0000-000000000000',
  -1,
  0,
  0.001,
  7,
  1e9,
  1e300,
  -1e300,
];

type Shape = z.core.JSONSchema.BaseSchema;

/** The path to every value of a schema, its own first; '0' stands for the items of a list. */
function pathsIn(shape: Shape): string[][] {
  const named = Object.entries(shape.properties ?? {});
  const items = shape.items === undefined ? [] : [['0', shape.items] as const];
  const below = [...named, ...items].flatMap(([name, inner]) =>
    typeof inner === 'object' && !Array.isArray(inner) ? pathsIn(inner).map((path) => [name, ...path]) : [],
  );
  const alternatives = [...(shape.anyOf ?? []), ...(shape.oneOf ?? []), ...(shape.allOf ?? [])];
  return [[], ...below, ...alternatives.flatMap((inner) => pathsIn(inner).filter(({ length }) => length > 0))];
}

function nest([name, ...rest]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value;
  return name === '0' ? [nest(rest, value)] : { [name]: nest(rest, value) };
}

/** All validation messages of an endpoint. */
function messagesOf({ params, query, body }: Endpoint): Set<string> {
  const messages = [params, query, body].flatMap((schema) => {
    if (schema === undefined) return [];
    const paths = pathsIn(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
    return paths.flatMap((path) =>
      WRONG_VALUES.flatMap((value) => {
        const { error } = z.safeParse(schema, nest(path, value), { error: validationMessage });
        return (error?.issues ?? []).map(({ message }) => message);
      }),
    );
  });
  return new Set(messages);
}

/** How zod begins its own sentences (zod/v4/locales/en). */
const OF_ZOD = /^(Invalid (?!email address$)|Too (big|small)|Unrecognized key|Unknown$)|: expected |, received /;

const nameOf = (entry: Endpoint): string => `${entry.method} ${entry.path}`;

it('no endpoint answers in the words of the validation library', () => {
  const found = endpoints.flatMap((entry) =>
    [...messagesOf(entry)].filter((message) => OF_ZOD.test(message)).map((message) => `${nameOf(entry)}: ${message}`),
  );
  expect(found).toEqual([]);
});

describe.each<[string, Dictionary]>([
  ['Yorùbá', yoruba],
  ['Hausa', hausa],
  ['Igbo', igbo],
])('in %s', (_language, dictionary) => {
  const translate = translator(dictionary, sent);
  const forCustomers = endpoints.filter(({ access }) => access === 'anyone' || access === 'session');

  it('customers get a message for everything that can be wrong with what they send', () => {
    const messages = new Set(forCustomers.flatMap((entry) => [...messagesOf(entry)]));
    expect(messages.size).toBeGreaterThan(20);
    expect([...messages].filter((message) => translate(message) === message)).toEqual([]);
  });

  it('the choices are named as they are sent', () => {
    const { error } = z.safeParse(z.enum(['residential', 'business']), '', { error: validationMessage });
    const said = translate(error?.issues[0]?.message ?? '');
    expect(said).toMatch(/residential, business/);
    expect(said).not.toMatch(/Choose/);
  });
});
