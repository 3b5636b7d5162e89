import { contract } from '@portal/contract';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { openApiDocument } from '../openapi.ts';
import { apiExamples } from './examples.ts';

type Content = Readonly<Record<string, { readonly schema: object; readonly example?: unknown }>>;
type Operation = {
  readonly operationId: string;
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
};

const document = openApiDocument({
  name: 'Portal',
  version: '1.0.0',
  origin: 'https://portal.example',
  supportEmail: 'care@portal.example',
  sessionCookieName: 'session',
});
const operations = Object.values(document.paths).flatMap((path) => Object.values(path) as Operation[]);
const entries = Object.fromEntries(Object.values(contract).flatMap(({ endpoints }) => Object.entries(endpoints)));

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema({ ...document, $id: 'https://portal.example/openapi.json' });

/** The faults of a value by a schema of the document, with its components. */
function faultsOf(schema: object, value: unknown): string {
  const inDocument = JSON.stringify(schema).replaceAll('"#/', '"https://portal.example/openapi.json#/');
  const validate = ajv.compile(JSON.parse(inDocument));
  return validate(value) ? '' : ajv.errorsText(validate.errors);
}

const shown = operations.flatMap(({ operationId, requestBody, responses }) =>
  Object.entries({ body: requestBody, ...responses }).flatMap(([place, part]) =>
    Object.entries(part?.content ?? {}).flatMap(([type, { schema, example }]) =>
      example === undefined ? [] : [{ name: `${operationId} ${place} ${type}`, schema, example }],
    ),
  ),
);

describe('an example of the API', () => {
  it.each(shown)('is valid by the schema beside it: $name', ({ schema, example }) => {
    expect(faultsOf(schema, example)).toBe('');
  });

  it.each(Object.keys(apiExamples))('belongs to a call and is shown whole: %s', (operationId) => {
    const { body, answer } = apiExamples[operationId] ?? {};
    const here = shown.filter(({ name }) => name.startsWith(`${operationId} `)).map(({ example }) => example);
    for (const part of [body, answer]) if (part !== undefined) expect(here).toContainEqual(part);
  });

  it.each(Object.keys(apiExamples))(
    'is taken by the portal as it is, and answered with no other field: %s',
    (operationId) => {
      const { body, answer } = apiExamples[operationId] ?? {};
      const entry = entries[operationId];
      if (entry?.body) expect(z.parse(entry.body, body)).toEqual(body);
      if (entry?.answer) expect(z.parse(entry.answer, answer)).toEqual(answer);
    },
  );

  it('would be refused with a field of another type, also within a component', () => {
    const plans = shown.find(({ name }) => name === 'listPlans 200 application/json');
    expect(faultsOf(plans?.schema ?? {}, [{ price: '18600' }])).toContain('price must be number');
  });
});
