import { request } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestServer, type TestServer } from './testing/test-server.ts';

const MIB = 1024 * 1024;

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer({}, { allowedOrigins: ['https://portal.example'] });
});
afterAll(async () => {
  expect(server.defects).toEqual([]);
  await server.close();
});

test('a LibreSpeed client gets as many MiB as it requests, four by default', async () => {
  for (const [query, mib] of [
    ['?ckSize=1', 1],
    ['', 4],
    ['?r=0.123&ckSize=3&cors=true', 3],
  ] as const) {
    const answer = await server.call(`garbage${query}`);
    expect(answer.status).toBe(200);
    expect((await answer.bytes()).length).toBe(mib * MIB);
  }
});

test('what is sent cannot be compressed, cached, changed or buffered on the way', async () => {
  const answer = await server.call('garbage?ckSize=1', { headers: { 'accept-encoding': 'gzip, br' } });
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-length': String(MIB),
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  });
  expect(answer.headers.has('content-encoding')).toBe(false);
  expect(gzipSync(await answer.bytes()).length).toBeGreaterThan(0.99 * MIB);
});

test('a client gets at most 100 MiB at once, whatever it requests', async () => {
  const answer = await server.call('garbage?ckSize=1024');
  expect(answer.headers.get('content-length')).toBe(String(100 * MIB));
  await answer.body?.cancel();
});

test.each(['0', '-1', '1.5', 'NaN', '0x10g', 'many', '1e99999'])(
  'a ckSize of %s is refused with a reason',
  async (size) => {
    const answer = await server.call(`garbage?ckSize=${size}`);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ success: false, message: expect.stringContaining('ckSize') });
  },
);

test('an empty call has an empty answer, and an upload is read to its end and discarded', async () => {
  const ping = await server.call('empty');
  expect([ping.status, await ping.text()]).toEqual([200, '']);
  for (const contentType of ['application/octet-stream', 'application/json', 'no type at all', 'multipart/form-data']) {
    const upload = await server.call('empty', {
      method: 'POST',
      body: new Uint8Array(2 * MIB),
      headers: { 'content-type': contentType },
    });
    expect([upload.status, await upload.text()]).toEqual([200, '']);
  }
});

test('an upload larger than 25 MiB is refused, announced or not', async () => {
  const announced = await server.call('empty', { method: 'POST', body: new Uint8Array(26 * MIB) }).catch(() => null);
  // The connection may be closed while the client still writes.
  if (announced) expect(announced.status).toBe(413);
  expect([413, 'cut off']).toContain(await endOfEndlessUpload(server));
});

test('a client learns its own address', async () => {
  const answer = await server.call('getIP?isp=true', { from: '203.0.113.9' });
  expect(await answer.json()).toEqual({ processedString: '203.0.113.9', rawIspInfo: '' });
});

test('only pages of the allowed origins may read the answers', async () => {
  const allowed = await server.call('empty?cors=true', { headers: { origin: 'https://portal.example' } });
  expect(allowed.headers.get('access-control-allow-origin')).toBe('https://portal.example');
  expect(allowed.headers.get('timing-allow-origin')).toBe('https://portal.example');
  const preflight = await server.call('empty', { method: 'OPTIONS', headers: { origin: 'https://portal.example' } });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-methods')).toBe('GET, POST');
  const foreign = await server.call('empty?cors=true', { headers: { origin: 'https://elsewhere.example' } });
  expect(foreign.headers.has('access-control-allow-origin')).toBe(false);
  expect(foreign.headers.get('vary')).toBe('origin');
});

test('other addresses and methods are refused with a message', async () => {
  for (const [method, path, status] of [
    ['GET', 'nothing', 404],
    ['GET', 'constructor', 404],
    ['PUT', 'empty', 405],
    ['GET', 'session', 405],
    ['DELETE', 'garbage', 405],
    ['GET', 'meter', 403],
  ] as const) {
    const answer = await server.call(path, { method });
    expect([method, path, answer.status]).toEqual([method, path, status]);
    expect(await answer.json()).toEqual({ success: false, message: expect.any(String) });
  }
});

/**
 * Uploads without end or announced length until the server ends it, with or without a status. Not
 * by fetch: its reader of an endless body can continue to fill memory after the answer.
 */
function endOfEndlessUpload({ origin }: TestServer): Promise<number | 'cut off' | undefined> {
  return new Promise((resolve) => {
    const part = new Uint8Array(MIB);
    const upload = request(`${origin}/speedtest/empty`, { method: 'POST' });
    const fill = (): void => {
      while (!upload.destroyed && upload.write(part));
    };
    upload.on('drain', fill);
    upload.on('error', () => resolve('cut off'));
    upload.on('response', (answer) => {
      upload.destroy();
      resolve(answer.statusCode);
    });
    fill();
  });
}
