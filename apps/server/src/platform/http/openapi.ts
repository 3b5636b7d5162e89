import { contract, endpoints } from '@portal/contract';
import { errorAnswer } from '@portal/contract/error-answer';
import type { Endpoint } from '@portal/contract/platform/endpoint';
import { errorCodes } from '@portal/contract/platform/error-codes';
import { attachmentTypes } from '@portal/contract/platform/files';
import { lineInBody, lineInQuery } from '@portal/contract/platform/line-of-call';
import type * as z from 'zod/mini';
import { callersOf, securityOf, securitySchemes } from './openapi/callers.ts';
import { codesOf, errorResponses, refusalsOf } from './openapi/error-responses.ts';
import { type ApiExample, apiExamples } from './openapi/examples.ts';
import { createNamedSchemas, type JsonSchema, type NamedSchemas } from './openapi/named-schemas.ts';

/** What the document says about this installation. */
export type Installation = {
  readonly name: string;
  readonly version: string;
  /** Where customers and programs reach it, without a slash at the end. */
  readonly origin: string;
  readonly supportEmail: string;
  readonly sessionCookieName: string;
};

/** By the end of an address: the media types of an answer that is not JSON of a schema. */
const MEDIA: readonly (readonly [RegExp, readonly string[]])[] = [
  [/\/staff\/exports\/:file$/, ['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet']],
  [/\.csv$|\/overview\/:file$/, ['text/csv']],
  [/\/account-statement\/:document$/, ['application/pdf', 'text/csv']],
  [/\/invoices\/:invoiceNumber\/:document$/, ['text/html', 'application/pdf']],
  [/\/privacy\/exports\/:id\/:file$/, ['application/json', 'text/html']],
  [/\/(ticket-attachments|deposit-slips|chat-files)\/:id$/, attachmentTypes],
  [/[/.]pdf$/, ['application/pdf']],
  [/\/age$/, ['application/octet-stream']],
  [/\.tar\.gz$/, ['application/gzip']],
  [/\/(metrics|record|network\/clients|webhooks\/whatsapp)$/, ['text/plain']],
  [/\/webhooks\/ussd\/:gateway$/, ['text/plain', 'application/json']],
  [/\.json$/, ['application/json']],
  [/\.xml$/, ['application/xml']],
];

/** Calls that browsers are sent to, and sent on from. */
const REDIRECTS = /^\/api\/login\/directory/;

/** Writes that wait for a second person above the limit of the first. */
const APPROVED = /\/customers\/:id\/(credit|write-offs)$|\/voucher-batches$/;

type Media = Readonly<Record<string, { readonly schema: object; readonly example?: unknown }>>;

function schemaOfMedia(type: string): object {
  if (type === 'application/json') return { type: 'object' };
  return type.startsWith('text/') ? { type: 'string' } : { type: 'string', format: 'binary' };
}

const withExample = (schema: object, example: unknown) => ({ schema, ...(example === undefined ? {} : { example }) });

/** Examples of files are texts, and no other type has them. */
function mediaOf(types: readonly string[], text: unknown): Media {
  const exampleOf = (type: string) => (type.startsWith('text/') ? text : undefined);
  return Object.fromEntries(types.map((type) => [type, withExample(schemaOfMedia(type), exampleOf(type))]));
}

function successOf({ method, path, answer }: Endpoint, example: ApiExample, { schemaOf }: NamedSchemas) {
  if (answer !== null) {
    const content: Media = { 'application/json': withExample(schemaOf(answer, 'output'), example.answer) };
    const accepted = APPROVED.test(path) ? { 202: { description: 'Waits for approval', content } } : {};
    return { 200: { description: 'Done', content }, ...accepted };
  }
  if (REDIRECTS.test(path)) {
    const Location = { description: 'Where the browser goes on.', schema: { type: 'string' } };
    return {
      303: { description: 'Goes on elsewhere', headers: { Location } },
      default: { $ref: '#/components/responses/Refused' },
    };
  }
  const types = MEDIA.find(([end]) => end.test(path))?.[1];
  if (types) return { 200: { description: 'Done', content: mediaOf(types, example.answer) } };
  if (method === 'GET') throw new Error(`the media type of ${path} is not known: add it to MEDIA`);
  return { 204: { description: 'Done' } };
}

/** A body's schema, with the line that it may name. */
function withLine(own: JsonSchema, line: JsonSchema): JsonSchema {
  return own.$ref === undefined
    ? { ...own, properties: { ...own.properties, ...line.properties } }
    : { allOf: [own, line] };
}

function requestOf({ body, file, ofLine }: Endpoint, example: ApiExample, { schemaOf }: NamedSchemas) {
  if (file) return { requestBody: { required: true, content: mediaOf(file, example.body) } };
  if (!body) return {};
  const own = schemaOf(body, 'input');
  const schema = ofLine ? withLine(own, schemaOf(lineInBody, 'input')) : own;
  return { requestBody: { required: true, content: { 'application/json': withExample(schema, example.body) } } };
}

function parametersOf(schema: z.ZodMiniType | undefined, place: 'path' | 'query', { schemaOf }: NamedSchemas) {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input');
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
}

/** Who may call it, and each refusal of its own. */
function descriptionOf(entry: Endpoint): string {
  const refusals = codesOf(entry).map(
    (code) => `- ${errorCodes[code].status} \`${code}\`: ${errorCodes[code].message}`,
  );
  return [callersOf(entry), ...(refusals.length > 0 ? ['It may be refused with', refusals.join('\n')] : [])].join(
    '\n\n',
  );
}

function operationOf(tag: string, operationId: string, entry: Endpoint, schemas: NamedSchemas) {
  const example = apiExamples[operationId] ?? {};
  const codes = codesOf(entry);
  return {
    operationId,
    tags: [tag],
    summary: entry.summary,
    description: descriptionOf(entry),
    ...(entry.permission ? { 'x-permission': entry.permission } : {}),
    ...(entry.freshProof ? { 'x-fresh-proof': true } : {}),
    ...(codes.length > 0 ? { 'x-error-codes': codes } : {}),
    ...(entry.deprecated ? { deprecated: true } : {}),
    security: securityOf(entry),
    parameters: [
      ...parametersOf(entry.params, 'path', schemas),
      ...parametersOf(entry.query, 'query', schemas),
      ...(entry.ofLine ? parametersOf(lineInQuery, 'query', schemas) : []),
    ],
    ...requestOf(entry, example, schemas),
    responses: { ...successOf(entry, example, schemas), ...refusalsOf(entry) },
  };
}

function infoOf({ name, version, origin, supportEmail }: Installation) {
  return {
    title: name,
    version,
    description: `The portal of ${name}, for programs of the provider and of its partners. Amounts are in naira, VAT included unless a field says otherwise; times are ISO 8601 in UTC, days and months those of Lagos. A refusal has the form of \`ApiError\`: read its \`code\`, show its \`message\`. New calls and fields appear without notice, so ignore what you do not know; what is to go is marked \`deprecated\` for one release.`,
    contact: { name, url: origin, email: supportEmail },
    license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
  };
}

/** The whole API as OpenAPI 3.1, generated from the contract. */
export function openApiDocument(installation: Installation) {
  const nouns = Object.entries(contract);
  const named = Object.fromEntries(nouns.flatMap(([, noun]) => Object.entries(noun.schemas ?? {})));
  const answers = endpoints.flatMap(({ answer }) => answer ?? []);
  const schemas = createNamedSchemas({ ...named, apiError: errorAnswer }, [...answers, errorAnswer]);
  const paths: Record<string, Record<string, object>> = {};
  for (const [tag, noun] of nouns) {
    for (const [operationId, entry] of Object.entries(noun.endpoints)) {
      const path = entry.path.replace(/:(\w+)/g, '{$1}');
      paths[path] = { ...paths[path], [entry.method.toLowerCase()]: operationOf(tag, operationId, entry, schemas) };
    }
  }
  return {
    openapi: '3.1.0',
    info: infoOf(installation),
    servers: [{ url: installation.origin }],
    tags: nouns.map(([name, { description }]) => ({ name, description })),
    paths,
    components: {
      schemas: schemas.components,
      responses: errorResponses(endpoints),
      securitySchemes: securitySchemes(installation.sessionCookieName),
    },
  };
}
