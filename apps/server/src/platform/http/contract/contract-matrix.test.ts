import { endpoints } from '@portal/contract';
import { errorAnswer } from '@portal/contract/error-answer';
import type { Endpoint } from '@portal/contract/platform/endpoint';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { sumOfTables } from '../../../testing/sum-of-tables.ts';
import type { TestBrowser } from '../../../testing/test-browser.ts';
import { startTestPortal, type TestPortal } from '../../../testing/test-portal.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 30_000 });

const nameOf = (entry: Endpoint) => `${entry.method} ${entry.path}`;
const named = (entries: readonly Endpoint[]) => entries.map((entry) => [nameOf(entry), entry] as const);
const addressOf = (entry: Endpoint) => entry.path.replace(/:\w+/g, 'nothing-by-this-name');

const needsSession = endpoints.filter(({ access }) => ['session', 'admin', 'staff-sign-in'].includes(access));
const takesBody = endpoints.filter(({ body }) => body !== undefined);
const writes = endpoints.filter(
  ({ method, access }) => method !== 'GET' && access !== 'gateway' && access !== 'network',
);

let portal: TestPortal;
let customer: TestBrowser;
let staff: TestBrowser;
beforeAll(async () => {
  portal = await startTestPortal();
  customer = portal.browser();
  await customer.register();
  staff = portal.browser();
  const { user } = (await staff.register()).json();
  await portal.pool.query(`update users set role = 'admin' where id = $1`, [user.id]);
});
/** The cookie of a caller with the required role. */
const cookieFor = (entry: Endpoint) =>
  `session=${(entry.path.startsWith('/api/staff/') ? staff : customer).cookies.get('session')}`;
afterAll(() => portal.close());

/** Words that would reveal the implementation to an attacker. */
const LEAKS = /\bstack|\/src\/|node_modules|SQLSTATE|select |insert |drizzle|postgres|pg_|at \w+ \(/i;

/**
 * The first words of the validation library's own messages (zod/v4/locales/en). The specification
 * also has 'Invalid email …'.
 */
const OF_LIBRARY = /"(Invalid (?!email )|Too (big|small)|Unrecognized key)|: expected |, received /;

function expectRefusal(response: LightMyRequestResponse, ...statuses: number[]): void {
  expect(statuses, response.body).toContain(response.statusCode);
  expect(z.safeParse(errorAnswer, response.json()).error, response.body).toBeUndefined();
  expect(response.body).not.toMatch(LEAKS);
  expect(response.body).not.toMatch(OF_LIBRARY);
  expect(response.headers['cache-control']).toBe('no-store');
}

describe.each(named(needsSession))('%s', (_name, entry) => {
  const ask = (cookie?: string) =>
    portal.app.inject({
      method: entry.method,
      url: addressOf(entry),
      headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json', ...(cookie ? { cookie } : {}) },
      ...(entry.method === 'GET' ? {} : { payload: '{}' }),
    });

  it('is closed without a valid session', async () => {
    const token = customer.cookies.get('session') ?? '';
    const outsiders = [
      undefined,
      'session=',
      `session=${'A'.repeat(43)}`,
      `session=${token.slice(0, -1)}`,
      `session=${token}; session=${token}`,
      `session=${'A'.repeat(8192)}`,
      `sessions=${token}`,
      `session="${token}"`,
    ];
    for (const cookie of outsiders) expectRefusal(await ask(cookie), 401);
  });

  it('is open to the roles that the contract names, to no others and to no cache', async () => {
    const response = await ask(`session=${customer.cookies.get('session')}`);
    if (entry.access !== 'session') expectRefusal(response, 403);
    const answer = await ask(cookieFor(entry));
    expect([401, 403]).not.toContain(answer.statusCode);
    expect(answer.headers['cache-control']).toBe('no-store');
  });
});

describe.each(named(writes))('%s', (_name, entry) => {
  const origins = [undefined, 'http://portal.test', 'https://evil.example', 'http://portal.test.evil.example', 'null'];
  const sites = [undefined, 'same-origin', 'same-site', 'cross-site'];

  it('is refused when another site makes a visitor’s browser send it', async () => {
    for (const origin of origins) {
      for (const site of sites) {
        const foreign = (origin && origin !== 'http://portal.test') || site === 'same-site' || site === 'cross-site';
        if (!foreign) continue;
        const response = await portal.app.inject({
          method: entry.method,
          url: addressOf(entry),
          headers: {
            'content-type': 'application/json',
            ...(origin ? { origin } : {}),
            ...(site ? { 'sec-fetch-site': site } : {}),
            cookie: `session=${customer.cookies.get('session')}`,
          },
          payload: '{}',
        });
        expectRefusal(response, 403);
      }
    }
    expect((await customer.get('/api/user')).statusCode).toBe(200);
  });
});

describe.each(named(takesBody))('%s', (_name, entry) => {
  const send = (payload: string | Buffer, headers: Record<string, string> = {}) =>
    portal.app.inject({
      method: entry.method,
      url: addressOf(entry),
      headers: {
        'content-type': 'application/json',
        'sec-fetch-site': 'same-origin',
        cookie: cookieFor(entry),
        ...headers,
      },
      payload,
    });

  it('accepts only JSON in UTF-8', async () => {
    const types =
      'text/plain application/x-www-form-urlencoded multipart/form-data;boundary=x application/xml text/json';
    for (const type of [
      ...types.split(' '),
      'application/json; charset=utf-16',
      'application/jsonp',
      'APPLICATION/XML',
    ]) {
      expectRefusal(await send('{}', { 'content-type': type }), 415);
    }
    expectRefusal(await send('{}', { 'content-encoding': 'gzip' }), 415);
  });

  it('refuses bodies that are broken, deeply nested, huge, of another type or with repeated keys', async () => {
    for (const body of ['{', '[', 'null,', '{"a":1,"a":2}', '{"__proto__":{}}', '['.repeat(10_000), '{"a":NaN}']) {
      expectRefusal(await send(body), 400);
    }
    for (const body of ['[]', '"text"', '1', 'null', 'true', '']) expectRefusal(await send(body), 400, 422);
    expectRefusal(await send(JSON.stringify({ text: 'x'.repeat(70_000) })), 413);
  });
});

describe('a GET', () => {
  it('changes nothing but the logs of what was read, whoever sends it, also another site', async () => {
    await customer.post('/api/user/tickets', { subject: 'No light', description: 'Since noon.' });
    await customer.post('/api/chat/initialize', {});
    const before = await sumOfTables(portal.pool);
    expect(Object.keys(before).length).toBeGreaterThan(60);
    for (const entry of endpoints.filter(({ method }) => method === 'GET')) {
      for (const site of ['same-origin', 'cross-site']) {
        const headers = { cookie: cookieFor(entry), 'sec-fetch-site': site };
        await portal.app.inject({ url: addressOf(entry), headers });
      }
    }
    expect(await sumOfTables(portal.pool)).toEqual(before);
    await customer.post('/api/user/tickets', { subject: 'Still no light', description: 'Since noon.' });
    expect(await sumOfTables(portal.pool)).not.toEqual(before);
  });
});

const patternOf = (path: string): RegExp => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`);

describe('every path', () => {
  it('lists the methods that it accepts and refuses all others', async () => {
    for (const [path, entries] of Map.groupBy(endpoints, ({ path }) => path)) {
      const taken: string[] = entries.map(({ method }) => method);
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const) {
        const url = path.replace(/:\w+/g, 'x');
        // An address with fields may take it: a delivery “retry” of an endpoint is not there, its refusal says.
        const isTaken = endpoints.some((other) => other.method === method && patternOf(other.path).test(url));
        if (isTaken) continue;
        const response = await portal.app.inject({ method, url, headers: { 'sec-fetch-site': 'same-origin' } });
        expectRefusal(response, 405);
        expect(response.headers.allow, `${method} ${path}`).toBe(taken.join(', '));
      }
    }
  });

  it('is found in one spelling only', async () => {
    const spellings = [
      '/api/user/',
      '/API/user',
      '/api//user',
      '/api/%75ser/',
      '/api/./user',
      '/api/user;x=1',
      '/api/user%00',
    ];
    for (const url of spellings) {
      const response = await portal.app.inject({ method: 'GET', url });
      expect([401, 404, 400], url).toContain(response.statusCode);
      expect(response.json().success).toBe(false);
    }
  });

  it('is in the OpenAPI document', async () => {
    const document = (await portal.app.inject('/api/openapi.json')).json();
    const described = Object.entries<object>(document.paths).flatMap(([path, verbs]) =>
      Object.keys(verbs).map((verb) => `${verb.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
    );
    expect(described.sort()).toEqual(endpoints.map(nameOf).sort());
  });

  it('answers with headers against framing, foreign scripts and content sniffing', async () => {
    const { headers } = await portal.app.inject('/api/plans');
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; .*frame-ancestors 'none'$/);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(headers).not.toHaveProperty('x-powered-by');
    expect(headers).not.toHaveProperty('set-cookie');
  });
});
