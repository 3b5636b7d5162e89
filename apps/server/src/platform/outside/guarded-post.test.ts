import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGuardedPost, findAddressFault, type ResolveHost } from './guarded-post.ts';
import { isPrivateAddress } from './private-address.ts';

const RULES = { production: true, allowedPrivateHosts: [] };

let server: Server;
let port: number;
let respond: (response: ServerResponse) => void;
let hits = 0;
beforeAll(async () => {
  server = createServer((_request, response) => {
    hits += 1;
    respond(response);
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const resolveTo =
  (...addresses: string[]): ResolveHost =>
  (_name, callback) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );

const postTo = (
  url: string,
  rules: { production?: boolean; allowedPrivateHosts?: string[]; timeoutMs?: number } = {},
  resolve?: ResolveHost,
) => {
  const all = { production: false, allowedPrivateHosts: [], timeoutMs: 5000, ...rules };
  return createGuardedPost(all, resolve)({ url, headers: { 'content-type': 'application/json' }, body: '{}' });
};

describe('an address in a private network is never called, in any spelling', () => {
  it.each([
    'https://127.0.0.1/',
    'https://127.1/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0177.0.0.1/',
    'https://0x7f.1/',
    'https://0/',
    'https://１２７.0.0.1/',
    'https://10.1.2.3/',
    'https://100.64.0.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://172.16.0.1/',
    'https://172.31.255.255/',
    'https://192.168.0.1/',
    'https://192.0.0.192/',
    'https://198.18.0.1/',
    'https://224.0.0.1/',
    'https://255.255.255.255/',
    'https://[::]/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:7f00:1]/',
    'https://[::127.0.0.1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[64:ff9b:1::a00:1]/',
    'https://[2002:7f00:1::]/',
    'https://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/',
    'https://[fc00::1]/',
    'https://[fd00:ec2::254]/',
    'https://[fe80::1]/',
    'https://[fec0::1]/',
    'https://[ff02::1]/',
    'https://[2001:db8::1]/',
  ])('%s', async (address) => {
    expect(findAddressFault(address, RULES)).toContain('private network');
    expect(await postTo(address)).toMatchObject({ kind: 'failed', reason: expect.stringContaining('private network') });
  });

  it.each(['https://1.1.1.1/', 'https://[2606:4700::1111]/', 'https://accounting.example/hooks'])(
    '%s is no such address',
    (address) => expect(findAddressFault(address, RULES)).toBeNull(),
  );

  it.each([
    ['http://accounting.example/', 'https://'],
    ['ftp://accounting.example/', 'https://'],
    ['file:///etc/passwd', 'https://'],
    ['https://user:password@accounting.example/', 'name and password'],
    ['nonsense', 'https://'],
  ])('%s is refused in production', (address, why) => {
    expect(findAddressFault(address, RULES)).toContain(why);
  });

  it.each([[['127.0.0.1']], [['::1']], [['::ffff:10.0.0.1']], [['1.1.1.1', '169.254.169.254']]])(
    'a name that resolves to %j when the connection is made is refused',
    async (addresses) => {
      hits = 0;
      const answer = await postTo(`http://localhost:${port}/`, {}, resolveTo(...addresses));
      expect(answer).toMatchObject({ kind: 'failed', reason: expect.stringContaining('private network') });
      expect(hits).toBe(0);
    },
  );

  it('a name without any address is refused', async () => {
    expect(await postTo('http://nothing.example/', {}, resolveTo())).toMatchObject({ kind: 'failed' });
  });

  it('what is no address counts as private', () => {
    expect(isPrivateAddress('accounting.example')).toBe(true);
    expect(isPrivateAddress('')).toBe(true);
  });
});

describe('a host of the operator’s own network', () => {
  it('is called by its address or by its name once it is allowed', async () => {
    respond = (response) => response.end('taken');
    const byAddress = await postTo(`http://127.0.0.1:${port}/`, { allowedPrivateHosts: ['127.0.0.1'] });
    expect(byAddress).toEqual({ kind: 'answered', status: 200, text: 'taken' });
    const rules = { allowedPrivateHosts: ['localhost'] };
    const byName = await postTo(`http://LOCALHOST:${port}/`, rules, resolveTo('127.0.0.1'));
    expect(byName).toMatchObject({ kind: 'answered', status: 200 });
    const other = await postTo(
      `http://localhost:${port}/`,
      { allowedPrivateHosts: ['books.internal'] },
      resolveTo('127.0.0.1'),
    );
    expect(other).toMatchObject({ kind: 'failed' });
  });
});

const openssl = spawnSync('openssl', ['version']);

it.skipIf(openssl.error)('a server whose certificate nobody has signed gets nothing', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-certificate-'));
  const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', keyFile];
  spawnSync('openssl', ['req', '-x509', ...key, '-subj', '/CN=localhost', '-out', certFile]);
  const secure = createSecureServer({ key: readFileSync(keyFile), cert: readFileSync(certFile) }, () => {
    throw new Error('it was called');
  });
  rmSync(folder, { recursive: true });
  const { promise, resolve } = Promise.withResolvers<void>();
  secure.listen(0, '127.0.0.1', resolve);
  await promise;
  const url = `https://127.0.0.1:${(secure.address() as AddressInfo).port}/`;
  const answer = await postTo(url, { allowedPrivateHosts: ['127.0.0.1'] });
  expect(answer).toEqual({ kind: 'failed', reason: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
  secure.close();
});

describe('an answer', () => {
  const post = (rules = {}) => postTo(`http://127.0.0.1:${port}/`, { allowedPrivateHosts: ['127.0.0.1'], ...rules });

  it('that redirects is an answer, and its target is not called', async () => {
    hits = 0;
    respond = (response) => response.writeHead(302, { location: `http://127.0.0.1:${port}/other` }).end();
    expect(await post()).toMatchObject({ kind: 'answered', status: 302 });
    expect(hits).toBe(1);
  });

  it('is read for 2 KB, though it never ends', async () => {
    respond = (response) => {
      const more = (): void => {
        while (!response.destroyed && response.write('x'.repeat(1000)));
      };
      response.on('drain', more);
      more();
    };
    const answer = await post();
    expect(answer).toEqual({ kind: 'answered', status: 200, text: 'x'.repeat(2048) });
  });

  it('can be stored whatever it is', async () => {
    respond = (response) => response.end(Buffer.from([0x61, 0, 0xff, 0xd8, 0x62]));
    expect(await post()).toMatchObject({ text: `a${'\ufffd'.repeat(2)}b` });
  });

  it('that does not come in time is none, also when only its body is missing', async () => {
    respond = () => {};
    expect(await post({ timeoutMs: 50 })).toEqual({ kind: 'failed', reason: 'no answer in time' });
    respond = (response) => void response.writeHead(200).write('beginning');
    expect(await post({ timeoutMs: 50 })).toEqual({ kind: 'failed', reason: 'no answer in time' });
  });

  it('is none where nobody listens', async () => {
    expect(await postTo('http://127.0.0.1:1/', { allowedPrivateHosts: ['127.0.0.1'] })).toEqual({
      kind: 'failed',
      reason: 'ECONNREFUSED',
    });
  });
});
