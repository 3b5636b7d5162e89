import { contract, endpoints } from '@portal/contract';
import type { Endpoint } from '@portal/contract/platform/endpoint';
import { errorCodes } from '@portal/contract/platform/error-codes';
import { expect, it } from 'vitest';
import { openApiDocument } from './openapi.ts';

type Operation = {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly description: string;
  readonly security?: readonly object[];
  readonly 'x-permission'?: string;
  readonly 'x-error-codes'?: readonly string[];
  readonly responses: Readonly<Record<string, { readonly $ref?: string; readonly content?: object }>>;
};
const document = openApiDocument({
  name: 'Waya Fibre',
  version: '1.2.3',
  origin: 'https://waya.example',
  supportEmail: 'care@waya.example',
  sessionCookieName: 'session',
});
const paths = document.paths as Readonly<Record<string, Readonly<Record<string, Operation>>>>;
const operationOf = ({ method, path }: Endpoint) => paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
const schemesOf = (entry: Endpoint) =>
  (operationOf(entry)?.security ?? []).flatMap((scheme) => Object.entries(scheme)).map(([name]) => name);
/** What no program may: to give access, to close a month of the ledger, and what needs somebody who has seen or heard the customer. */
const OF_PERSONS = [
  'staff:write',
  'api-keys:write',
  'customers:view-as',
  'customers:correct',
  'customers:confirm',
  'accounts:merge',
  'address-owner:read',
  'sign-ins:write',
  'accounting:close',
  'agent-counter:read',
  'agent-counter:write',
  'vouchers:approve',
  'vouchers:write',
];

it('names for every call of staff its permission, and the key with it as a scope where keys are taken', () => {
  for (const entry of endpoints.filter(({ access }) => access === 'admin')) {
    const operation = operationOf(entry);
    const { permission = '' } = entry;
    const takesKeys = ![...OF_PERSONS, 'any'].includes(permission);
    expect(operation?.['x-permission'], entry.path).toBe(permission);
    expect(operation?.security, entry.path).toEqual(takesKeys ? [{ session: [] }, { apiKey: [] }] : [{ session: [] }]);
    const scope = takesKeys ? `\`${permission}\`, and for API keys with that scope` : '';
    expect(operation?.description, entry.path).toContain(scope);
  }
});

it('names for every other call what its caller shows, and only schemes that it describes', () => {
  const known = new Set(Object.keys(document.components.securitySchemes));
  const wanted: Partial<Record<Endpoint['access'], string[]>> = {
    anyone: [],
    gateway: [],
    session: ['session'],
    'staff-sign-in': ['session'],
    network: ['networkToken'],
    operator: ['metricsToken'],
  };
  for (const entry of endpoints) {
    const schemes = schemesOf(entry);
    expect(schemes.filter((name) => !known.has(name))).toEqual([]);
    if (entry.access !== 'admin') expect(schemes, entry.path).toEqual(wanted[entry.access]);
    // Without `security: []` linters take an open call for a forgotten one.
    if (schemes.length === 0) expect(operationOf(entry)?.security, entry.path).toEqual([]);
  }
});

it('has a media type for every answer with content', () => {
  for (const entry of endpoints) {
    const { 200: success } = operationOf(entry)?.responses ?? {};
    const types = Object.keys(success?.content ?? {});
    if (success) expect(types, entry.path).not.toEqual([]);
    expect(types.filter((type) => !/^[a-z]+\/[a-z.-]+$/.test(type))).toEqual([]);
  }
});

it('calls each operation by the name of its contract entry, under a tag that it describes', () => {
  const described = new Map(document.tags.map(({ name, description }) => [name, description]));
  for (const [tag, noun] of Object.entries(contract)) {
    expect(described.get(tag)).toMatch(/^[A-Z].*\.$/);
    for (const [name, entry] of Object.entries(noun.endpoints))
      expect(operationOf(entry)).toMatchObject({ operationId: name, tags: [tag] });
  }
});

it('has each refusal of a call by its status, and its code and message where people and programs look', () => {
  const known: Readonly<Record<string, object>> = document.components.responses;
  for (const entry of endpoints) {
    const { description = '', responses = {}, 'x-error-codes': codes = [] } = operationOf(entry) ?? {};
    expect(codes).toEqual(expect.arrayContaining([...entry.errors]));
    for (const code of entry.errors) {
      const { status, message } = errorCodes[code];
      expect(description, entry.path).toContain(`${status} \`${code}\`: ${message}`);
      expect(known, entry.path).toHaveProperty([
        String(responses[status]?.$ref?.replace('#/components/responses/', '')),
      ]);
    }
  }
});

it('says where this installation is, which release it is, and whom to ask', () => {
  expect(document.servers).toEqual([{ url: 'https://waya.example' }]);
  expect(document.info).toMatchObject({
    title: 'Waya Fibre',
    version: '1.2.3',
    description: expect.stringContaining('naira'),
    contact: { name: 'Waya Fibre', url: 'https://waya.example', email: 'care@waya.example' },
    license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
  });
});
