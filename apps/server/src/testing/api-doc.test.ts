import { execFile, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { keyScopes } from '@portal/contract/platform/staff-permissions';
import openapiTypes, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { seedDemoData } from '../console/demo-data/seed-demo-data.ts';
import { createKey } from './api-key.ts';
import { createStaff } from './staff-browser.ts';
import { startTestPortal, TEST_SESSION_SECRET, type TestPortal } from './test-portal.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const run = promisify(execFile);
const document = readFileSync(join(import.meta.dirname, '../../../../docs/api.md'), 'utf8');
const blocks = (language: string) =>
  [...document.matchAll(new RegExp(`\n\`\`\`${language}\n([\\s\\S]+?)\n\`\`\`\n`, 'g'))].map(([, text = '']) => text);
const examples = blocks('sh').flatMap((text) => {
  const [, url] = /^curl [^"]*"\$PORTAL(\S+)"/.exec(text) ?? [];
  return url === undefined ? [] : [[url, text] as const];
});
const hasCurl = spawnSync('curl', ['--version']).status === 0;

let portal: TestPortal;
let env: Record<string, string>;
beforeAll(async () => {
  portal = await startTestPortal();
  const { database, pool } = portal;
  await seedDemoData(database, {
    clock: () => new Date(),
    randomBytes,
    encryptionKeys: [TEST_SESSION_SECRET],
  });
  await portal.app.listen({ host: '127.0.0.1', port: 0 });
  const { key } = await createKey(await createStaff(portal), keyScopes);
  const one = async (sql: string) => String((await pool.query(sql)).rows[0].found);
  const amina = await one("select id as found from users where email = 'customer@example.com'");
  env = {
    PORTAL: `http://127.0.0.1:${(portal.app.server.address() as AddressInfo).port}`,
    PORTAL_KEY: key,
    CUSTOMER: amina,
    REFERENCE: await one(`select reference as found from payments where user_id = ${amina} and status = 'successful'`),
    TICKET: await one(`select id as found from support_tickets where user_id = ${amina} and status <> 'closed'`),
  };
});
afterAll(() => portal.close());

describe('docs/api.md', () => {
  it.skipIf(!hasCurl).each(examples)('has an example that runs: %s', async (_url, command) => {
    const { stdout } = await run('sh', ['-c', command], { env: { ...process.env, ...env } });
    if (/\.csv/.test(command)) expect(stdout.split('\r\n')[0]).toMatch(/^[\w -]+(,[\w -]+)+$/);
    else expect(JSON.parse(stdout)).not.toMatchObject({ success: false });
  });

  it('has a program that compiles with the types that openapi-typescript makes, and works', async () => {
    const [program = ''] = blocks('ts');
    const schema = await (await fetch(`${env.PORTAL}/api/openapi.json`)).text();
    const types = astToString(await openapiTypes(schema, { defaultNonNullable: false }));
    // Below this folder, so that the packages are found.
    const folder = mkdtempSync(join(import.meta.dirname, 'api-client-'));
    try {
      const file = join(folder, 'program.ts');
      writeFileSync(join(folder, 'portal.ts'), types);
      writeFileSync(file, program);
      const compiled = ts.createProgram([file], {
        strict: true,
        noEmit: true,
        skipLibCheck: true,
        target: ts.ScriptTarget.ESNext,
        module: ts.ModuleKind.NodeNext,
        allowImportingTsExtensions: true,
        types: ['node'],
      });
      const faults = ts
        .getPreEmitDiagnostics(compiled)
        .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
      expect(faults).toEqual([]);
      const { stdout } = await run(process.execPath, [file], { env: { ...process.env, ...env } });
      expect(JSON.parse(stdout)).toEqual({
        name: 'Amina Bello',
        lines: expect.any(Number),
        note: expect.any(Number),
        invoices: expect.any(Number),
      });
      const { rows } = await portal.pool.query(
        "select actor_program from audit_records where action = 'customer.note'",
      );
      expect(rows).toContainEqual({ actor_program: 'Our accounting' });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
