import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import Fastify from 'fastify';
import { registerSandbox } from '../register-sandbox.ts';
import type { SandboxHandle } from '../sandbox-handle.ts';
import { GATEWAYS, type Gateway, SANDBOX_KEYS, type SandboxOptions } from '../sandbox-options.ts';

export interface ReceivedWebhook {
  readonly gateway: Gateway;
  readonly headers: IncomingHttpHeaders;
  /** The bytes as they arrived. */
  readonly body: string;
}

/** A portal that only receives webhooks. */
export interface PortalSink extends AsyncDisposable {
  readonly url: string;
  readonly received: ReceivedWebhook[];
  /** Its answers from now on; a list is used up first. */
  answerWith(...statuses: number[]): void;
  /** Resolves once this many webhooks with this text have arrived in all. */
  arrived(count: number, text?: string): Promise<ReceivedWebhook[]>;
}

export async function startPortalSink(): Promise<PortalSink> {
  const received: ReceivedWebhook[] = [];
  const arrivals = new EventEmitter();
  let statuses = [200];
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request);
    const gateway = GATEWAYS.find((name) => request.url?.endsWith(name)) ?? 'paystack';
    received.push({ gateway, headers: request.headers, body });
    response.statusCode = (statuses.length > 1 ? statuses.shift() : statuses[0]) ?? 200;
    if (response.statusCode >= 300 && response.statusCode < 400) response.setHeader('location', '/elsewhere');
    response.end();
    arrivals.emit('webhook');
  };
  // An aborted request is ignored: the sender notices and retries.
  const server = createServer((request, response) => void take(request, response).catch(() => response.destroy()));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answerWith(...next) {
      statuses = next;
    },
    async arrived(count, part = '') {
      const matching = () => received.filter(({ body }) => body.includes(part));
      while (matching().length < count) await once(arrivals, 'webhook');
      return matching();
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

export interface Reply {
  readonly status: number;
  /** The vendor's JSON, read field by field in tests; null when the body is not JSON. */
  readonly json: ReturnType<typeof JSON.parse>;
  readonly text: string;
  readonly headers: Headers;
}

export interface Testbed extends AsyncDisposable {
  readonly url: string;
  readonly handle: SandboxHandle;
  readonly portal: PortalSink;
  /** Calls the sandbox over HTTP; `form` is sent urlencoded, redirects are not followed. */
  call(method: string, path: string, options?: CallOptions): Promise<Reply>;
}

export interface CallOptions {
  readonly key?: string;
  readonly json?: unknown;
  readonly form?: Record<string, string>;
  readonly signal?: AbortSignal;
}

/** A sandbox on a real port under /sandbox, and a portal to receive its webhooks. */
export async function startTestbed(options: Partial<SandboxOptions> = {}): Promise<Testbed> {
  const portal = await startPortalSink();
  const app = Fastify();
  let base = '';
  let handle: SandboxHandle | undefined;
  await app.register(
    async (scope) => {
      handle = await registerSandbox(scope, {
        get publicBase() {
          return base;
        },
        merchantName: 'Waya Fibre',
        webhookTarget: (gateway) => `${portal.url}/api/webhooks/${gateway}`,
        keys: SANDBOX_KEYS,
        storeFile: null,
        clock: () => new Date(),
        newId: randomUUID,
        log: { info: () => undefined, warn: () => undefined },
        webhookRetryDelaysMs: [1],
        refundMs: 1,
        ...options,
      });
    },
    { prefix: '/sandbox' },
  );
  await app.listen({ port: 0, host: '127.0.0.1' });
  base = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/sandbox`;
  if (!handle) throw new Error('the sandbox did not start');
  return {
    url: base,
    handle,
    portal,
    call: (method, path, request = {}) => call(method, path.startsWith('http') ? path : base + path, request),
    async [Symbol.asyncDispose]() {
      await app.close();
      await portal[Symbol.asyncDispose]();
    },
  };
}

async function call(method: string, url: string, { key, json, form, signal }: CallOptions): Promise<Reply> {
  const headers = new Headers();
  if (key !== undefined) headers.set('authorization', key);
  if (json !== undefined) headers.set('content-type', 'application/json');
  const body = form ? new URLSearchParams(form) : json === undefined ? null : JSON.stringify(json);
  const response = await fetch(url, { method, headers, body, redirect: 'manual', signal: signal ?? null });
  const answer = await response.text();
  return {
    status: response.status,
    text: answer,
    json: tryJson(answer),
    headers: response.headers,
  };
}

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export const PAYSTACK_KEY = `Bearer ${SANDBOX_KEYS.paystackSecretKey}`;
export const FLUTTERWAVE_KEY = `Bearer ${SANDBOX_KEYS.flutterwaveSecretKey}`;
export const CALLBACK = 'https://portal.example/payment?from=gateway';

/** Opens a Paystack payment of NGN 25,000 and returns its checkout address. */
export async function openPaystack(bed: Testbed, reference: string, more: object = {}): Promise<string> {
  const json = {
    email: 'amina@example.com',
    amount: 2_500_000,
    currency: 'NGN',
    reference,
    callback_url: CALLBACK,
    ...more,
  };
  const reply = await bed.call('POST', '/paystack/transaction/initialize', { key: PAYSTACK_KEY, json });
  return reply.json.data.authorization_url;
}

/** Opens a Flutterwave payment of NGN 25,000 and returns its checkout address. */
export async function openFlutterwave(bed: Testbed, reference: string, more: object = {}): Promise<string> {
  const customer = { email: 'amina@example.com', name: 'Amina Bello' };
  const json = { tx_ref: reference, amount: 25_000, currency: 'NGN', redirect_url: CALLBACK, customer, ...more };
  const reply = await bed.call('POST', '/flutterwave/v3/payments', { key: FLUTTERWAVE_KEY, json });
  return reply.json.data.link;
}

/** The bearer header for Interswitch calls. */
export async function interswitchKey(bed: Testbed): Promise<string> {
  const { interswitchClientId: id, interswitchClientSecret: secret } = SANDBOX_KEYS;
  const key = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
  const form = { grant_type: 'client_credentials', scope: 'profile' };
  const reply = await bed.call('POST', '/quickteller/passport/oauth/token', { key, form });
  return `Bearer ${reply.json.access_token}`;
}

/** Opens a Quickteller payment of NGN 25,000 and returns its checkout address. */
export async function openQuickteller(bed: Testbed, reference: string, more: object = {}): Promise<string> {
  const json = {
    merchantCode: SANDBOX_KEYS.interswitchMerchantCode,
    payableCode: SANDBOX_KEYS.interswitchPayableCode,
    amount: 2_500_000,
    redirectUrl: CALLBACK,
    customerId: '42',
    currencyCode: '566',
    customerEmail: 'amina@example.com',
    transactionReference: reference,
    ...more,
  };
  const key = await interswitchKey(bed);
  const reply = await bed.call('POST', '/quickteller/paymentgateway/api/v1/paybill', { key, json });
  return reply.json.paymentUrl;
}

/** Chooses on the checkout page, as the payer's browser does. */
export function choose(bed: Testbed, checkoutUrl: string, outcome: string): Promise<Reply> {
  return bed.call('POST', checkoutUrl, { form: { outcome } });
}
