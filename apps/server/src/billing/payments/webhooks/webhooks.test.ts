import { createHmac } from 'node:crypto';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SANDBOX_KEYS } from '@portal/sandbox/sandbox-options';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Customer, type PaymentTestbed, startPaymentTestbed } from '../../../testing/billing/payment-testbed.ts';
import { createPaymentJobs } from '../payment.jobs.ts';
import { retryWebhooks } from './failed-webhook.repository.ts';

const GATEWAYS = ['paystack', 'flutterwave', 'quickteller'] as const;
type GatewayId = (typeof GATEWAYS)[number];

/** Due, whatever the testbed's clock shows. */
const LONG_AGO = new Date('2025-01-01T00:00:00Z');

let bed: PaymentTestbed;
let customer: Customer;

beforeAll(async () => {
  bed = await startPaymentTestbed();
});
beforeEach(async () => {
  bed.sandbox.clearFaults();
  bed.sandbox.clearRequests();
  customer = await bed.createCustomer();
});
afterEach(async () => {
  expect(await bed.violations()).toEqual([]);
});
afterAll(() => bed.close());

type Headers = Record<string, string | string[]>;

/** Sends the bytes over a real connection, with a header twice where its value is a list. */
async function post(gateway: string, body: string | Buffer, headers: Headers): Promise<number> {
  const { port } = bed.app.server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const call = request(
      {
        port,
        host: '127.0.0.1',
        method: 'POST',
        path: `/api/webhooks/${gateway}`,
        headers: { 'content-type': 'application/json', ...headers },
      },
      (response) => {
        response.resume();
        response.on('end', () => resolve(response.statusCode ?? 0));
      },
    );
    call.on('error', reject);
    call.end(body);
  });
}

const hmac = (hash: string, secret: string, body: string, encoding: 'hex' | 'base64' = 'hex') =>
  createHmac(hash, secret).update(body).digest(encoding);

/** The right signature of each gateway for a body. */
const sign: Record<GatewayId, (body: string) => Headers> = {
  paystack: (body) => ({ 'x-paystack-signature': hmac('sha512', SANDBOX_KEYS.paystackSecretKey, body) }),
  flutterwave: () => ({ 'verif-hash': SANDBOX_KEYS.flutterwaveWebhookHash }),
  quickteller: (body) => ({ 'x-interswitch-signature': hmac('sha512', SANDBOX_KEYS.interswitchWebhookSecret, body) }),
};

function successNotice(gateway: GatewayId, reference: string, id = 77): string {
  const bodies = {
    paystack: { event: 'charge.success', data: { id, reference, amount: 2_500_000, status: 'success' } },
    flutterwave: { event: 'charge.completed', data: { id, tx_ref: reference, status: 'successful', amount: 25_000 } },
    quickteller: {
      event: 'TRANSACTION.COMPLETED',
      uuid: `${reference}-${id}`,
      data: { merchantReference: reference, responseCode: '00' },
    },
  };
  return JSON.stringify(bodies[gateway]);
}

async function storedFor(reference: string) {
  return bed.rows('select status, attempts, last_error from webhook_events where reference = $1 order by id', [
    reference,
  ]);
}
async function statusOf(reference: string) {
  const [row] = await bed.rows('select status from payments where reference = $1', [reference]);
  return row?.status;
}

describe.each(GATEWAYS)('a webhook from %s', (gateway) => {
  it('is accepted only with the right signature over exactly these bytes', async () => {
    const reference = await bed.open(customer, gateway);
    const body = successNotice(gateway, reference);
    const [[name, right]] = Object.entries(sign[gateway](body)) as [[string, string]];
    const forgeries: Headers[] = [
      {},
      { [name]: '' },
      { [name]: 'wrong' },
      { [name]: [right, right] },
      { [name]: [right, 'wrong'] },
      { [name]: `${right}00` },
      { [name]: right.slice(0, -1) },
      { [name.replace(/signature|hash/, 'other')]: right },
      { [name]: hmac('sha512', '', body) },
      { 'flutterwave-signature': hmac('sha256', '', body, 'base64') },
      ...GATEWAYS.filter((other) => other !== gateway).map((other) => sign[other](body)),
    ];
    for (const headers of forgeries) expect(await post(gateway, body, headers)).toBe(401);
    if (gateway !== 'flutterwave') expect(await post(gateway, `${body} `, { [name]: right })).toBe(401);
    expect(await storedFor(reference)).toEqual([]);
    expect(await post(gateway, body, { [name]: right })).toBe(200);
    await bed.quiet();
    expect(await storedFor(reference)).toHaveLength(1);
  });

  it('with a valid signature and false content credits nothing', async () => {
    const reference = await bed.open(customer, gateway);
    const body = successNotice(gateway, reference);
    expect(await post(gateway, body, sign[gateway](body))).toBe(200);
    await bed.quiet();
    expect(await statusOf(reference)).toBe('pending');
    expect(bed.sandbox.requests({ operation: 'verify', reference }).length).toBeGreaterThan(0);
  });

  it('that is replayed, doubled and out of order has the effect of one', async () => {
    bed.sandbox.addFault({ gateway, operation: 'webhook', mode: 'duplicate', copies: 9, times: 1 });
    const reference = await bed.open(customer, gateway);
    bed.sandbox.decide(reference, 'approve');
    await bed.quiet();
    expect(await storedFor(reference)).toMatchObject([{ status: 'done' }]);
    bed.sandbox.sendWebhook({ gateway, reference, claim: 'failed', copies: 3 });
    await bed.quiet();
    expect(await statusOf(reference)).toBe('successful');
    expect(
      await bed.rows('select 1 from receipts r join payments p on p.id = r.payment_id where p.reference = $1', [
        reference,
      ]),
    ).toHaveLength(1);
  });

  it('for an unknown reference is stored, retried a few times and parked', async () => {
    const reference = `P${String(customer.id).padStart(14, '0')}`;
    const body = successNotice(gateway, reference);
    expect(await post(gateway, body, sign[gateway](body))).toBe(200);
    await bed.quiet();
    for (let round = 0; round < 5; round++) {
      bed.wait(3_600_000);
      await bed.jobs.processWebhooks();
    }
    expect(await storedFor(reference)).toEqual([{ status: 'parked', attempts: 4, last_error: 'unknown reference' }]);
  });

  it('that is parked is processed again when staff retry it, once however often they do', async () => {
    const reference = `P${String(customer.id).padStart(14, '0')}`;
    const body = successNotice(gateway, reference);
    await post(gateway, body, sign[gateway](body));
    await bed.quiet();
    const parked = "update webhook_events set status = 'parked' where reference = $1 returning id";
    const [event] = await bed.rows(parked, [reference]);
    const one = { id: Number(event?.id) };
    const retried = await Promise.all([1, 2].map(() => retryWebhooks(bed.database, one, LONG_AGO)));
    expect(retried.toSorted()).toEqual([0, 1]);
    await bed.jobs.processWebhooks();
    expect(await storedFor(reference)).toEqual([{ status: 'stored', attempts: 1, last_error: 'unknown reference' }]);
  });

  it.each([
    ['an unknown event', '{"event":"something.new","data":{"id":1}}'],
    ['no JSON', 'not json'],
    ['a broken text', Buffer.from([0x7b, 0x00, 0xff, 0xfe, 0x7d])],
    ['nothing', ''],
    ['a list', '[1,2,3]'],
    ['a NUL in a name', '{"event":"a\\u0000b","data":{"id":"\\u0000","reference":"\\ud800"}}'],
    ['a prototype', '{"__proto__":{"x":1},"event":"charge.success","data":{"reference":"__proto__"}}'],
    ['deep nesting', `${'['.repeat(20_000)}${']'.repeat(20_000)}`],
  ])('with %s is stored, answered 200 and parked', async (_name, body) => {
    const [before] = await bed.rows("select count(*)::int as count from webhook_events where status = 'parked'");
    const proof = gateway === 'flutterwave' ? sign.flutterwave('') : signBytes(gateway, body);
    expect(await post(gateway, body, proof)).toBe(200);
    const [after] = await bed.rows("select count(*)::int as count from webhook_events where status = 'parked'");
    expect(Number(after?.count) - Number(before?.count)).toBe(1);
    expect(await post(gateway, body, proof)).toBe(200);
    const [again] = await bed.rows("select count(*)::int as count from webhook_events where status = 'parked'");
    expect(again).toEqual(after);
  });

  it('over a megabyte is refused before it is parsed', async () => {
    const body = JSON.stringify({ event: 'x'.repeat(1_100_000) });
    expect(await post(gateway, body, sign[gateway](body))).toBe(413);
  });
});

function signBytes(gateway: 'paystack' | 'quickteller', body: string | Buffer): Headers {
  const [[name = '']] = Object.entries(sign[gateway]('')) as [[string, string]];
  const secret = gateway === 'paystack' ? SANDBOX_KEYS.paystackSecretKey : SANDBOX_KEYS.interswitchWebhookSecret;
  return { [name]: createHmac('sha512', secret).update(body).digest('hex') };
}

describe('webhooks', () => {
  it('of an unknown gateway are not found', async () => {
    expect(await post('stripe', '{}', {})).toBe(404);
    expect(await post('credit', '{}', {})).toBe(404);
  });

  it('of Flutterwave are taken in the older flat form and with the newer signature too', async () => {
    const reference = await bed.open(customer, 'flutterwave');
    bed.sandbox.addFault({ gateway: 'flutterwave', operation: 'webhook', mode: 'older-shape', times: 1 });
    bed.sandbox.decide(reference, 'approve');
    await bed.quiet();
    expect(await statusOf(reference)).toBe('successful');
    const body = successNotice('flutterwave', reference, 991);
    const signature = hmac('sha256', SANDBOX_KEYS.flutterwaveWebhookHash, body, 'base64');
    expect(await post('flutterwave', body, { 'flutterwave-signature': signature })).toBe(200);
    expect(await post('flutterwave', `${body} `, { 'flutterwave-signature': signature })).toBe(401);
    await bed.quiet();
    expect(await storedFor(reference)).toMatchObject([{ status: 'done' }, { status: 'done' }]);
  });

  it('that cannot be processed are parked in the end and never delay the others', async () => {
    const bad = await bed.open(customer, 'paystack');
    const good = await bed.open(await bed.createCustomer(), 'paystack');
    const jobs = createPaymentJobs({
      ...bed.deps,
      queueEmail: async (tx, mail) => {
        if (JSON.stringify(mail.parts).includes(bad)) throw new Error('poison');
        await bed.deps.queueEmail(tx, mail);
      },
    });
    for (const reference of [bad, good]) bed.sandbox.decide(reference, 'approve');
    await bed.sandbox.webhooksSettled();
    await jobs.processWebhooks('paystack');
    expect(await statusOf(good)).toBe('successful');
    for (let round = 0; round < 9; round++) {
      bed.wait(2 * 3_600_000);
      await jobs.processWebhooks('paystack');
    }
    expect(await storedFor(bad)).toEqual([{ status: 'parked', attempts: 8, last_error: 'poison' }]);
    expect(await statusOf(bad)).toBe('pending');
  });

  it('whose worker died are processed again', async () => {
    const reference = await bed.open(customer, 'paystack');
    bed.sandbox.addFault({ gateway: 'paystack', operation: 'webhook', mode: 'lose', times: 1 });
    bed.sandbox.decide(reference, 'approve');
    const leaseEnds = new Date(bed.deps.clock().getTime() + 30_000);
    await bed.rows(
      `insert into webhook_events (gateway, event_key, event_name, reference, raw_body, attempts, next_attempt_at)
       values ('paystack', $1, 'charge.success', $1, '{}', 1, $2)`,
      [reference, leaseEnds],
    );
    await bed.jobs.processWebhooks();
    expect(await statusOf(reference)).toBe('pending');
    bed.wait(31_000);
    await bed.jobs.processWebhooks();
    expect(await statusOf(reference)).toBe('successful');
  });

  it('about a dispute are stored in the payment’s history for staff and change nothing while the gateway calls it paid', async () => {
    const reference = await bed.open(customer, 'paystack');
    bed.sandbox.decide(reference, 'approve');
    await bed.quiet();
    bed.sandbox.dispute(reference, 'create');
    await bed.quiet();
    expect(await statusOf(reference)).toBe('successful');
    const events = await bed.rows(
      `select e.details ->> 'eventName' as name from payment_events e join payments p on p.id = e.payment_id
       where p.reference = $1 and e.kind = 'reversal-notice'`,
      [reference],
    );
    expect(events).toEqual([{ name: 'charge.dispute.create' }]);
  });

  it('in a flood of 200 are all answered, and stored once each', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 200 }, async (_, index) => {
        const body = successNotice('paystack', `P${String(index).padStart(14, 'A')}`, index);
        return post('paystack', body, sign.paystack(body));
      }),
    );
    expect(new Set(statuses)).toEqual(new Set([200]));
    const stored = await bed.rows(
      "select count(*)::int as count from webhook_events where reference like 'PAAAAAAAAAAA%'",
    );
    expect(stored).toEqual([{ count: 200 }]);
    await bed.quiet();
  }, 30_000);
});
