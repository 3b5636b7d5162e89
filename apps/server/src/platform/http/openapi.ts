import { contract } from '@portal/contract';
import { errorAnswer } from '@portal/contract/error-answer';
import type { Endpoint } from '@portal/contract/platform/endpoint';
import { errorCodes } from '@portal/contract/platform/error-codes';
import { lineInBody, lineInQuery } from '@portal/contract/platform/line-of-call';
import * as z from 'zod/mini';

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

function answersOf(entry: Endpoint) {
  const refused = { 'application/json': { schema: { $ref: '#/components/schemas/ApiError' } } };
  const success =
    entry.answer === null
      ? { description: 'Done' }
      : { description: 'Done', content: { 'application/json': { schema: schemaOf(entry.answer, 'output') } } };
  const statuses: Record<string, object> = { 200: success };
  for (const code of [...entry.errors, ...(entry.ofLine ? (['line.not-found'] as const) : [])]) {
    const { status, message } = errorCodes[code];
    statuses[status] ??= { description: `${code}: ${message}`, content: refused };
  }
  statuses['4XX'] = { description: 'Refused', content: refused };
  return statuses;
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
  return {
    tags: [feature],
    summary: entry.summary,
    ...(entry.permission ? { 'x-permission': entry.permission } : {}),
    ...(entry.deprecated ? { deprecated: true } : {}),
    ...(entry.access === 'session' || entry.access === 'admin' || entry.access === 'staff-sign-in'
      ? { security: [{ session: [] }] }
      : {}),
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
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: sessionCookieName } },
    },
  };
}
