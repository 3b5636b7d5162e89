import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import openapiTypes, { astToString } from 'openapi-typescript';
import { generate } from 'orval';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createKey } from './api-key.ts';
import { createStaff } from './staff-browser.ts';
import { startTestPortal, type TestPortal } from './test-portal.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const run = promisify(execFile);
const TSC = join(import.meta.dirname, '../../../../node_modules/.bin/tsc');

/** What somebody writes against each generated client: a public call, one with a key, one that is refused. */
const programs = {
  'by-openapi-typescript.ts': `
    import createClient from 'openapi-fetch';
    import type { components, paths } from './openapi-typescript.ts';

    const [baseUrl = '', key] = process.argv.slice(2);
    const portal = createClient<paths>({ baseUrl });
    const { data: plans = [] } = await portal.GET('/api/plans');
    const headers = { authorization: \`Bearer \${key}\` };
    const { data: all = [] } = await portal.GET('/api/staff/plans', { headers });
    const { error } = await portal.GET('/api/staff/plans');
    const nameOf = ({ name }: components['schemas']['PaymentPlan']) => name;
    console.log(JSON.stringify({ plans: plans.map(nameOf), prices: all.map(({ price }) => price), code: error?.code }));`,
  'by-orval.ts': `
    import { listPlans, listStaffPlans, type PaymentPlan } from './orval.ts';

    const [, key] = process.argv.slice(2);
    const plans = await listPlans();
    const all = await listStaffPlans({ headers: { authorization: \`Bearer \${key}\` } });
    const refused = await listStaffPlans();
    if (plans.status !== 200 || all.status !== 200 || refused.status !== 401) throw new Error('another status');
    const nameOf = ({ name }: PaymentPlan) => name;
    const { code } = refused.data;
    console.log(JSON.stringify({ plans: plans.data.map(nameOf), prices: all.data.map(({ price }) => price), code }));`,
};

const compilerOptions = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  target: 'esnext',
  lib: ['esnext', 'dom'],
  module: 'nodenext',
  allowImportingTsExtensions: true,
  types: ['node'],
};

let portal: TestPortal;
let folder: string;
beforeAll(async () => {
  portal = await startTestPortal();
  await portal.app.listen({ host: '127.0.0.1', port: 0 });
  // Below this folder, so that the packages are found.
  folder = mkdtempSync(join(import.meta.dirname, 'generated-clients-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await portal.close();
});

it('two generators make clients from the portal’s own description that compile, and call it', async () => {
  const origin = `http://127.0.0.1:${(portal.app.server.address() as AddressInfo).port}`;
  const description = await (await fetch(`${origin}/api/openapi.json`)).text();
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  write('openapi.json', description);
  write('tsconfig.json', JSON.stringify({ compilerOptions }));
  write('openapi-typescript.ts', astToString(await openapiTypes(description)));
  const greeting = vi.spyOn(console, 'log').mockReturnValue();
  await generate({
    input: { target: join(folder, 'openapi.json') },
    output: { target: join(folder, 'orval.ts'), client: 'fetch', mode: 'single', baseUrl: origin },
  });
  greeting.mockRestore();
  for (const [name, program] of Object.entries(programs)) write(name, program);
  const faults = await run(TSC, ['-p', folder]).then(
    () => '',
    (error: { readonly stdout: string }) => error.stdout,
  );
  expect(faults).toBe('');

  const { key } = await createKey(await createStaff(portal), ['plans:read']);
  const plans: { name: string }[] = (await portal.app.inject('/api/plans')).json();
  const { rows } = await portal.pool.query('select price::float8 as price from service_plans order by position');
  for (const program of Object.keys(programs)) {
    const { stdout } = await run(process.execPath, [join(folder, program), origin, key]);
    expect(JSON.parse(stdout), program).toEqual({
      plans: plans.map(({ name }) => name),
      prices: rows.map(({ price }) => price),
      code: 'session.missing',
    });
  }
});
