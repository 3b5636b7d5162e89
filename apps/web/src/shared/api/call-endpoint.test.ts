import { defineEndpoint } from '@portal/contract/platform/endpoint';
import { afterEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { ApiError } from './api-error.ts';
import { callEndpoint } from './call-endpoint.ts';
import { onProofRequired } from './proof-required.ts';
import { onSessionEnded } from './session-ended.ts';

const pay = defineEndpoint({
  method: 'POST',
  path: '/api/payment/:gateway/initialize',
  access: 'session',
  summary: '',
  params: z.object({ gateway: z.string() }),
  body: z.object({ amount: z.number() }),
  answer: z.object({ reference: z.string() }),
  errors: [],
});

const quote = defineEndpoint({
  method: 'GET',
  path: '/api/quote',
  access: 'session',
  summary: '',
  query: z.object({ plan: z.string(), city: z.optional(z.string()) }),
  answer: z.object({ total: z.number() }),
  errors: [],
});

const login = defineEndpoint({
  method: 'POST',
  path: '/api/login',
  access: 'anyone',
  summary: '',
  body: z.object({ email: z.string() }),
  answer: z.object({ success: z.literal(true) }),
  errors: [],
});

function answering(status: number, body: string) {
  const fetched = vi.fn((_url: string, _init: RequestInit) => Promise.resolve(new Response(body, { status })));
  vi.stubGlobal('fetch', fetched);
  return fetched;
}

afterEach(() => vi.unstubAllGlobals());

test('a call has the method and address of the contract, a JSON body and the session cookie', async () => {
  const fetched = answering(200, '{"reference":"r-1","secret":"s"}');
  const answer = await callEndpoint(pay, { params: { gateway: 'pay/stack' }, body: { amount: 18600 } });
  expect(answer).toEqual({ reference: 'r-1' });
  const [url, init] = fetched.mock.calls[0] ?? [];
  expect(url).toBe('/api/payment/pay%2Fstack/initialize');
  expect(init).toMatchObject({ method: 'POST', credentials: 'same-origin', body: '{"amount":18600}' });
  expect(new Headers(init?.headers).get('content-type')).toBe('application/json');
});

test('an undefined value stays out of the query', async () => {
  const fetched = answering(200, '{"total":1}');
  await callEndpoint(quote, { query: { plan: 'home 10', city: undefined } });
  expect(fetched.mock.calls[0]?.[0]).toBe('/api/quote?plan=home+10');
});

test('an answer that breaks the contract is not passed on', async () => {
  answering(200, '{"reference":7}');
  await expect(callEndpoint(pay, { params: { gateway: 'p' }, body: { amount: 1 } })).rejects.toThrow();
});

test('an answer that is not OK throws status, colon, space and body', async () => {
  answering(409, '{"success":false,"message":"Already paid","code":"x.y","requestId":"r","errors":{"amount":"No"}}');
  const failure = await callEndpoint(pay, { params: { gateway: 'p' }, body: { amount: 1 } }).catch((e: unknown) => e);
  expect(failure).toBeInstanceOf(ApiError);
  expect(failure).toMatchObject({
    message: '409: {"success":false,"message":"Already paid","code":"x.y","requestId":"r","errors":{"amount":"No"}}',
    status: 409,
    serverMessage: 'Already paid',
    code: 'x.y',
    requestId: 'r',
    errors: { amount: 'No' },
  });
});

test('an error without a body throws the status and its name', () => {
  expect(new ApiError(503, 'Service Unavailable', '').message).toBe('503: Service Unavailable');
});

test('a lost session is reported at once, a wrong password is not mistaken for one', async () => {
  const ended = vi.fn();
  const stop = onSessionEnded(ended);
  answering(401, '{}');
  await callEndpoint(login, { body: { email: 'a@b.c' } }).catch(() => undefined);
  expect(ended).not.toHaveBeenCalled();
  await callEndpoint(quote, { query: { plan: 'p' } }).catch(() => undefined);
  expect(ended).toHaveBeenCalledOnce();
  stop();
});

describe('while the session is being replaced', () => {
  const renew = defineEndpoint({ ...login, path: '/api/renew', access: 'session', renewsSession: true });

  /**
   * The server has ended the old session; whether the new one's cookie has arrived, `renewal`
   * decides.
   */
  function replacing() {
    const renewal = Promise.withResolvers<Response>();
    let cookie = 'old';
    void renewal.promise.then(({ ok }) => {
      if (ok) cookie = 'new';
    });
    vi.stubGlobal('fetch', (url: string) => {
      if (url === '/api/renew') return renewal.promise;
      return Promise.resolve(
        cookie === 'new' ? new Response('{"total":7}', { status: 200 }) : new Response('{}', { status: 401 }),
      );
    });
    return renewal;
  }

  test('a call with the old cookie is repeated with the new one, and no one is signed out', async () => {
    const ended = vi.fn();
    const stop = onSessionEnded(ended);
    const renewal = replacing();
    const change = callEndpoint(renew, { body: { email: 'a@b.c' } });
    const asked = callEndpoint(quote, { query: { plan: 'p' } });
    renewal.resolve(new Response('{"success":true}', { status: 200 }));
    expect(await asked).toEqual({ total: 7 });
    await change;
    expect(ended).not.toHaveBeenCalled();
    stop();
  });

  test('a refused replacement ends the session as usual', async () => {
    const ended = vi.fn();
    const stop = onSessionEnded(ended);
    const renewal = replacing();
    const change = callEndpoint(renew, { body: { email: 'a@b.c' } }).catch(() => undefined);
    const asked = callEndpoint(quote, { query: { plan: 'p' } });
    renewal.resolve(new Response('{}', { status: 401 }));
    await expect(asked).rejects.toMatchObject({ status: 401 });
    await change;
    expect(ended).toHaveBeenCalledTimes(2);
    stop();
  });
});

describe('a call that needs a fresh proof', () => {
  const REFUSED = '{"success":false,"message":"Please prove it","code":"session.proof-required","requestId":"r"}';
  const order = { params: { gateway: 'p' }, body: { amount: 18600 } };
  const answers = (...given: readonly [number, string][]) => {
    const left = [...given];
    const fetched = vi.fn((_url: string, _init: RequestInit) => {
      const [status, body] = left.shift() ?? [500, ''];
      return Promise.resolve(new Response(body, { status }));
    });
    vi.stubGlobal('fetch', fetched);
    return fetched;
  };
  afterEach(() => onProofRequired(() => Promise.resolve(false)));

  test('is sent again, with what was typed, once the person has given it', async () => {
    onProofRequired(() => Promise.resolve(true));
    const fetched = answers([403, REFUSED], [200, '{"reference":"r-1"}']);
    expect(await callEndpoint(pay, order)).toEqual({ reference: 'r-1' });
    expect(fetched.mock.calls.map(([, { body }]) => body)).toEqual(['{"amount":18600}', '{"amount":18600}']);
  });

  test('is refused, and not sent again, when the person would rather not', async () => {
    const fetched = answers([403, REFUSED]);
    await expect(callEndpoint(pay, order)).rejects.toMatchObject({ status: 403, serverMessage: 'Please prove it' });
    expect(fetched).toHaveBeenCalledOnce();
  });

  test('asks once: a second refusal is told', async () => {
    const ask = vi.fn(() => Promise.resolve(true));
    onProofRequired(ask);
    answers([403, REFUSED], [403, REFUSED]);
    await expect(callEndpoint(pay, order)).rejects.toMatchObject({ code: 'session.proof-required' });
    expect(ask).toHaveBeenCalledOnce();
  });
});

test('a missing connection is reported in words for people', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await expect(callEndpoint(quote, { query: { plan: 'p' } })).rejects.toThrow('We could not reach the server');
});
