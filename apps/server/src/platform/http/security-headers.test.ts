import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestPortal, type TestPortal } from '../../testing/test-portal.ts';

vi.setConfig({ testTimeout: 20_000, hookTimeout: 30_000 });

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({ publicUrl: new URL('https://portal.test') });
  await portal.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => portal.close());

/** The whole answer to these bytes. */
async function answerTo(bytes: string): Promise<string> {
  const socket = connect((portal.app.server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(bytes);
  return text(socket);
}

const ADDRESSES = ['/login', '/nothing', '/pay', '/api/plans', '/api/user', '/api/nothing', '/api/%zz'];

describe('every answer of a portal that is served over https', () => {
  it.each(ADDRESSES)('keeps browsers on https for a year, sniffs nothing and is in no frame: %s', async (url) => {
    const { headers } = await portal.app.inject(url);
    expect(headers).toMatchObject({
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(headers['content-security-policy']).toMatch(/default-src 'none'.*base-uri 'none'.*frame-ancestors 'none'/);
    expect(headers['content-security-policy']).not.toContain('unsafe');
    expect(headers).not.toHaveProperty('access-control-allow-origin');
  });

  it.each(ADDRESSES)('says what it is and in which characters: %s', async (url) => {
    const { headers } = await portal.app.inject(url);
    expect(headers['content-type']).toMatch(/^(text\/html|application\/json); charset=utf-8$/);
  });
});

it('a page tells no other site where its reader was, and the page of a payment link no site at all', async () => {
  const policyOf = async (url: string) => (await portal.app.inject(url)).headers['referrer-policy'];
  expect(await policyOf('/login')).toBe('strict-origin-when-cross-origin');
  for (const url of ['/pay', '/pay?link', '/pay?reference=P7K2M9Q4X1Z8B3N', '/p/k7m2-x9tq-4hw'])
    expect(await policyOf(url)).toBe('no-referrer');
  expect(await policyOf('/payment')).toBe('strict-origin-when-cross-origin');
  expect(await policyOf('/document')).toBe('no-referrer');
});

it('what is no request is answered with the same headers', async () => {
  const answer = await answerTo('BOGUS\r\n\r\n');
  expect(answer).toMatch(/^strict-transport-security: max-age=31536000/im);
  expect(answer).toMatch(/^x-content-type-options: nosniff/im);
  expect(answer).toMatch(/^content-security-policy: default-src 'none'/im);
});

it.each(['TRACE', 'CONNECT'])('%s is not answered with what was sent', async (method) => {
  const target = method === 'CONNECT' ? 'portal.test:443' : '/api/user';
  const answer = await answerTo(
    `${method} ${target} HTTP/1.1\r\nHost: portal.test\r\nX-Canary: canary-7f3a\r\nConnection: close\r\n\r\n`,
  );
  expect(answer).not.toMatch(/^HTTP\/1\.1 2/);
  expect(answer).not.toContain('canary-7f3a');
});
