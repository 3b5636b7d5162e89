import { contract } from '@portal/contract';
import type { Endpoint } from '@portal/contract/platform/endpoint';
import { expect, it } from 'vitest';
import { openApiDocument } from './openapi.ts';

type Operation = { readonly security?: readonly object[]; readonly 'x-permission'?: string };
const document = openApiDocument('Portal', 'session');
const paths = document.paths as Readonly<Record<string, Readonly<Record<string, Operation>>>>;
const operationOf = ({ method, path }: Endpoint) => paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
const schemesOf = (entry: Endpoint) =>
  (operationOf(entry)?.security ?? []).flatMap((scheme) => Object.entries(scheme)).map(([name]) => name);
const endpoints = Object.values(contract).flat();

it('names for every call of staff its permission, and the key with it as a scope where keys are taken', () => {
  for (const entry of endpoints.filter(({ access }) => access === 'admin')) {
    const operation = operationOf(entry);
    const { permission = '' } = entry;
    const takesKeys = !['any', 'staff:write', 'api-keys:write'].includes(permission);
    expect(operation?.['x-permission'], entry.path).toBe(permission);
    expect(operation?.security, entry.path).toEqual(
      takesKeys ? [{ session: [] }, { apiKey: [permission] }] : [{ session: [] }],
    );
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
  }
});

it('has a media type for every answer with content', () => {
  const responses = Object.values(document.paths).flatMap((operations) =>
    Object.values(operations as Record<string, { responses: Record<string, { content?: object }> }>),
  );
  for (const { responses: answers } of responses) {
    const { 200: success } = answers;
    if (success) expect(Object.keys(success.content ?? {})).toHaveLength(1);
  }
});
