import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Customer, type PaymentTestbed, startPaymentTestbed } from '../../testing/billing/payment-testbed.ts';
import type { Opening } from './gateways/gateway.port.ts';
import { initializePayment } from './initialize-payment.ts';

const GATEWAYS = ['paystack', 'flutterwave', 'quickteller'] as const;

let bed: PaymentTestbed;
let customer: Customer;
let forcedOpening: Opening | null = null;

beforeAll(async () => {
  bed = await startPaymentTestbed({
    wrap: (gateway) => ({
      ...gateway,
      initialize: async (order) => forcedOpening ?? gateway.initialize(order),
    }),
  });
});
beforeEach(async () => {
  forcedOpening = null;
  bed.sandbox.clearFaults();
  bed.sandbox.clearRequests();
  customer = await bed.createCustomer();
});
afterEach(async () => {
  expect(await bed.violations()).toEqual([]);
});
afterAll(() => bed.close());

function initialize(gateway: string, body: object, who: Customer | null = customer) {
  return bed.call(who, 'POST', `/api/payment/${gateway}/initialize`, body);
}
function payment(more: object = {}) {
  return { amount: 25_000, email: 'payer@example.com', plan: bed.planId, ...more };
}
async function rowsOf(who: Customer) {
  return bed.rows(
    'select reference, status, amount, authorization_url, open_key, next_check_at from payments where user_id = $1 order by created_at',
    [who.id],
  );
}

describe('a customer who starts a payment', () => {
  it.each([
    ['paystack', 'authorization_url', 'reference'],
    ['flutterwave', 'link', 'tx_ref'],
    ['quickteller', 'payment_url', 'transaction_id'],
  ])('gets %s’s page and our reference under the names that gateway uses', async (gateway, url, reference) => {
    const { status, body } = await initialize(gateway, payment());
    expect(status).toBe(200);
    expect(body).toEqual({
      status: 'success',
      data: { [url]: expect.stringContaining('/checkout/'), [reference]: expect.stringMatching(/^P[0-9A-Z]{14}$/) },
    });
    expect(await rowsOf(customer)).toMatchObject([
      { reference: body.data[reference], status: 'pending', amount: '25000.00' },
    ]);
  });

  it.each(GATEWAYS)('is charged exactly the price of the plan at %s, in that gateway’s unit', async (gateway) => {
    const reference = await bed.open(customer, gateway);
    const [request] = bed.sandbox.requests({ gateway, operation: 'initialize' });
    expect(request?.body).toMatchObject({ amount: gateway === 'flutterwave' ? 25_000 : 2_500_000 });
    expect(bed.sandbox.transactions()).toContainEqual(expect.objectContaining({ reference, amountKobo: 2_500_000 }));
  });

  it.each([
    [24_999, 409],
    [24_999.99, 409],
    [25_000.001, 409],
    [250, 409],
    [2_500_000, 409],
    [0, 409],
    [-25_000, 409],
    ['25000', 422],
    [null, 422],
    [[25_000], 422],
  ])('cannot choose the amount: %o is refused', async (amount, status) => {
    const answer = await initialize('paystack', payment({ amount }));
    expect(answer.status).toBe(status);
    if (status === 409) expect(answer.body).toMatchObject({ code: 'payment.amount-changed', quote: { total: 25_000 } });
    expect(await rowsOf(customer)).toEqual([]);
    expect(bed.sandbox.requests()).toEqual([]);
  });

  it('cannot pay at an unknown gateway, for an unknown plan, or without a session', async () => {
    for (const word of ['test', 'Paystack', 'credit', 'paystack%00', '..', 'sandbox']) {
      expect((await initialize(word, payment())).status).toBe(404);
    }
    for (const plan of ['demo', 'home-10mbps', '00000000-0000-4000-8000-000000000000', "' or 1=1--"]) {
      expect(await initialize('paystack', payment({ plan }))).toMatchObject({
        status: 404,
        body: { code: 'plan.not-found' },
      });
    }
    await bed.rows('update service_plans set is_active = false where id = $1', [bed.planId]);
    expect((await initialize('paystack', payment())).status).toBe(404);
    await bed.rows('update service_plans set is_active = true where id = $1', [bed.planId]);
    expect((await initialize('paystack', payment(), null)).status).toBe(401);
    expect(bed.sandbox.requests()).toEqual([]);
  });

  it('can pay for a plan that they have and that is no longer sold, while others cannot', async () => {
    const owner = await bed.createCustomer();
    const { body: quote } = await bed.call(owner, 'GET', `/api/user/payment-quote?plan=${bed.planId}`);
    const reference = await bed.open(owner, 'paystack', quote.total);
    bed.sandbox.decide(reference, 'approve');
    await bed.verify(owner, 'paystack', reference);
    const otherCustomer = await bed.createCustomer();
    await bed.rows('update service_plans set is_active = false where id = $1', [bed.planId]);
    const next = await bed.call(owner, 'GET', `/api/user/payment-quote?plan=${bed.planId}`);
    const refused = await bed.call(otherCustomer, 'GET', `/api/user/payment-quote?plan=${bed.planId}`);
    await bed.rows('update service_plans set is_active = true where id = $1', [bed.planId]);
    expect([next.status, next.body.total]).toEqual([200, quote.total]);
    expect([refused.status, refused.body.code]).toEqual([404, 'plan.not-found']);
  });

  it('pays the referred friend’s price for the first month and is shown why', async () => {
    const friend = await bed.createCustomer({ referredBy: customer });
    const quote = await bed.call(friend, 'GET', `/api/user/payment-quote?plan=${bed.planId}`);
    expect(quote.body).toMatchObject({
      total: 20_000,
      currency: 'NGN',
      lines: [{ amount: 25_000 }, { amount: -5_000 }],
    });
    expect((await initialize('paystack', payment(), friend)).status).toBe(409);
    expect((await initialize('paystack', payment({ amount: 20_000 }), friend)).status).toBe(200);
  });
});

describe('twenty clicks at once', () => {
  it.each(GATEWAYS)(
    'open one payment at %s: one row, one call, the same reference and page for all',
    async (gateway) => {
      const answers = await Promise.all(Array.from({ length: 20 }, () => initialize(gateway, payment())));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
      expect(await rowsOf(customer)).toHaveLength(1);
      expect(bed.sandbox.requests({ gateway, operation: 'initialize' })).toHaveLength(1);
    },
  );

  it('from several instances open one payment too', async () => {
    const order = {
      gatewayId: 'paystack',
      planId: bed.planId,
      purpose: 'period' as const,
      amountNaira: 25_000,
      email: customer.email,
    };
    const payer = { id: customer.id, name: 'Amina' };
    const instances = Array.from({ length: 4 }, () => ({ ...bed.deps }));
    const opened = await Promise.all(
      instances.map((deps) => initializePayment(deps, { ...order, lineId: payer.id, payer })),
    );
    expect(new Set(opened.map(({ url, reference }) => `${url} ${reference}`)).size).toBe(1);
  });

  it('are all answered within the time limit when the gateway hangs', async () => {
    bed.sandbox.addFault({ gateway: 'paystack', operation: 'initialize', mode: 'hang' });
    const startedAt = performance.now();
    const answers = await bed.inHaste(() =>
      Promise.all(Array.from({ length: 20 }, () => initialize('paystack', payment()))),
    );
    expect(performance.now() - startedAt).toBeLessThan(bed.deps.gatewayTimeoutMs);
    expect(new Set(answers.map(({ body }) => body.code))).toEqual(new Set(['payment.gateway-unavailable']));
    expect((await rowsOf(customer)).every(({ status }) => status === 'pending')).toBe(true);
  });
});

describe('a click after half an hour', () => {
  it('opens a new attempt with a new reference; before that it resumes the old one', async () => {
    const first = await bed.open(customer, 'paystack');
    bed.wait(20 * 60_000);
    expect(await bed.open(customer, 'paystack')).toBe(first);
    bed.wait(11 * 60_000);
    const second = await bed.open(customer, 'paystack');
    expect(second).not.toBe(first);
    // The old page may still be paid: then it counts.
    bed.sandbox.decide(first, 'approve');
    expect((await bed.verify(customer, 'paystack', first)).body.status).toBe('success');
  });
});

describe('a gateway in trouble', () => {
  const troubles = GATEWAYS.flatMap((gateway) =>
    (['hang', 'drop', 'error', 'empty', 'wrong-json', 'wrong-shape'] as const).flatMap((mode) =>
      (['before', 'after'] as const).map((when) => ({ gateway, mode, when })),
    ),
  );

  it.each(troubles)(
    '$gateway, $mode $when acting: 503 in time, not known yet, and a retry is a new attempt',
    async (fault) => {
      const { gateway } = fault;
      bed.sandbox.addFault({ ...fault, operation: 'initialize', times: 1 });
      const startedAt = performance.now();
      const answer = await bed.inHaste(() => initialize(gateway, payment()));
      expect(performance.now() - startedAt).toBeLessThan(bed.deps.gatewayTimeoutMs);
      bed.sandbox.clearFaults();
      expect(answer).toMatchObject({ status: 503, body: { success: false, code: 'payment.gateway-unavailable' } });
      const [row] = await rowsOf(customer);
      expect(row).toMatchObject({ status: 'pending', authorization_url: null, open_key: null });
      expect(row?.next_check_at).not.toBeNull();

      const retried = await bed.open(customer, gateway);
      expect(retried).not.toBe(row?.reference);
      const asked = bed.sandbox.requests({ gateway, operation: 'initialize' }).map(({ reference }) => reference);
      expect(new Set(asked).size).toBe(asked.length);
    },
  );

  it('that created the payment after all is found out by the poll', async () => {
    bed.sandbox.addFault({ gateway: 'paystack', operation: 'initialize', mode: 'drop', when: 'after', times: 1 });
    await initialize('paystack', payment());
    const [row] = await rowsOf(customer);
    bed.sandbox.addFault({ gateway: 'paystack', operation: 'webhook', mode: 'lose' });
    bed.sandbox.decide(String(row?.reference), 'approve');
    bed.wait(60_000);
    await bed.jobs.pollPendingPayments();
    expect(await rowsOf(customer)).toMatchObject([{ status: 'successful' }]);
  });

  it.each(GATEWAYS)('that clearly refuses is answered 409 and the attempt is closed: %s', async (gateway) => {
    bed.sandbox.addFault({ gateway, operation: 'initialize', mode: 'decline', times: 1 });
    expect(await initialize(gateway, payment())).toMatchObject({
      status: 409,
      body: { code: 'payment.gateway-refused' },
    });
    expect(await rowsOf(customer)).toMatchObject([{ status: 'failed', open_key: null, next_check_at: null }]);
    await bed.open(customer, gateway);
  });

  it('that returns a link to another host is not followed', async () => {
    forcedOpening = { kind: 'opened', url: 'https://checkout.paystack.com.evil.example/x', gatewayReference: null };
    const answer = await initialize('paystack', payment());
    expect(answer).toMatchObject({ status: 409, body: { code: 'payment.gateway-refused' } });
    expect(JSON.stringify(answer.body)).not.toContain('evil');
  });
});

describe('the return address', () => {
  it('comes from the configuration, whatever Host a request names', async () => {
    await customer.browser.post('/api/payment/paystack/initialize', payment(), {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
    });
    const [request] = bed.sandbox.requests({ gateway: 'paystack', operation: 'initialize' });
    expect(request?.body).toMatchObject({ callback_url: bed.deps.returnUrl });
    expect(JSON.stringify(request?.body)).not.toContain('evil');
  });
});
