import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Customer, type PaymentTestbed, startPaymentTestbed } from '../../testing/billing/payment-testbed.ts';
import { portOf } from '../../testing/test-socket.ts';
import { createOpenTelemetryTracer } from './open-telemetry.ts';
import type { Tracer } from './trace.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

/** A span as OTLP writes it in JSON. */
type Exported = {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: readonly { readonly key: string; readonly value: object }[];
};
type ExportedPage = {
  readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: Exported[] }[] }[];
};

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER = '00f067aa0ba902b7';
const PASSWORD = 'wide road, early rain';

let collector: Server;
let pages: string[];
let tracer: Tracer;
let bed: PaymentTestbed;

const spans = (): Exported[] =>
  pages.flatMap((page) =>
    (JSON.parse(page) as ExportedPage).resourceSpans.flatMap(({ scopeSpans }) =>
      scopeSpans.flatMap((one) => one.spans),
    ),
  );

const attribute = (span: Exported | undefined, key: string) => span?.attributes.find((one) => one.key === key)?.value;

beforeAll(async () => {
  pages = [];
  collector = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (piece) => {
      text += piece;
    });
    request.on('end', () => {
      if (request.url === '/v1/traces') pages.push(text);
      response.setHeader('content-type', 'application/json').end('{}');
    });
  }).listen(0, '127.0.0.1');
  await once(collector, 'listening');
  const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  tracer = createOpenTelemetryTracer({ endpoint, ratio: 1, serviceName: 'portal' });
  bed = await startPaymentTestbed({ portal: { tracer } });
});
afterAll(async () => {
  await bed.close();
  collector.close();
});

/** As a browser would, and in the trace of its caller. */
async function post(path: string, body: object, who?: Customer): Promise<Response> {
  const cookie = [...(who?.browser.cookies ?? [])].map(([name, value]) => `${name}=${value}`).join('; ');
  const traceparent = `00-${TRACE_ID}-${CALLER}-00`;
  const headers = { 'content-type': 'application/json', origin: 'http://portal.test', traceparent, cookie };
  const url = `http://127.0.0.1:${portOf(bed.app)}${path}`;
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  await answer.clone().text();
  return answer;
}

it('a payment is one trace, from the caller through the statements to the gateway, without any value', async () => {
  const customer = await bed.createCustomer();
  const order = { amount: 25_000, email: customer.email, plan: bed.planId };
  const opened = await post('/api/payment/paystack/initialize', order, customer);
  expect(opened.status).toBe(200);
  const { data } = (await opened.json()) as { data: { reference: string } };
  bed.sandbox.decide(data.reference, 'approve');
  await post('/api/payment/verify', { gateway: 'paystack', reference: data.reference }, customer);
  const person = { firstName: 'Canary', lastName: 'Bello', email: 'canary@example.ng', password: PASSWORD };
  await post('/api/register', person);
  bed.startJobs();
  const giveUp = { timeout: 20_000, interval: 100 };
  await vi.waitFor(async () => {
    bed.wakeJobs('renewals');
    const page = await fetch(`http://127.0.0.1:${portOf(bed.app)}/metrics`);
    expect(await page.text()).toMatch(/job_last_success_timestamp_seconds\{job="renewals"\}/);
  }, giveUp);
  await tracer.close();

  const [initialize] = spans().filter(({ name }) => name === 'POST /api/payment/:gateway/initialize');
  expect(initialize).toMatchObject({ traceId: TRACE_ID, parentSpanId: CALLER });
  expect(attribute(initialize, 'http.response.status_code')).toEqual({ intValue: 200 });
  expect(attribute(initialize, 'portal.actor')).toEqual({ stringValue: 'customer' });
  const below = spans().filter(
    ({ parentSpanId, traceId }) => parentSpanId === initialize?.spanId && traceId === TRACE_ID,
  );
  expect(below.some((span) => attribute(span, 'db.query.text') !== undefined)).toBe(true);
  expect(below.some((span) => attribute(span, 'server.address') !== undefined)).toBe(true);
  const [renewals] = spans().filter(({ name }) => name === 'job renewals');
  expect(spans().some(({ parentSpanId }) => parentSpanId === renewals?.spanId)).toBe(true);
  const all = pages.join('');
  for (const value of [...Object.values(person), customer.email, data.reference]) expect(all).not.toContain(value);
});

it('a collector that is away costs the spans, and neither an error nor a slow shutdown', async () => {
  const away = createOpenTelemetryTracer({ endpoint: 'http://127.0.0.1:9', ratio: 1, serviceName: 'portal' });
  away.startSpan('GET /', 'server', null).end({ failed: false });
  await expect(away.close()).resolves.toBeUndefined();
});

it('without a collector nothing of OpenTelemetry is loaded', () => {
  const program = `
    import { registerHooks } from 'node:module';
    const loaded = [];
    const resolve = (name, context, next) => {
      if (/opentelemetry.(sdk|exporter)|open-telemetry/.test(name)) loaded.push(name);
      return next(name, context);
    };
    registerHooks({ resolve });
    await import('./apps/server/src/start-portal.ts');
    process.stdout.write(JSON.stringify(loaded));`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    cwd: new URL('../../../../..', import.meta.url),
    encoding: 'utf8',
  });
  expect(stdout).toBe('[]');
});
