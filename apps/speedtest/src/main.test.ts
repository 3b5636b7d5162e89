import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { get as getPlain, type IncomingMessage, request } from 'node:http';
import { get } from 'node:https';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { TLSSocket } from 'node:tls';
import { afterEach, describe, expect, test } from 'vitest';
import { findFreePort, runServer, type ServerProcess } from './testing/run-server.ts';

const MIB = 1024 * 1024;
const CERT = join(import.meta.dirname, 'testing/tls/cert.pem');
const KEY = join(import.meta.dirname, 'testing/tls/key.pem');

const running: ServerProcess[] = [];
afterEach(async () => {
  for (const { process, ended } of running.splice(0)) {
    process.kill('SIGKILL');
    await ended;
  }
});

async function run(env: Readonly<Record<string, string>> = {}): Promise<ServerProcess> {
  const server = runServer({ SPEEDTEST_PORT: String(await findFreePort()), ...env });
  running.push(server);
  return server;
}

describe('the standalone test server', () => {
  test('serves LibreSpeed clients and the sessions of our own pages', async () => {
    const address = await (await run()).address;
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/speedtest\/$/);
    const download = await fetch(`${address}garbage?ckSize=2`);
    expect((await download.bytes()).length).toBe(2 * MIB);
    const ping = await fetch(`${address}empty`);
    expect([ping.status, await ping.text()]).toEqual([200, '']);
    const upload = await fetch(`${address}empty`, { method: 'POST', body: new Uint8Array(MIB) });
    expect([upload.status, await upload.text()]).toEqual([200, '']);
    expect(await (await fetch(`${address}getIP`)).json()).toEqual({ processedString: '127.0.0.1', rawIspInfo: '' });
    const opened = await fetch(`${address}session`, { method: 'POST' });
    expect([opened.status, await opened.json()]).toEqual([201, { session: expect.stringMatching(/^[0-9a-f]{32}$/) }]);
  });

  test('lets the pages of the configured portal read its answers, and no others', async () => {
    const address = await (await run({ SPEEDTEST_ALLOWED_ORIGINS: 'https://portal.example' })).address;
    const readerOf = async (origin: string) =>
      (await fetch(`${address}empty?cors=true`, { headers: { origin } })).headers.get('access-control-allow-origin');
    expect(await readerOf('https://portal.example')).toBe('https://portal.example');
    expect(await readerOf('https://elsewhere.example')).toBeNull();
    const closed = await (await run()).address;
    const answer = await fetch(`${closed}empty`, { headers: { origin: 'https://portal.example' } });
    expect(answer.headers.has('access-control-allow-origin')).toBe(false);
  });

  test('serves HTTPS with the given certificate, and then no HTTP', async () => {
    const address = await (await run({ SPEEDTEST_TLS_CERT: CERT, SPEEDTEST_TLS_KEY: KEY })).address;
    expect(address).toMatch(/^https:/);
    // The certificate is compared below; that it is self-signed does not matter here.
    const call = get(`${address}getIP`, { rejectUnauthorized: false });
    const [answer] = (await once(call, 'response')) as [IncomingMessage];
    const { fingerprint256 } = (answer.socket as TLSSocket).getPeerCertificate();
    expect([answer.statusCode, fingerprint256]).toEqual([200, new X509Certificate(readFileSync(CERT)).fingerprint256]);
    call.destroy();
    await expect(fetch(address.replace('https', 'http'))).rejects.toThrow();
  });
});

describe('a server that cannot start', () => {
  test('reports every fault of the settings at once, and exits', async () => {
    const server = await run({ SPEEDTEST_ALLOWED_ORIGINS: 'portal.example', SPEED_TEST_LIVE_TESTS: 'many' });
    expect(await server.ended).toEqual({
      code: 1,
      printed: '',
      errors: [
        "The speed test's settings have faults:",
        '  - SPEEDTEST_ALLOWED_ORIGINS: portal.example is not an origin',
        '  - SPEED_TEST_LIVE_TESTS must be a whole number from 1\n',
      ].join('\n'),
    });
  });

  test('may lack its certificate, or have a port that is in use', async () => {
    const without = await (await run({ SPEEDTEST_TLS_CERT: '/nowhere.pem', SPEEDTEST_TLS_KEY: KEY })).ended;
    expect(without).toMatchObject({ code: 1, errors: expect.stringMatching(/^[^\n]*\/nowhere\.pem[^\n]*\n$/) });
    const port = await findFreePort();
    const holder = createServer().listen(port, '127.0.0.1');
    await once(holder, 'listening');
    const second = await (await run({ SPEEDTEST_PORT: String(port) })).ended;
    holder.close();
    expect(second).toMatchObject({ code: 1, errors: expect.stringMatching(/^[^\n]*in use[^\n]*\n$/) });
  });
});

// Streams of a session last 12 s and others 20: it does not wait for them.
test('on SIGTERM it ends running tests and exits', { timeout: 10_000 }, async () => {
  const server = await run();
  const address = await server.address;
  const opened = await fetch(`${address}session`, { method: 'POST' });
  const { session } = (await opened.json()) as { session: string };
  const reading = ['garbage?ckSize=100', `garbage?ckSize=100&session=${session}`, `meter?session=${session}`];
  const streams = reading.map((path) => getPlain(address + path));
  const upload = request(`${address}empty?session=${session}`, { method: 'POST' });
  upload.write(Buffer.alloc(MIB));
  upload.on('error', () => {});
  // All are in progress, and no client reads them.
  const answers = await Promise.all(
    streams.map(async (stream) => ((await once(stream, 'response')) as [IncomingMessage])[0]),
  );
  server.process.kill('SIGTERM');
  expect(await server.ended).toMatchObject({ code: 0, errors: '' });
  for (const answer of answers) await expect(buffer(answer)).rejects.toThrow();
});
