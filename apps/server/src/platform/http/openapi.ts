import { contract } from '@portal/contract';
import { errorAnswer } from '@portal/contract/error-answer';
import type { Endpoint } from '@portal/contract/platform/endpoint';
import { errorCodes } from '@portal/contract/platform/error-codes';
import { lineInBody, lineInQuery } from '@portal/contract/platform/line-of-call';
import { keyScopes } from '@portal/contract/platform/staff-permissions';
import * as z from 'zod/mini';
import { API_KEY_PREFIX } from './authorisation/bearer-key.ts';

function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output') {
  const { $schema: _version, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}

function parametersOf(schema: z.ZodMiniType | undefined, place: 'path' | 'query') {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input');
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
}

/** By the end of an address: what it answers that is not JSON of a schema. */
const MEDIA: readonly (readonly [RegExp, string])[] = [
  [/\.csv$|\/overview\/:file$/, 'text/csv'],
  [/\/pdf$/, 'application/pdf'],
  [/\/metrics$/, 'text/plain'],
  [/\.json$/, 'application/json'],
];

function successOf({ method, path, answer }: Endpoint): Record<string, object> {
  if (answer !== null) {
    return { 200: { description: 'Done', content: { 'application/json': { schema: schemaOf(answer, 'output') } } } };
  }
  if (method !== 'GET') return { 204: { description: 'Done' } };
  const media = MEDIA.find(([end]) => end.test(path))?.[1] ?? '*/*';
  const schema = media === 'application/json' ? {} : { type: 'string' };
  return { 200: { description: 'Done', content: { [media]: { schema } } } };
}

function answersOf(entry: Endpoint) {
  const refused = { 'application/json': { schema: { $ref: '#/components/schemas/ApiError' } } };
  const statuses = successOf(entry);
  const implied = [
    ...(entry.ofLine ? (['line.not-found'] as const) : []),
    ...(entry.freshProof ? (['session.proof-required'] as const) : []),
  ];
  for (const code of [...entry.errors, ...implied]) {
    const { status, message } = errorCodes[code];
    statuses[status] ??= { description: `${code}: ${message}`, content: refused };
  }
  statuses['4XX'] = { description: 'Refused', content: refused };
  return statuses;
}

/** What a caller may show who they are with; undefined where nothing is asked. */
function securityOf({ access, permission }: Endpoint): object[] | undefined {
  const scope = keyScopes.find((one) => one === permission);
  if (scope !== undefined) return [{ session: [] }, { apiKey: [scope] }];
  if (access === 'session' || access === 'admin' || access === 'staff-sign-in') return [{ session: [] }];
  if (access === 'network') return [{ networkToken: [] }];
  return access === 'operator' ? [{}, { metricsToken: [] }] : undefined;
}

function securitySchemes(sessionCookieName: string) {
  return {
    session: {
      type: 'apiKey',
      in: 'cookie',
      name: sessionCookieName,
      description:
        'The session of a browser: a customer’s, or of staff, who need the permission x-permission. With x-fresh-proof the person must have signed in, or called POST /api/user/proof, in the last ten minutes; a call with an API key need not.',
    },
    apiKey: {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: `${API_KEY_PREFIX}…`,
      description: 'An API key that has the named scope: the permission in x-permission.',
    },
    networkToken: { type: 'http', scheme: 'bearer', description: 'NETWORK_TOKEN, for the RADIUS server.' },
    metricsToken: {
      type: 'http',
      scheme: 'bearer',
      description: 'METRICS_TOKEN; none is asked on the machine itself.',
    },
  };
}

/** The body's schema, with the line that it may name. */
function bodySchemaOf(body: z.ZodMiniType, ofLine: boolean) {
  const schema = schemaOf(body, 'input');
  return ofLine
    ? { ...schema, properties: { ...schema.properties, ...schemaOf(lineInBody, 'input').properties } }
    : schema;
}

function operationOf(feature: string, entry: Endpoint) {
  const ofLine = entry.ofLine === true;
  const security = securityOf(entry);
  return {
    tags: [feature],
    summary: entry.summary,
    ...(entry.permission ? { 'x-permission': entry.permission } : {}),
    ...(entry.freshProof ? { 'x-fresh-proof': true } : {}),
    ...(entry.deprecated ? { deprecated: true } : {}),
    ...(security ? { security } : {}),
    parameters: [
      ...parametersOf(entry.params, 'path'),
      ...parametersOf(entry.query, 'query'),
      ...(ofLine ? parametersOf(lineInQuery, 'query') : []),
    ],
    ...(entry.body
      ? {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: bodySchemaOf(entry.body, ofLine) } },
          },
        }
      : {}),
    ...(entry.file
      ? {
          requestBody: {
            required: true,
            content: Object.fromEntries(
              entry.file.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]),
            ),
          },
        }
      : {}),
    responses: answersOf(entry),
  };
}

/** The whole API as OpenAPI 3.1, generated from the contract. */
export function openApiDocument(title: string, sessionCookieName: string) {
  const paths: Record<string, Record<string, object>> = {};
  for (const [feature, entries] of Object.entries(contract)) {
    for (const entry of entries) {
      const path = entry.path.replace(/:(\w+)/g, '{$1}');
      paths[path] = { ...paths[path], [entry.method.toLowerCase()]: operationOf(feature, entry) };
    }
  }
  return {
    openapi: '3.1.0',
    info: { title, version: '1' },
    paths,
    components: {
      schemas: { ApiError: schemaOf(errorAnswer, 'output') },
      securitySchemes: securitySchemes(sessionCookieName),
    },
  };
}
