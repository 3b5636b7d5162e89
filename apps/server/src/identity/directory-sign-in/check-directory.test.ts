import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { readConfig } from '../../platform/config/config.ts';
import { createHttpClient } from '../../platform/outside/http-client.ts';
import { startDirectory, type TestDirectory } from '../../testing/servers/start-directory.ts';
import { startTestPortal } from '../../testing/test-portal.ts';
import { checkDirectory } from './check-directory.ts';

const http = createHttpClient({ timeoutMs: 5000 });
const NOW = new Date('2026-07-04T08:00:00Z');
const clock = () => NOW;

let directory: TestDirectory;
const answers = new Map<string, { readonly status?: number; readonly body?: unknown; readonly date?: string }>();
const fake = createServer((request, response) => {
  const { status = 200, body = {}, date = NOW.toUTCString() } = answers.get(request.url ?? '') ?? { status: 404 };
  response.writeHead(status, { 'content-type': 'application/json', date });
  response.end(JSON.stringify(body));
});
let issuer = '';
beforeAll(async () => {
  directory = await startDirectory('http://portal.test/callback');
  await new Promise<void>((listening) => fake.listen(0, '127.0.0.1', listening));
  issuer = `http://127.0.0.1:${(fake.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await directory.close();
  fake.close();
});
beforeEach(() => {
  answers.clear();
  answers.set('/.well-known/openid-configuration', { body: { issuer, jwks_uri: `${issuer}/keys` } });
  answers.set('/keys', { body: { keys: [{ kty: 'RSA' }] } });
});

const faultOf = (at = issuer) => checkDirectory({ issuer: at, http, clock });

it('a directory whose documents are there, with keys and the right time, has no fault', async () => {
  expect(await faultOf()).toBeNull();
});

it('what keeps staff from signing in is named: no answer, another issuer, no keys, a wrong clock', async () => {
  expect(await faultOf('http://127.0.0.1:9')).toMatch(/does not answer: /);
  answers.set('/keys', { body: { keys: [] } });
  expect(await faultOf()).toMatch(/has no keys/);
  answers.set('/keys', { status: 500 });
  expect(await faultOf()).toMatch(/keys answers with status 500/);
  const late = new Date(NOW.getTime() - 300_000).toUTCString();
  answers.set('/.well-known/openid-configuration', { body: { issuer, jwks_uri: `${issuer}/keys` }, date: late });
  expect(await faultOf()).toMatch(/clock and that of this machine are 300 s apart/);
  answers.set('/.well-known/openid-configuration', { body: { issuer: 'https://other', jwks_uri: `${issuer}/keys` } });
  expect(await faultOf()).toMatch(/another issuer, https:\/\/other/);
  answers.set('/.well-known/openid-configuration', { body: 'hello' });
  expect(await faultOf()).toMatch(/no discovery document/);
});

it('the metric says within minutes whether staff can sign in by it', async () => {
  const portal = await startTestPortal({ config: readConfig({ ...directory.environment }) });
  const metrics = async () => (await portal.app.inject('/metrics')).body;
  portal.startJobs();
  await expect.poll(metrics).toContain('directory_up 1');
  directory.setDown(true);
  portal.wakeJobs();
  await expect.poll(metrics).toContain('directory_up 0');
  await portal.close();
});
