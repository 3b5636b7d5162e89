import { expect, it, vi } from 'vitest';
import { lintApi } from './lint-api.ts';

vi.setConfig({ testTimeout: 60_000 });

const listPlans = {
  operationId: 'listPlans',
  tags: ['plans'],
  summary: 'All plans',
  description: 'Anyone may call it.',
  security: [],
  responses: {
    200: { description: 'Done', content: { 'application/json': { schema: { type: 'string' }, example: 'Home' } } },
    '4XX': { description: 'Refused' },
  },
};
const documentWith = (operation: object) => ({
  openapi: '3.1.0',
  info: {
    title: 'Portal',
    version: '1.0.0',
    description: 'The portal.',
    contact: { name: 'Portal', url: 'https://portal.example', email: 'care@portal.example' },
    license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
  },
  servers: [{ url: 'https://portal.example' }],
  tags: [{ name: 'plans', description: 'Plans.' }],
  paths: { '/plans': { get: operation } },
});
const rulesOf = async (operation: object) =>
  (await lintApi(documentWith(operation))).map((fault) => /\[(.+?)\]/.exec(fault)?.[1]);

it('an OpenAPI document without a fault is accepted by both linters', async () => {
  expect(await rulesOf(listPlans)).toEqual([]);
});

it('an operation without a name, or open without saying so, is rejected', async () => {
  const { operationId: _name, security: _open, ...operation } = listPlans;
  expect(await rulesOf(operation)).toEqual(
    expect.arrayContaining(['operation-operationId', 'security-defined', 'operation-operationId']),
  );
});

it('an example that its schema refuses is rejected by both', async () => {
  const wrong = { description: 'Done', content: { 'application/json': { schema: { type: 'string' }, example: 12 } } };
  expect(await rulesOf({ ...listPlans, responses: { ...listPlans.responses, 200: wrong } })).toEqual([
    'no-invalid-media-type-examples',
    'oas3-valid-media-example',
  ]);
});
