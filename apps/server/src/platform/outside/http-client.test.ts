import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createHttpClient, type OutsideCall, parseOutsideJson } from './http-client.ts';

let server: Server | null = null;

async function serve(listener: RequestListener): Promise<string> {
  const started = createServer(listener);
  server = started;
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(started.address() as AddressInfo).port}`;
}

afterEach(async () => {
  server?.closeAllConnections();
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(null)));
  server = null;
});

const client = createHttpClient({ timeoutMs: 200 });

describe('an outgoing HTTP call', () => {
  it('returns status and JSON, whatever the status', async () => {
    const url = await serve((_request, response) => response.writeHead(418).end('{"a":[1]}'));
    const answered = { kind: 'answered', status: 418, body: { a: [1] }, date: expect.any(Date) };
    expect(await client.send({ method: 'GET', url })).toEqual(answered);
  });

  it('sends JSON, a form or no body', async () => {
    const seen: string[] = [];
    const url = await serve((request, response) => {
      let body = '';
      request.setEncoding('utf8');
      request.on('data', (chunk: string) => {
        body += chunk;
      });
      request.on('end', () => {
        seen.push(`${request.method} ${request.headers['content-type']} ${body}`);
        response.end('{}');
      });
    });
    await client.send({ method: 'POST', url, json: { amount: 1 } });
    await client.send({ method: 'POST', url, form: { grant_type: 'x y' } });
    await client.send({ method: 'GET', url });
    expect(seen).toEqual([
      'POST application/json {"amount":1}',
      'POST application/x-www-form-urlencoded;charset=UTF-8 grant_type=x+y',
      'GET undefined ',
    ]);
  });

  it('reports that nothing was sent when the connection is refused', async () => {
    const url = await serve((_request, response) => response.end('{}'));
    server?.close();
    await new Promise((resolve) => setImmediate(resolve));
    expect(await client.send({ method: 'POST', url, json: {} })).toMatchObject({
      kind: 'not-sent',
      reason: 'ECONNREFUSED',
    });
  });

  it('counts a failed TLS handshake as no answer', async () => {
    const url = await serve((_request, response) => response.end('{}'));
    const answer = await client.send({ method: 'GET', url: url.replace('http:', 'https:') });
    expect(['not-sent', 'unknown']).toContain(answer.kind);
  });

  it('reports an unknown outcome after a timeout, a dropped connection or half an answer', async () => {
    const silent = await serve(() => undefined);
    expect(await client.send({ method: 'GET', url: silent })).toMatchObject({
      kind: 'unknown',
      reason: 'no answer in time',
    });
    server?.closeAllConnections();
    const dropping = await serve((request) => request.socket.destroy());
    expect((await client.send({ method: 'GET', url: dropping })).kind).toBe('unknown');
    server?.closeAllConnections();
    const halting = await serve((_request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('{"a"');
    });
    expect((await client.send({ method: 'GET', url: halting })).kind).toBe('unknown');
  });

  it('reports an answer that is not JSON or does not end as garbled', async () => {
    const page = await serve((_request, response) => response.writeHead(502).end('<html>'));
    expect(await client.send({ method: 'GET', url: page })).toMatchObject({ kind: 'garbled', status: 502 });
    server?.closeAllConnections();
    const flood = await serve((_request, response) => {
      const more = (): void => {
        while (response.write('x'.repeat(65_536)));
      };
      response.on('drain', more);
      more();
    });
    const patient = createHttpClient({ timeoutMs: 5000 });
    expect(await patient.send({ method: 'GET', url: flood })).toMatchObject({
      kind: 'garbled',
      reason: 'the answer is too long',
    });
  });

  it('does not follow a redirect, which would carry the key to another host', async () => {
    let calls = 0;
    const url = await serve((_request, response) => {
      calls += 1;
      response.writeHead(302, { location: '/elsewhere' }).end();
    });
    expect((await client.send({ method: 'GET', url, headers: { authorization: 'Bearer secret' } })).kind).toBe(
      'garbled',
    );
    expect(calls).toBe(1);
  });

  it('gives several calls of one operation one deadline', async () => {
    let calls = 0;
    const url = await serve(() => {
      calls += 1;
    });
    const signal = client.deadline();
    await client.send({ method: 'GET', url, signal });
    await client.send({ method: 'GET', url, signal });
    expect(calls).toBe(1);
  });

  it('logs host and path, and no key, query or body', async () => {
    const calls: OutsideCall[] = [];
    const url = await serve((_request, response) => response.end('{"card":"canary-answer"}'));
    const logging = createHttpClient({ timeoutMs: 500, log: (call) => calls.push(call) });
    await logging.send({
      method: 'POST',
      url: `${url}/charge?email=canary-query`,
      headers: { authorization: 'Bearer canary-key' },
      json: { pin: 'canary-body' },
    });
    expect(calls).toMatchObject([{ method: 'POST', path: '/charge', outcome: 'answered', status: 200 }]);
    expect(JSON.stringify(calls)).not.toContain('canary');
  });
});

describe('numbers in a gateway’s JSON', () => {
  it('keep every digit of a 64-bit id', () => {
    expect(parseOutsideJson('{"id":9007199254740993123,"amount":2500000,"rate":1.5}')).toEqual({
      id: '9007199254740993123',
      amount: 2_500_000,
      rate: 1.5,
    });
  });
});
